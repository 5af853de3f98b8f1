package dev.zipfs.internal.zip;

import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * Encodings of one byte a character: Latin ones, where a letter beyond ASCII stands alone within a word of ASCII letters,
 * and Cyrillic ones, where it stands among its like.
 */
final class SingleByteModel extends CharsetModel {
    private static final String LATIN = "äöüßéèêàâçôîûñíóáúåæøãõÄÖÜÉÅÑØ";
    private static final String LATIN_RARE = "ëïìòùÿÆÇÀÁÂÃÈÊËÌÍÎÏÒÓÔÕÙÚÛÝýðÐþÞŠšŽžŒœ";
    private static final String SIGNS = "–—‘’“”…®©°«»´·²³¿¡ªº€£§™";

    /** Frequent, rare, a sign that names have, anything else. */
    private static final double FREQUENT = Math.log(0.025);

    private static final double RARE = Math.log(0.004);
    private static final double SIGN = Math.log(0.004);
    private static final double OTHER = Math.log(0.001);
    private static final double UPPER_CYRILLIC = Math.log(0.008);

    /** Line drawing goes on as it began. */
    private static final double DRAWING = Math.log(0.02);

    private static final double SAME_DRAWING = Math.log(0.3);

    private static final double UNLIKELY_PLACE = Math.log(0.1);
    private static final double WRONG_CASE = Math.log(0.02);

    private enum Kind {
        OTHER,
        SIGN,
        LETTER,
        CAPITAL,
        DRAWING
    }

    private final boolean cyrillic;
    private final double[] cost = new double[0x80];
    private final Kind[] kinds = new Kind[0x80];

    private SingleByteModel(String name, boolean cyrillic, String high) {
        super(name);
        this.cyrillic = cyrillic;
        Arrays.fill(kinds, Kind.OTHER);
        for (int i = 0; i < high.length(); i++) {
            classify(i, high.charAt(i));
        }
    }

    /** What names are taken for where nothing else is much likelier. */
    static SingleByteModel cp437() {
        StringBuilder high = new StringBuilder();
        for (int b = 0x80; b < 0x100; b++) {
            high.append(Cp437.decode((byte) b));
        }
        return new SingleByteModel("IBM437", false, high.toString());
    }

    static SingleByteModel latin(String name) {
        return new SingleByteModel(name, false, high(name));
    }

    static SingleByteModel cyrillic(String name) {
        return new SingleByteModel(name, true, high(name));
    }

    private static String high(String name) {
        if (!Charset.isSupported(name)) {
            return "";
        }
        byte[] bytes = new byte[0x80];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (0x80 + i);
        }
        return new String(bytes, Charset.forName(name));
    }

    private void classify(int i, char c) {
        boolean letter = cyrillic ? c >= 'А' && c <= 'я' || c == 'ё' || c == 'Ё' : (LATIN + LATIN_RARE).indexOf(c) >= 0;
        if (letter) {
            kinds[i] = Character.isUpperCase(c) ? Kind.CAPITAL : Kind.LETTER;
            cost[i] = cyrillic
                    ? (Character.isUpperCase(c) ? UPPER_CYRILLIC : FREQUENT)
                    : (LATIN.indexOf(c) >= 0 ? FREQUENT : RARE);
        } else if (c >= '\u2500' && c <= '\u259F') {
            kinds[i] = Kind.DRAWING;
            cost[i] = SIGN;
        } else {
            boolean sign = SIGNS.indexOf(c) >= 0;
            kinds[i] = sign ? Kind.SIGN : Kind.OTHER;
            cost[i] = sign ? SIGN : OTHER;
        }
    }

    @Override
    double likelihood(byte[] name) {
        double sum = 0;
        for (int i = 0; i < name.length; i++) {
            sum += name[i] >= 0 ? ASCII : high(name, i);
        }
        return sum;
    }

    private double high(byte[] name, int i) {
        Kind kind = kinds[name[i] & 0x7F];
        double own = cost[name[i] & 0x7F];
        Kind before = i == 0 || name[i - 1] >= 0 ? Kind.OTHER : kinds[name[i - 1] & 0x7F];
        boolean letterBefore = i > 0 && asciiLetter(name[i - 1]);
        boolean letterAfter = i + 1 < name.length && asciiLetter(name[i + 1]);
        if (kind == Kind.DRAWING) {
            if (before == Kind.DRAWING) {
                return name[i] == name[i - 1] ? SAME_DRAWING : DRAWING;
            }
            return own + (letterBefore || letterAfter ? UNLIKELY_PLACE : 0);
        }
        if (kind == Kind.LETTER || kind == Kind.CAPITAL) {
            boolean crowd =
                    cyrillic ? i > 0 && name[i] == name[i - 1] : before == Kind.LETTER || before == Kind.CAPITAL;
            return own
                    + (wrongCase(name, i) ? WRONG_CASE : 0)
                    + (atHome(name, i) ? 0 : UNLIKELY_PLACE)
                    + (crowd ? UNLIKELY_PLACE : 0);
        }
        if (!cyrillic && i > 0 && name[i] == name[i - 1]) {
            return SAME_DRAWING;
        }
        return own + (kind == Kind.OTHER && (letterBefore || letterAfter) ? UNLIKELY_PLACE : 0);
    }

    private boolean letter(byte[] name, int i) {
        if (i < 0 || i >= name.length || name[i] >= 0) {
            return false;
        }
        Kind kind = kinds[name[i] & 0x7F];
        return kind == Kind.LETTER || kind == Kind.CAPITAL;
    }

    /** Cyrillic letters stand beside their like; Latin ones in a word of ASCII letters, and digits make no words. */
    private boolean atHome(byte[] name, int i) {
        if (cyrillic) {
            return letter(name, i - 1) || letter(name, i + 1);
        }
        return !besideDigit(name, i)
                && (ascii(name, i - 1)
                        || ascii(name, i + 1)
                        || letter(name, i - 1) && ascii(name, i - 2)
                        || letter(name, i + 1) && ascii(name, i + 2));
    }

    private static boolean ascii(byte[] name, int i) {
        return i >= 0 && i < name.length && asciiLetter(name[i]);
    }

    private static boolean besideDigit(byte[] name, int i) {
        return i > 0 && asciiDigit(name[i - 1]) || i + 1 < name.length && asciiDigit(name[i + 1]);
    }

    /** Some languages have words of one such letter. */
    private boolean word(byte[] name, int i) {
        return !cyrillic
                && kinds[name[i] & 0x7F] == Kind.LETTER
                && cost[name[i] & 0x7F] > RARE
                && (i == 0 || name[i - 1] == ' ')
                && i + 1 < name.length
                && name[i + 1] == ' ';
    }

    private boolean wrongCase(byte[] name, int i) {
        boolean capital = kinds[name[i] & 0x7F] == Kind.CAPITAL;
        if (capital) {
            boolean lowerLetter = letter(name, i - 1) && kinds[name[i - 1] & 0x7F] == Kind.LETTER;
            return lowerLetter || !cyrillic && i > 0 && asciiLower(name[i - 1]);
        }
        boolean upperAfter = i + 1 < name.length && asciiUpper(name[i + 1]);
        boolean upperWord = i > 1 && asciiUpper(name[i - 1]) && asciiUpper(name[i - 2]);
        return !cyrillic && (upperAfter || upperWord);
    }

    @Override
    int strange(byte[] name) {
        int strange = 0;
        for (int i = 0; i < name.length; i++) {
            if (name[i] < 0) {
                Kind kind = kinds[name[i] & 0x7F];
                boolean fits = letter(name, i)
                        ? (atHome(name, i) || word(name, i)) && !wrongCase(name, i)
                        : kind == Kind.SIGN && !cyrillic;
                strange += fits ? 0 : 1;
            }
        }
        return strange;
    }
}

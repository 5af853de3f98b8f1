package dev.zipfs.internal.zip;

import java.nio.charset.StandardCharsets;

/**
 * The encoding of names that carry no mark of theirs (APPNOTE 6.3.10 appendix D). The JDK's own table is in the module
 * {@code jdk.charsets}, which small run-time images leave out. Control characters stay control characters.
 */
final class Cp437 {
    private static final String HIGH = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
            + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0";

    private Cp437() {}

    static char decode(byte b) {
        return b >= 0 ? (char) b : HIGH.charAt(b & 0x7F);
    }

    static byte[] toUtf8(byte[] b, int from, int length) {
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = decode(b[from + i]);
        }
        return new String(chars).getBytes(StandardCharsets.UTF_8);
    }
}

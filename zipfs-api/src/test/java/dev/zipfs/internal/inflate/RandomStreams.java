package dev.zipfs.internal.inflate;

import java.util.Random;

/**
 * Makes deflate streams that no encoder would: blocks of random tokens under random codes, so that codes of all lengths, all
 * symbols and all kinds of blocks occur. Written from RFC 1951 alone, it shares only {@link BitOutput} with what is tested.
 */
final class RandomStreams {
    private static final int[] PRECODE_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private final Random random;
    private final BitOutput out = new BitOutput();
    private int produced;

    private RandomStreams(long seed) {
        this.random = new Random(seed);
    }

    /** A valid stream of about {@code size} plain bytes. */
    static byte[] stream(long seed, int size) {
        RandomStreams streams = new RandomStreams(seed);
        while (streams.produced < size) {
            streams.block(false);
        }
        streams.block(true);
        streams.out.align();
        return streams.out.toBytes();
    }

    private void block(boolean last) {
        out.put(last ? 1 : 0, 1);
        switch (random.nextInt(4)) {
            case 0 -> stored();
            case 1 -> fixed();
            default -> dynamic();
        }
    }

    private void stored() {
        out.put(0, 2);
        out.align();
        int n = random.nextInt(4) == 0 ? 0 : random.nextInt(300);
        out.put(n, 16);
        out.put(~n, 16);
        for (int i = 0; i < n; i++) {
            out.put(random.nextInt(256), 8);
        }
        produced += n;
    }

    private void fixed() {
        out.put(1, 2);
        int[] litlens = new int[288];
        for (int i = 0; i < 288; i++) {
            litlens[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        }
        int[] distances = new int[30];
        java.util.Arrays.fill(distances, 5);
        symbols(litlens, codes(litlens), distances, codes(distances), 286);
    }

    private void dynamic() {
        out.put(2, 2);
        int litlenCount = 257 + random.nextInt(30);
        int[] litlens = lengths(litlenCount, random.nextInt(3) == 0 ? 2 + random.nextInt(20) : litlenCount, 256);
        int distanceCount = 1 + random.nextInt(30);
        int[] distances = new int[distanceCount];
        switch (random.nextInt(6)) {
            case 0 -> {}
            case 1 -> distances[random.nextInt(distanceCount)] = 1;
            default -> distances = lengths(distanceCount, distanceCount, 0);
        }
        int[] all = java.util.Arrays.copyOf(litlens, litlenCount + distanceCount);
        System.arraycopy(distances, 0, all, litlenCount, distanceCount);
        out.put(litlenCount - 257, 5);
        out.put(distanceCount - 1, 5);
        writeLengths(all);
        symbols(litlens, codes(litlens), distances, codes(distances), litlenCount);
    }

    /** A complete code over at most {@code used} of {@code count} symbols, {@code must} among them. */
    private int[] lengths(int count, int used, int must) {
        int[] lengths = new int[count];
        if (count == 1) {
            lengths[0] = 1;
            return lengths;
        }
        int leaves = Math.max(2, Math.min(used, count));
        int[] depths = new int[leaves];
        depths[0] = 1;
        depths[1] = 1;
        boolean skewed = random.nextBoolean();
        for (int n = 2; n < leaves; n++) {
            int split = skewed ? n - 1 : random.nextInt(n);
            while (depths[split] >= 15) {
                split = random.nextInt(n);
            }
            depths[split]++;
            depths[n] = depths[split];
        }
        java.util.List<Integer> symbols = new java.util.ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i != must) {
                symbols.add(i);
            }
        }
        java.util.Collections.shuffle(symbols, random);
        lengths[must] = depths[random.nextInt(leaves)];
        boolean mustPlaced = false;
        int next = 0;
        for (int depth : depths) {
            if (!mustPlaced && depth == lengths[must]) {
                mustPlaced = true;
            } else {
                lengths[symbols.get(next++)] = depth;
            }
        }
        return lengths;
    }

    /** With a flat code for the code lengths, repetitions where they are possible. */
    private void writeLengths(int[] all) {
        int[] precode = new int[19];
        java.util.Arrays.fill(precode, 5);
        for (int i = 0; i < 13; i++) {
            precode[i] = 4;
        }
        int[] codes = codes(precode);
        out.put(15, 4);
        for (int symbol : PRECODE_ORDER) {
            out.put(precode[symbol], 3);
        }
        for (int i = 0; i < all.length; ) {
            int run = 1;
            while (i + run < all.length && all[i + run] == all[i]) {
                run++;
            }
            if (all[i] == 0 && run >= 11 && random.nextBoolean()) {
                int n = Math.min(run, 138);
                code(codes[18], precode[18]);
                out.put(n - 11, 7);
                i += n;
            } else if (all[i] == 0 && run >= 3) {
                int n = Math.min(run, 10);
                code(codes[17], precode[17]);
                out.put(n - 3, 3);
                i += n;
            } else if (i > 0 && all[i] == all[i - 1] && run >= 3) {
                int n = Math.min(run, 6);
                code(codes[16], precode[16]);
                out.put(n - 3, 2);
                i += n;
            } else {
                code(codes[all[i]], precode[all[i]]);
                i++;
            }
        }
    }

    private void symbols(int[] litlens, int[] litlenCodes, int[] distances, int[] distanceCodes, int litlenLimit) {
        for (int n = random.nextInt(400); n > 0; n--) {
            int symbol = random.nextInt(2) == 0 ? random.nextInt(256) : random.nextInt(litlenLimit);
            if (symbol == 256 || litlens[symbol] == 0) {
                continue;
            }
            int distance = random.nextInt(distances.length);
            if (symbol > 256 && (distances[distance] == 0 || distanceBase(distance) > produced)) {
                continue;
            }
            code(litlenCodes[symbol], litlens[symbol]);
            produced++;
            if (symbol > 256) {
                int lengthBits = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
                int extra = random.nextInt(1 << lengthBits);
                out.put(extra, lengthBits);
                int distanceBits = distance < 4 ? 0 : distance / 2 - 1;
                int reach = Math.min(1 << distanceBits, produced - distanceBase(distance));
                code(distanceCodes[distance], distances[distance]);
                out.put(reach <= 1 ? 0 : random.nextInt(reach), distanceBits);
                produced += lengthBase(symbol) + extra - 1;
            }
        }
        code(litlenCodes[256], litlens[256]);
    }

    private static int lengthBase(int symbol) {
        if (symbol == 285) {
            return 258;
        }
        int base = 3;
        for (int s = 257; s < symbol; s++) {
            base += s < 265 ? 1 : 1 << (s - 261) / 4;
        }
        return base;
    }

    private static int distanceBase(int symbol) {
        int base = 1;
        for (int s = 0; s < symbol; s++) {
            base += s < 4 ? 1 : 1 << s / 2 - 1;
        }
        return base;
    }

    /** RFC 1951 §3.2.2. */
    private static int[] codes(int[] lengths) {
        int[] codes = new int[lengths.length];
        int code = 0;
        for (int length = 1; length <= 15; length++) {
            for (int symbol = 0; symbol < lengths.length; symbol++) {
                if (lengths[symbol] == length) {
                    codes[symbol] = code++;
                }
            }
            code <<= 1;
        }
        return codes;
    }

    /** Codes are sent highest bit first. */
    private void code(int code, int length) {
        for (int bit = length - 1; bit >= 0; bit--) {
            out.put(code >>> bit, 1);
        }
    }
}

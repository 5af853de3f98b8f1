package dev.zipfs.internal.ppmd;

import java.io.IOException;
import java.util.Arrays;

/**
 * What is known of the text so far, and what follows from it for the next byte. For each string of up to "order" bytes that has
 * occurred there is a context: the bytes that followed it, how often, and the context of the string without its first byte.
 * A byte that a context does not know is an escape to that shorter one.
 *
 * <p>A context has twelve bytes: how many symbols less one (1), flags (1), the sum of the frequencies (2), where the symbols stand
 * (4), the shorter context (4). A symbol has six: itself (1), its frequency (1), its successor (4), which is a context, or a place
 * in the text from which one can be made, or 0. The only symbol of a context stands in the context's own bytes.
 */
final class Model {
    static final int END = -1;

    private static final int MOST_FREQUENCY = 124;
    private static final int INTERVAL = 7;
    private static final int PERIOD = 7;
    private static final int BINARY_SCALE = 1 << INTERVAL + PERIOD;
    private static final int BOUND = 9;

    private static final int RESCALED = 1 << 2;
    private static final int PREVIOUS_HIGH = 1 << 4;

    private static final int FLAGS = 1;
    private static final int SUM = 2;
    private static final int ONLY = 2;
    private static final int SYMBOLS = 4;
    private static final int SUFFIX = 8;
    private static final int FREQUENCY = 1;
    private static final int SUCCESSOR = 2;
    private static final int STATE = 6;

    private static final int[] ESCAPE = {25, 14, 9, 7, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 2};
    private static final int[] FIRST_ESCAPE = {0x3CDD, 0x1F3F, 0x59BF, 0x48F3, 0x64A1, 0x5ABC, 0x6632, 0x6051};
    private static final int[] BY_COUNT = new int[256];
    private static final int[] BY_FREQUENCY = new int[260];

    static {
        Arrays.fill(BY_COUNT, 2, 11, 2 << 1);
        Arrays.fill(BY_COUNT, 11, 256, 3 << 1);
        BY_COUNT[1] = 1 << 1;
        int group = 5;
        int left = 1;
        for (int i = 0; i < 260; i++) {
            if (i < 5) {
                BY_FREQUENCY[i] = i;
            } else {
                BY_FREQUENCY[i] = group;
                if (--left == 0) {
                    left = ++group - 4;
                }
            }
        }
    }

    private final Memory memory;
    private final Units units;
    private final RangeDecoder coder;
    private final int order;
    private final boolean cutOff;

    private final int[] binary = new int[25 * 64];

    /** How likely an escape is, by situation: the sum, and how it is averaged. */
    private final int[] escapeSum = new int[24 * 32];

    private final int[] escapeShift = new int[24 * 32];
    private final int[] escapeCount = new int[24 * 32];

    private final byte[] masked = new byte[256];
    private byte maskNumber;
    private final int[] candidates = new int[256];

    private int shortest;
    private int longest;
    private int found;
    private int orderFall;
    private int initialEscape;
    private int previousSuccess;
    private int runLength;
    private int initialRunLength;

    Model(int order, boolean cutOff, Memory memory, int size, RangeDecoder coder) {
        this.order = order;
        this.cutOff = cutOff;
        this.memory = memory;
        this.units = new Units(memory, size);
        this.coder = coder;
        restart();
    }

    // ---- Contexts and symbols in memory.

    private int count(int context) {
        return memory.u8(context);
    }

    private int sum(int context) {
        return memory.u16(context + SUM);
    }

    private void sum(int context, int value) {
        memory.u16(context + SUM, value);
    }

    private int flags(int context) {
        return memory.u8(context + FLAGS);
    }

    private void flags(int context, int value) {
        memory.u8(context + FLAGS, value);
    }

    private int symbols(int context) {
        return memory.i32(context + SYMBOLS);
    }

    private int suffix(int context) {
        return memory.i32(context + SUFFIX);
    }

    private int symbol(int state) {
        return memory.u8(state);
    }

    private int frequency(int state) {
        return memory.u8(state + FREQUENCY);
    }

    private void frequency(int state, int value) {
        memory.u8(state + FREQUENCY, value);
    }

    private int successor(int state) {
        return memory.u16(state + SUCCESSOR) | memory.u16(state + SUCCESSOR + 2) << 16;
    }

    private void successor(int state, int value) {
        memory.u16(state + SUCCESSOR, value);
        memory.u16(state + SUCCESSOR + 2, value >>> 16);
    }

    private void copyState(int from, int to) {
        memory.u16(to, memory.u16(from));
        memory.u16(to + 2, memory.u16(from + 2));
        memory.u16(to + 4, memory.u16(from + 4));
    }

    private void swap(int a, int b) {
        for (int i = 0; i < STATE; i += 2) {
            int kept = memory.u16(a + i);
            memory.u16(a + i, memory.u16(b + i));
            memory.u16(b + i, kept);
        }
    }

    private int find(int context, int symbol) {
        int state = symbols(context);
        while (symbol(state) != symbol) {
            state += STATE;
        }
        return state;
    }

    /** Whether symbols of 64 and above occur, as a flag of the context. */
    private static int high(int symbol) {
        return symbol >= 0x40 ? 1 << 3 : 0;
    }

    // ---- Decoding.

    /** The next byte, or {@link #END}. */
    int next() throws IOException {
        int context = shortest;
        int count = count(context);
        maskNumber++;
        if (maskNumber == 0) {
            Arrays.fill(masked, (byte) 0);
            maskNumber = 1;
        }
        if (count != 0) {
            int total = sum(context);
            int part = coder.part(total);
            int state = symbols(context);
            int above = frequency(state);
            if (part < above) {
                coder.take(0, above);
                found = state;
                int symbol = symbol(state);
                updateFirst();
                return symbol;
            }
            previousSuccess = 0;
            for (int i = count; i > 0; i--) {
                state += STATE;
                int frequency = frequency(state);
                above += frequency;
                if (above > part) {
                    coder.take(above - frequency, frequency);
                    found = state;
                    int symbol = symbol(state);
                    updateOther();
                    return symbol;
                }
            }
            if (part >= total) {
                throw coder.damaged("has a code out of range");
            }
            coder.take(above, total - above);
            for (int i = 0; i <= count; i++, state -= STATE) {
                masked[symbol(state)] = maskNumber;
            }
        } else {
            int only = context + ONLY;
            int situation = BY_FREQUENCY[frequency(only) - 1] * 64
                    + BY_COUNT[count(suffix(context))]
                    + previousSuccess
                    + flags(context)
                    + (runLength >> 26 & 0x20);
            int probability = binary[situation];
            int mean = probability + (1 << PERIOD - 2) >> PERIOD;
            if (coder.part(BINARY_SCALE) < probability) {
                coder.take(0, probability);
                binary[situation] = probability + (1 << INTERVAL) - mean;
                found = only;
                int symbol = symbol(only);
                updateOnly();
                return symbol;
            }
            coder.take(probability, BINARY_SCALE - probability);
            binary[situation] = probability - mean;
            initialEscape = ESCAPE[binary[situation] >> 10];
            masked[symbol(only)] = maskNumber;
            previousSuccess = 0;
        }
        return escaped();
    }

    /** What follows an escape: in shorter contexts the bytes that longer ones knew are out of the question. */
    private int escaped() throws IOException {
        while (true) {
            int known = count(shortest);
            do {
                orderFall++;
                shortest = suffix(shortest);
                if (shortest == 0) {
                    return END;
                }
            } while (count(shortest) == known);
            int context = shortest;
            int state = symbols(context);
            int n = 0;
            int sum = 0;
            for (int i = count(context); i >= 0; i--, state += STATE) {
                if (masked[symbol(state)] != maskNumber) {
                    sum += frequency(state);
                    candidates[n++] = state;
                }
            }
            int situation = escapeSituation(context, known);
            int escape = escapeFrequency(situation);
            int total = sum + escape;
            int part = coder.part(total);
            if (part < sum) {
                int i = 0;
                int above = frequency(candidates[0]);
                while (above <= part) {
                    above += frequency(candidates[++i]);
                }
                int chosen = candidates[i];
                coder.take(above - frequency(chosen), frequency(chosen));
                if (situation >= 0) {
                    learn(situation);
                }
                found = chosen;
                int symbol = symbol(chosen);
                updateEscaped();
                return symbol;
            }
            if (part >= total) {
                throw coder.damaged("has a code out of range");
            }
            coder.take(sum, escape);
            if (situation >= 0) {
                escapeSum[situation] = escapeSum[situation] + total & 0xFFFF;
            }
            for (int i = 0; i < n; i++) {
                masked[symbol(candidates[i])] = maskNumber;
            }
        }
    }

    private int escapeSituation(int context, int known) {
        int count = count(context);
        if (count == 0xFF) {
            return -1;
        }
        return (BY_FREQUENCY[count + 2] - 3) * 32
                + (sum(context) > 11 * (count + 1) ? 1 : 0)
                + (2 * count < count(suffix(context)) + known ? 2 : 0)
                + flags(context);
    }

    private int escapeFrequency(int situation) {
        if (situation < 0) {
            return 1;
        }
        int mean = escapeSum[situation] >>> escapeShift[situation];
        escapeSum[situation] = escapeSum[situation] - mean & 0xFFFF;
        return Math.max(1, mean);
    }

    private void learn(int situation) {
        if (escapeShift[situation] < PERIOD) {
            escapeCount[situation] = escapeCount[situation] - 1 & 0xFF;
            if (escapeCount[situation] == 0) {
                escapeSum[situation] = escapeSum[situation] << 1 & 0xFFFF;
                escapeCount[situation] = 3 << escapeShift[situation]++ & 0xFF;
            }
        }
    }

    // ---- Learning from a byte.

    private void updateFirst() {
        int context = shortest;
        int frequency = frequency(found);
        int sum = sum(context);
        previousSuccess = 2 * frequency >= sum ? 1 : 0;
        runLength += previousSuccess;
        sum(context, sum + 4);
        frequency(found, frequency + 4);
        if (frequency + 4 > MOST_FREQUENCY) {
            rescale();
        }
        nextContext();
    }

    private void updateOther() {
        int state = found;
        int frequency = frequency(state) + 4;
        sum(shortest, sum(shortest) + 4);
        frequency(state, frequency);
        if (frequency > frequency(state - STATE)) {
            swap(state, state - STATE);
            found = state - STATE;
            if (frequency > MOST_FREQUENCY) {
                rescale();
            }
        }
        nextContext();
    }

    private void updateOnly() {
        int frequency = frequency(found);
        frequency(found, frequency + (frequency < 196 ? 1 : 0));
        previousSuccess = 1;
        runLength++;
        nextContext();
    }

    private void updateEscaped() {
        int frequency = frequency(found) + 4;
        runLength = initialRunLength;
        sum(shortest, sum(shortest) + 4);
        frequency(found, frequency);
        if (frequency > MOST_FREQUENCY) {
            rescale();
        }
        update();
    }

    private void nextContext() {
        int next = successor(found);
        if (orderFall == 0 && next >= units.start) {
            longest = next;
            shortest = next;
        } else {
            update();
        }
    }

    private void restart() {
        units.reset();
        orderFall = order;
        initialRunLength = -Math.min(order, 12) - 1;
        runLength = initialRunLength;
        previousSuccess = 0;
        int root = units.allocateContext();
        int states = units.allocate(Units.SIZES - 1);
        longest = root;
        shortest = root;
        found = states;
        memory.u8(root, 255);
        flags(root, 0);
        sum(root, 257);
        memory.i32(root + SYMBOLS, states);
        memory.i32(root + SUFFIX, 0);
        for (int i = 0; i < 256; i++) {
            memory.u8(states + i * STATE, i);
            frequency(states + i * STATE, 1);
            successor(states + i * STATE, 0);
        }
        int i = 0;
        for (int group = 0; group < 25; group++) {
            while (BY_FREQUENCY[i] == group) {
                i++;
            }
            for (int k = 0; k < 64; k++) {
                binary[group * 64 + k] = BINARY_SCALE - FIRST_ESCAPE[k & 7] / (i + 1);
            }
        }
        i = 0;
        for (int group = 0; group < 24; group++) {
            while (BY_FREQUENCY[i + 3] == group + 3) {
                i++;
            }
            Arrays.fill(escapeSum, group * 32, group * 32 + 32, 2 * i + 5 << PERIOD - 4);
        }
        Arrays.fill(escapeShift, PERIOD - 4);
        Arrays.fill(escapeCount, 7);
    }

    /** Halves the frequencies of a context, keeping its symbols in their order. */
    private void rescale() {
        int context = shortest;
        int states = symbols(context);
        for (int s = found; s != states; s -= STATE) {
            swap(s, s - STATE);
        }
        int escape = sum(context) - frequency(states);
        int adder = orderFall != 0 ? 1 : 0;
        int sum = frequency(states) + 4 + adder >> 1;
        frequency(states, sum);
        int count = count(context);
        int s = states;
        for (int i = 0; i < count; i++) {
            s += STATE;
            int frequency = frequency(s);
            escape -= frequency;
            frequency = frequency + adder >> 1;
            sum += frequency;
            frequency(s, frequency);
            for (int t = s; t != states && frequency > frequency(t - STATE); t -= STATE) {
                swap(t, t - STATE);
            }
        }
        if (frequency(s) == 0) {
            int gone = 0;
            for (; frequency(s) == 0; s -= STATE) {
                gone++;
            }
            escape += gone;
            int oldUnits = count + 2 >> 1;
            int left = count - gone;
            memory.u8(context, left);
            if (left == 0) {
                int frequency = Math.min(MOST_FREQUENCY / 3, (2 * frequency(states) + escape - 1) / escape);
                flags(context, (flags(context) & PREVIOUS_HIGH) + high(symbol(states)));
                found = context + ONLY;
                copyState(states, found);
                frequency(found, frequency);
                units.release(states, oldUnits);
                return;
            }
            int newUnits = left + 2 >> 1;
            if (oldUnits != newUnits) {
                memory.i32(context + SYMBOLS, units.shrink(states, oldUnits, newUnits));
            }
        }
        sum(context, sum + escape - (escape >> 1));
        flags(context, flags(context) | RESCALED);
        found = symbols(context);
    }

    /** Adds the byte to the contexts that did not know it, and makes those that did longer. */
    private void update() {
        int fromSuccessor = successor(found);
        int frequency = frequency(found);
        int symbol = symbol(found);
        int inSuffix = 0;
        if (frequency < MOST_FREQUENCY / 4 && suffix(shortest) != 0) {
            inSuffix = countInSuffix(suffix(shortest), symbol);
        }
        int context = longest;
        if (orderFall == 0 && fromSuccessor != 0) {
            int made = createSuccessors(true, inSuffix, shortest);
            if (made == 0) {
                successor(found, 0);
                restore(context);
                return;
            }
            successor(found, made);
            longest = made;
            shortest = made;
            return;
        }
        memory.u8(units.text++, symbol);
        int successor = units.text;
        if (successor >= units.start) {
            restore(context);
            return;
        }
        if (fromSuccessor == 0) {
            fromSuccessor = reduceOrder(inSuffix, shortest);
        } else if (fromSuccessor < units.start) {
            fromSuccessor = createSuccessors(false, inSuffix, shortest);
        }
        if (fromSuccessor == 0) {
            restore(context);
            return;
        }
        if (--orderFall == 0) {
            successor = fromSuccessor;
            if (longest != shortest) {
                units.text--;
            }
        }
        int count = count(shortest);
        int rest = sum(shortest) - count - frequency;
        for (; context != shortest; context = suffix(context)) {
            if (!add(context, symbol, frequency, successor, count, rest)) {
                restore(context);
                return;
            }
        }
        longest = fromSuccessor;
        shortest = fromSuccessor;
    }

    private int countInSuffix(int context, int symbol) {
        if (count(context) == 0) {
            int only = context + ONLY;
            if (frequency(only) < 32) {
                frequency(only, frequency(only) + 1);
            }
            return only;
        }
        int state = find(context, symbol);
        if (state != symbols(context) && frequency(state) >= frequency(state - STATE)) {
            swap(state, state - STATE);
            state -= STATE;
        }
        if (frequency(state) < MOST_FREQUENCY - 9) {
            frequency(state, frequency(state) + 2);
            sum(context, sum(context) + 2);
        }
        return state;
    }

    private boolean add(int context, int symbol, int frequency, int successor, int count, int rest) {
        int had = count(context);
        int sum;
        if (had != 0) {
            if ((had & 1) != 0) {
                int states = symbols(context);
                int grown = units.grow(states, had + 1 >> 1);
                if (grown == 0) {
                    return false;
                }
                if (grown != states) {
                    memory.i32(context + SYMBOLS, grown);
                }
            }
            sum = sum(context) + (3 * had + 1 < count ? 1 : 0);
        } else {
            int states = units.allocate(0);
            if (states == 0) {
                return false;
            }
            copyState(context + ONLY, states);
            memory.i32(context + SYMBOLS, states);
            int first = frequency(states);
            first = first < MOST_FREQUENCY / 4 - 1 ? first << 1 : MOST_FREQUENCY - 4;
            frequency(states, first);
            sum = first + initialEscape + (count > 2 ? 1 : 0);
        }
        long own = 2L * frequency * (sum + 6);
        long others = (long) rest + sum;
        int given;
        if (own < 6 * others) {
            given = 1 + (own > others ? 1 : 0) + (own >= 4 * others ? 1 : 0);
            sum += 4;
        } else {
            given = 4 + (own > 9 * others ? 1 : 0) + (own > 12 * others ? 1 : 0) + (own > 15 * others ? 1 : 0);
            sum += given;
        }
        sum(context, sum);
        int state = symbols(context) + (had + 1) * STATE;
        memory.u8(state, symbol);
        frequency(state, given);
        successor(state, successor);
        flags(context, flags(context) | high(symbol));
        memory.u8(context, had + 1);
        return true;
    }

    /** Makes contexts, each one byte longer than its suffix, along the suffixes; 0 if there is no room. */
    private int createSuccessors(boolean skip, int inSuffix, int from) {
        int branch = successor(found);
        int symbol = symbol(found);
        int[] states = new int[PpmdDecoder.MOST_ORDER + 1];
        int n = 0;
        int context = from;
        int given = inSuffix;
        if (!skip) {
            states[n++] = found;
        }
        while (suffix(context) != 0) {
            context = suffix(context);
            int state;
            if (given != 0) {
                state = given;
                given = 0;
            } else if (count(context) != 0) {
                state = find(context, symbol);
                if (frequency(state) < MOST_FREQUENCY - 9) {
                    frequency(state, frequency(state) + 1);
                    sum(context, sum(context) + 1);
                }
            } else {
                state = context + ONLY;
                if (count(suffix(context)) == 0 && frequency(state) < 24) {
                    frequency(state, frequency(state) + 1);
                }
            }
            int next = successor(state);
            if (next != branch) {
                context = next;
                if (n == 0) {
                    return context;
                }
                break;
            }
            states[n++] = state;
        }
        int newSymbol = memory.u8(branch);
        int newFrequency = newFrequency(context, newSymbol);
        int flags = (high(symbol) << 1) + high(newSymbol);
        while (n > 0) {
            int made = units.allocateContext();
            if (made == 0) {
                return 0;
            }
            memory.u8(made, 0);
            flags(made, flags);
            memory.u8(made + ONLY, newSymbol);
            frequency(made + ONLY, newFrequency);
            successor(made + ONLY, branch + 1);
            memory.i32(made + SUFFIX, context);
            successor(states[--n], made);
            context = made;
        }
        return context;
    }

    private int newFrequency(int context, int symbol) {
        int count = count(context);
        if (count == 0) {
            return frequency(context + ONLY);
        }
        int own = frequency(find(context, symbol)) - 1;
        int others = sum(context) - count - own;
        return 1 + (2 * own <= others ? (5 * own > others ? 1 : 0) : (own + 2 * others - 3) / others);
    }

    /** Goes to the longest context that knows the byte with what follows it; 0 if there is no room. */
    private int reduceOrder(int inSuffix, int from) {
        int branch = units.text;
        int symbol = symbol(found);
        int context = from;
        int given = inSuffix;
        int state;
        successor(found, branch);
        orderFall++;
        while (true) {
            if (given != 0) {
                context = suffix(context);
                state = given;
                given = 0;
            } else {
                if (suffix(context) == 0) {
                    return context;
                }
                context = suffix(context);
                if (count(context) != 0) {
                    state = find(context, symbol);
                    if (frequency(state) < MOST_FREQUENCY - 9) {
                        frequency(state, frequency(state) + 2);
                        sum(context, sum(context) + 2);
                    }
                } else {
                    state = context + ONLY;
                    if (frequency(state) < 32) {
                        frequency(state, frequency(state) + 1);
                    }
                }
            }
            if (successor(state) != 0) {
                break;
            }
            successor(state, branch);
            orderFall++;
        }
        if (successor(state) <= branch) {
            int kept = found;
            found = state;
            successor(state, createSuccessors(false, 0, context));
            found = kept;
        }
        int successor = successor(state);
        if (orderFall == 1 && from == longest) {
            successor(found, successor);
            units.text--;
        }
        return successor;
    }

    // ---- What to do when the memory is used up.

    /** Takes back what was added since {@code failed} could not be, then starts again or cuts contexts off. */
    private void restore(int failed) {
        units.text = 0;
        int context = longest;
        for (; context != failed; context = suffix(context)) {
            int count = count(context) - 1;
            memory.u8(context, count);
            if (count == 0) {
                int states = symbols(context);
                flags(context, (flags(context) & PREVIOUS_HIGH) + high(symbol(states)));
                int frequency = frequency(states) + 11 >> 3;
                copyState(states, context + ONLY);
                frequency(context + ONLY, frequency);
                units.releaseUnit(states);
            } else {
                refresh(context, count + 3 >> 1, 0);
            }
        }
        for (; context != shortest; context = suffix(context)) {
            if (count(context) == 0) {
                frequency(context + ONLY, frequency(context + ONLY) + 1 >> 1);
            } else {
                sum(context, sum(context) + 4);
                if (sum(context) > 128 + 4 * count(context)) {
                    refresh(context, count(context) + 2 >> 1, 1);
                }
            }
        }
        if (!cutOff || units.used() < units.total() >>> 1) {
            restart();
        } else {
            while (suffix(longest) != 0) {
                longest = suffix(longest);
            }
            do {
                cut(longest, 0);
                units.expandText();
            } while (units.used() > 3 * (units.total() >>> 2));
            units.glueNextTime();
            orderFall = order;
        }
        shortest = longest;
    }

    /** Sums the frequencies of a context again, halved if wanted, after symbols have gone. */
    private void refresh(int context, int oldUnits, int halved) {
        int count = count(context);
        int states = units.shrink(symbols(context), oldUnits, count + 2 >> 1);
        memory.i32(context + SYMBOLS, states);
        int scale = halved | (sum(context) >= 1 << 15 ? 1 : 0);
        int escape = sum(context);
        int sum = 0;
        int high = 0;
        for (int i = 0; i <= count; i++, states += STATE) {
            int frequency = frequency(states);
            escape -= frequency;
            frequency = frequency + scale >> scale;
            sum += frequency;
            frequency(states, frequency);
            high |= high(symbol(states));
        }
        sum(context, sum + (escape + scale >> scale));
        flags(context, (flags(context) & PREVIOUS_HIGH + RESCALED * scale) + high);
    }

    /** Removes what leads to no context, from the longest contexts down; gives the context, or 0 if it has gone. */
    private int cut(int context, int depth) {
        int count = count(context);
        if (count == 0) {
            int only = context + ONLY;
            if (successor(only) >= units.start) {
                int next = depth < order ? cut(successor(only), depth + 1) : 0;
                successor(only, next);
                if (next != 0 || depth <= BOUND) {
                    return context;
                }
            }
            units.releaseUnit(context);
            return 0;
        }
        int used = count + 2 >> 1;
        int states = units.moveUp(symbols(context), used);
        memory.i32(context + SYMBOLS, states);
        int left = count;
        for (int state = states + count * STATE; state >= states; state -= STATE) {
            if (successor(state) < units.start) {
                int last = states + left * STATE;
                left--;
                successor(state, 0);
                swap(state, last);
            } else {
                successor(state, depth < order ? cut(successor(state), depth + 1) : 0);
            }
        }
        if (left != count && depth != 0) {
            if (left < 0) {
                units.release(states, used);
                units.releaseUnit(context);
                return 0;
            }
            memory.u8(context, left);
            if (left == 0) {
                flags(context, (flags(context) & PREVIOUS_HIGH) + high(symbol(states)));
                int frequency = frequency(states) + 11 >> 3;
                copyState(states, context + ONLY);
                frequency(context + ONLY, frequency);
                units.release(states, used);
            } else {
                refresh(context, used, sum(context) > 16 * left ? 1 : 0);
            }
        }
        return context;
    }
}

package symcrete.rt;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The characters that one place of a regular expression matches.
 *
 * <p>The library itself is asked about each character, once for each such place, so that its meaning need not be known here. Characters of two parts (surrogates) are all in
 * it or all not: other places are refused.
 */
final class CharSet {
    private static final int ALL = 1 << 16;
    /** Characters beyond those of one part: the first, the last, and some between. */
    private static final int[] PAIRS = {0x10000, 0x10400, 0x1D400, 0x1F600, 0x20000, 0x10FFFF};
    private static final Map<String, CharSet> KNOWN = new HashMap<>();
    /** Where ranges begin and end, one after the other. */
    final int[] bounds;
    /** Are characters of two parts in it? */
    final boolean hasPairs;

    private CharSet(int[] bounds, boolean hasPairs) {
        this.bounds = bounds;
        this.hasPairs = hasPairs;
    }

    /** Nothing is known yet of a character that may be any. */
    static CharSet all() {
        return new CharSet(new int[] {0, ALL - 1}, true);
    }

    /** The set that an expression for one character stands for; null if it treats characters of two parts in several ways. */
    static synchronized CharSet of(String atom, int flags) {
        String key = flags + atom;
        if (!KNOWN.containsKey(key)) KNOWN.put(key, asked(Pattern.compile(atom, flags)));
        return KNOWN.get(key);
    }

    private static CharSet asked(Pattern pattern) {
        Matcher matcher = pattern.matcher("");
        boolean[] has = new boolean[ALL];
        for (int c = 0; c < ALL; c++) has[c] = matcher.reset(String.valueOf((char) c)).matches();
        boolean hasPairs = matcher.reset(new String(Character.toChars(PAIRS[0]))).matches();
        for (int c : PAIRS) if (matcher.reset(new String(Character.toChars(c))).matches() != hasPairs) return null;
        for (int c = Character.MIN_SURROGATE; c <= Character.MAX_SURROGATE; c++) if (has[c] != hasPairs) return null;
        return where(c -> has[c], hasPairs);
    }

    /** The characters of which something holds. */
    static CharSet where(java.util.function.IntPredicate holds, boolean hasPairs) {
        int[] bounds = new int[16];
        int n = 0;
        for (int c = 0; c < ALL; c++) {
            if (!holds.test(c)) continue;
            int from = c;
            while (c + 1 < ALL && holds.test(c + 1)) c++;
            if (n == bounds.length) bounds = Arrays.copyOf(bounds, 2 * n);
            bounds[n++] = from;
            bounds[n++] = c;
        }
        return new CharSet(Arrays.copyOf(bounds, n), hasPairs);
    }

    boolean isEmpty() {
        return bounds.length == 0;
    }

    boolean has(char c) {
        for (int k = 0; k < bounds.length; k += 2) if (c >= bounds[k] && c <= bounds[k + 1]) return true;
        return false;
    }

    /** What is in both. */
    CharSet and(CharSet other) {
        int[] both = new int[bounds.length + other.bounds.length];
        int n = 0;
        int j = 0;
        for (int i = 0; i < bounds.length && j < other.bounds.length; ) {
            int from = Math.max(bounds[i], other.bounds[j]);
            int to = Math.min(bounds[i + 1], other.bounds[j + 1]);
            if (from <= to) {
                both[n++] = from;
                both[n++] = to;
            }
            if (bounds[i + 1] < other.bounds[j + 1]) i += 2;
            else j += 2;
        }
        return new CharSet(Arrays.copyOf(both, n), hasPairs && other.hasPairs);
    }

    /** What is not in it. */
    CharSet not() {
        int[] others = new int[bounds.length + 2];
        int n = 0;
        int next = 0;
        for (int k = 0; k < bounds.length; k += 2) {
            if (bounds[k] > next) {
                others[n++] = next;
                others[n++] = bounds[k] - 1;
            }
            next = bounds[k + 1] + 1;
        }
        if (next < ALL) {
            others[n++] = next;
            others[n++] = ALL - 1;
        }
        return new CharSet(Arrays.copyOf(others, n), !hasPairs);
    }

    /** The condition that a character is in it. */
    int condition(int id, char c) {
        CharSet others = not();
        boolean isNegated = others.bounds.length < bounds.length;
        int[] ranges = isNegated ? others.bounds : bounds;
        int condition = 0;
        for (int k = 0; k < ranges.length; k += 2) {
            boolean isOne = ranges[k] == ranges[k + 1];
            int one = isOne ? Ints.compare(Op.Eq, id, Trace.constant(32, ranges[k]), c == ranges[k]) : Chars.between(id, c, ranges[k], ranges[k + 1]);
            condition = Chars.either(condition, one);
        }
        if (!isNegated || condition == 0) return condition;
        return Trace.record(Op.Xor, 1, condition, Trace.constant(1, 1), 0, has(c) ? 1 : 0);
    }
}

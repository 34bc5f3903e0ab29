package symcrete.rt;

import java.util.function.IntPredicate;

/** Characters: what they are, by ranges of ASCII; characters beyond are this run's, and that is counted. */
@Model(Character.class)
public final class CharacterModels {
    private CharacterModels() {}

    /** A letter in this range moved by this distance, and any other character as it is. */
    static int fold(char c, int shadow, char from, char to, int distance, int place) {
        if (shadow <= 0) return 0;
        int id = Ints.of(shadow, c, place);
        int inside = Chars.between(id, c, from, to);
        boolean holds = c >= from && c <= to;
        int moved = Trace.record(Op.Add, 32, id, Trace.constant(32, Ints.unsigned(distance)), 0, Ints.unsigned(c + distance));
        if (inside == 0 || moved == 0) return 0;
        return Trace.record(Op.Ite, 32, moved, id, inside, holds ? c + distance : c);
    }

    /** Most ranges that a condition is made of. */
    private static final int MOST = 64;

    /** The condition that a character is what is asked for: which ranges hold it, those of ASCII and the others apart. */
    private static void is(int c, int shadow, IntPredicate asked, int place) {
        if (shadow <= 0 || Rt.isAside(place)) return;
        int id = Ints.of(shadow, c, place);
        boolean isAscii = Chars.decideBetween(c, id, 0, 127, place);
        int[] ranges = isAscii ? ranges(asked, 0, 127) : c <= Character.MAX_VALUE ? ranges(asked, 128, Character.MAX_VALUE) : null;
        if (ranges == null || !isAscii && !Chars.decideBetween(c, id, 128, Character.MAX_VALUE, place)) {
            Rt.fix(id, Layout.WHAT_UNSUPPORTED, place);
            return;
        }
        int condition = 0;
        for (int k = 0; k < ranges.length; k += 2) condition = Chars.either(condition, Chars.between(id, c, ranges[k], ranges[k + 1]));
        Rt.ret = Ints.ofCondition(condition);
    }

    /** A character beyond ASCII: if it is a digit, that is a decision, and it is this run's. */
    static void fixDigit(char c, int shadow, int place) {
        if (shadow == 0) return;
        int[] ranges = ranges(Character::isDigit, 128, Character.MAX_VALUE);
        int condition = 0;
        for (int k = 0; k < ranges.length; k += 2) condition = Chars.either(condition, Chars.between(shadow, c, ranges[k], ranges[k + 1]));
        Rt.implicit(condition, Character.isDigit(c), place);
        if (Character.isDigit(c)) Rt.fix(shadow, Layout.WHAT_UNSUPPORTED, place);
    }

    public static int digit(char c, int radix, int sc, int sr, int place) {
        if ((sc > 0 || sr > 0) && !Rt.isAside(place)) {
            Rt.decide(Ints.checked(sr, radix, place), radix, place);
            if (radix >= Character.MIN_RADIX && radix <= Character.MAX_RADIX) Rt.ret = digit(c, Ints.checked(sc, c, place), radix, place);
        }
        return Character.digit(c, radix);
    }

    /** The value of a digit: which kind of digit it is, is a decision. */
    private static int digit(char c, int shadow, int radix, int place) {
        if (shadow == 0) return 0;
        int letters = Math.max(radix - 10, 0);
        if (Chars.decideBetween(c, shadow, '0', '0' + Math.min(radix, 10) - 1, place)) return Ints.sub(c, '0', shadow, 0, place);
        if (letters > 0 && Chars.decideBetween(c, shadow, 'a', 'a' + letters - 1, place)) return Ints.sub(c, 'a' - 10, shadow, 0, place);
        if (letters > 0 && Chars.decideBetween(c, shadow, 'A', 'A' + letters - 1, place)) return Ints.sub(c, 'A' - 10, shadow, 0, place);
        if (Chars.decideBetween(c, shadow, 0, 127, place)) return 0;
        if (letters > 0) Rt.fix(shadow, Layout.WHAT_UNSUPPORTED, place);
        else fixDigit(c, shadow, place);
        return 0;
    }

    /** First and last of each range of what is asked for; null when there are too many. */
    private static int[] ranges(IntPredicate asked, int first, int last) {
        int[] ranges = new int[2 * MOST];
        int n = 0;
        for (int from = first; from <= last; from++) {
            if (!asked.test(from)) continue;
            int to = from;
            while (to < last && asked.test(to + 1)) to++;
            if (n == ranges.length) return null;
            ranges[n++] = from;
            ranges[n++] = to;
            from = to;
        }
        return java.util.Arrays.copyOf(ranges, n);
    }

    public static boolean isDigit(char c, int sc, int place) {
        is(c, sc, Character::isDigit, place);
        return Character.isDigit(c);
    }

    public static boolean isDigit(int c, int sc, int place) {
        is(c, sc, Character::isDigit, place);
        return Character.isDigit(c);
    }

    public static boolean isLetter(char c, int sc, int place) {
        is(c, sc, Character::isLetter, place);
        return Character.isLetter(c);
    }

    public static boolean isLetter(int c, int sc, int place) {
        is(c, sc, Character::isLetter, place);
        return Character.isLetter(c);
    }

    public static boolean isLetterOrDigit(char c, int sc, int place) {
        is(c, sc, Character::isLetterOrDigit, place);
        return Character.isLetterOrDigit(c);
    }

    public static boolean isLetterOrDigit(int c, int sc, int place) {
        is(c, sc, Character::isLetterOrDigit, place);
        return Character.isLetterOrDigit(c);
    }

    public static boolean isUpperCase(char c, int sc, int place) {
        is(c, sc, Character::isUpperCase, place);
        return Character.isUpperCase(c);
    }

    public static boolean isUpperCase(int c, int sc, int place) {
        is(c, sc, Character::isUpperCase, place);
        return Character.isUpperCase(c);
    }

    public static boolean isLowerCase(char c, int sc, int place) {
        is(c, sc, Character::isLowerCase, place);
        return Character.isLowerCase(c);
    }

    public static boolean isLowerCase(int c, int sc, int place) {
        is(c, sc, Character::isLowerCase, place);
        return Character.isLowerCase(c);
    }

    public static boolean isWhitespace(char c, int sc, int place) {
        is(c, sc, Character::isWhitespace, place);
        return Character.isWhitespace(c);
    }

    public static boolean isWhitespace(int c, int sc, int place) {
        is(c, sc, Character::isWhitespace, place);
        return Character.isWhitespace(c);
    }

    public static boolean isAlphabetic(int c, int sc, int place) {
        is(c, sc, Character::isAlphabetic, place);
        return Character.isAlphabetic(c);
    }

    public static boolean isSpaceChar(char c, int sc, int place) {
        is(c, sc, Character::isSpaceChar, place);
        return Character.isSpaceChar(c);
    }

    public static boolean isSpaceChar(int c, int sc, int place) {
        is(c, sc, Character::isSpaceChar, place);
        return Character.isSpaceChar(c);
    }

    public static boolean isJavaIdentifierStart(char c, int sc, int place) {
        is(c, sc, Character::isJavaIdentifierStart, place);
        return Character.isJavaIdentifierStart(c);
    }

    public static boolean isJavaIdentifierStart(int c, int sc, int place) {
        is(c, sc, Character::isJavaIdentifierStart, place);
        return Character.isJavaIdentifierStart(c);
    }

    public static boolean isJavaIdentifierPart(char c, int sc, int place) {
        is(c, sc, Character::isJavaIdentifierPart, place);
        return Character.isJavaIdentifierPart(c);
    }

    public static boolean isJavaIdentifierPart(int c, int sc, int place) {
        is(c, sc, Character::isJavaIdentifierPart, place);
        return Character.isJavaIdentifierPart(c);
    }

    public static char toLowerCase(char c, int sc, int place) {
        change(c, sc, 'A', 'Z', 32, place);
        return Character.toLowerCase(c);
    }

    public static char toUpperCase(char c, int sc, int place) {
        change(c, sc, 'a', 'z', -32, place);
        return Character.toUpperCase(c);
    }

    private static void change(char c, int shadow, char from, char to, int distance, int place) {
        if (shadow <= 0 || Rt.isAside(place)) return;
        int id = Ints.of(shadow, c, place);
        if (Chars.decideBetween(c, id, 0, 127, place)) Rt.ret = fold(c, id, from, to, distance, place);
        else Rt.fix(id, Layout.WHAT_UNSUPPORTED, place);
    }

    public static int getNumericValue(char c, int sc, int place) {
        digit(c, sc, place);
        return Character.getNumericValue(c);
    }

    /** The value of a digit; that it is one is a decision, and others are this run's. */
    private static void digit(char c, int shadow, int place) {
        if (shadow <= 0 || Rt.isAside(place)) return;
        int id = Ints.of(shadow, c, place);
        if (Chars.decideBetween(c, id, '0', '9', place)) Rt.ret = Ints.sub(c, '0', id, 0, place);
        else Rt.fix(id, Layout.WHAT_UNSUPPORTED, place);
    }

    public static int compare(char x, char y, int sx, int sy, int place) {
        if (!Rt.isAside(place) && (sx > 0 || sy > 0)) Rt.ret = Ints.sub(x, y, sx, sy, place);
        return Character.compare(x, y);
    }
}

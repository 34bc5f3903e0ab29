package symcrete.rt;

import symcrete.rt.Texts.Text;

/** Boxes of ints, and numbers in texts. */
@Model(Integer.class)
public final class IntegerModels {

    private IntegerModels() {}

    public static Integer valueOf(int i, int si, int place) {
        int value = Rt.isAside(place) ? 0 : Ints.checked(si, i, place);
        return value == 0 ? Integer.valueOf(i) : Boxes.made(Integer.valueOf(i), value);
    }

    public static int intValue(Integer i, int si, int place) {
        if (!Rt.isAside(place)) Rt.ret = Ints.checked(Boxes.value(i, si), i, place);
        return i;
    }

    public static boolean equals(Integer i, Object other, int si, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            int x = Boxes.value(i, si);
            int y = Boxes.value(other, so);
            if (other instanceof Integer && (x != 0 || y != 0)) {
                Rt.ret = Ints.ofCondition(Ints.compare(Op.Eq, Ints.of(x, i, place), Ints.of(y, (Integer) other, place), i.equals(other)));
            }
        }
        return i.equals(other);
    }

    public static int compare(int x, int y, int sx, int sy, int place) {
        if (!Rt.isAside(place) && (sx > 0 || sy > 0)) {
            int a = Ints.of(sx, x, place);
            int b = Ints.of(sy, y, place);
            Rt.ret = Branches.threeWay(Ints.compare(Op.Slt, a, b, x < y), Ints.compare(Op.Eq, a, b, x == y), Integer.compare(x, y));
        }
        return Integer.compare(x, y);
    }

    public static int compareTo(Integer i, Integer other, int si, int so, int place) {
        if (!Rt.isAside(place)) Refs.use(other, so, place);
        return compare(i, other, Boxes.value(i, si), Boxes.value(other, so), place);
    }

    public static int hashCode(Integer i, int si, int place) {
        return intValue(i, si, place);
    }

    public static long longValue(Integer i, int si, int place) {
        int value = Rt.isAside(place) ? 0 : Ints.checked(Boxes.value(i, si), i, place);
        if (value != 0) Rt.ret = Longs.ofInt(i, value, place);
        return i;
    }

    public static String toString(int i, int si, int place) {
        return TextModels.shown(Integer.toString(i), i, si, place);
    }

    public static String toString(Integer i, int si, int place) {
        return TextModels.shown(i.toString(), i, Boxes.value(i, si), place);
    }

    public static int sum(int x, int y, int sx, int sy, int place) {
        if (sx > 0 || sy > 0) Rt.ret = Ints.add(x, y, sx, sy, place);
        return x + y;
    }

    public static int signum(int x, int sx, int place) {
        return compare(x, 0, sx, 0, place);
    }

    public static int bitCount(int i, int si, int place) {
        int a = si > 0 && !Rt.isAside(place) ? Ints.of(si, i, place) : 0;
        if (a != 0) Rt.ret = Trace.record(Op.Ctpop, 32, a, 0, 0, Integer.bitCount(i));
        return Integer.bitCount(i);
    }

    public static int numberOfLeadingZeros(int i, int si, int place) {
        int a = si > 0 && !Rt.isAside(place) ? Ints.of(si, i, place) : 0;
        if (a != 0) Rt.ret = Trace.record(Op.Ctlz, 32, a, 0, 0, Integer.numberOfLeadingZeros(i));
        return Integer.numberOfLeadingZeros(i);
    }

    public static int numberOfTrailingZeros(int i, int si, int place) {
        int a = si > 0 && !Rt.isAside(place) ? Ints.of(si, i, place) : 0;
        if (a != 0) Rt.ret = Trace.record(Op.Cttz, 32, a, 0, 0, Integer.numberOfTrailingZeros(i));
        return Integer.numberOfTrailingZeros(i);
    }

    public static int parseInt(String s, int ss, int place) {
        if (!Rt.isAside(place)) parse(s, 10, ss, place);
        return Integer.parseInt(s);
    }

    public static int parseInt(String s, int radix, int ss, int sr, int place) {
        if (!Rt.isAside(place)) {
            Rt.decide(Ints.checked(sr, radix, place), radix, place);
            parse(s, radix, ss, place);
        }
        return Integer.parseInt(s, radix);
    }

    static void parse(String s, int radix, int ss, int place) {
        Refs.use(s, ss, place);
        Text text = s == null ? null : Texts.of(s, ss);
        boolean isKnown = radix >= Character.MIN_RADIX && radix <= Character.MAX_RADIX;
        if (text != null && isKnown) Rt.ret = parsed(s, text, radix, place);
    }

    /** The number of a text; every digit and sign is a decision, as the library makes it. */
    private static int parsed(String s, Text text, int radix, int place) {
        Texts.decideLength(text, s, place);
        int n = s.length();
        if (n == 0) return 0;
        int first = Texts.at(text, s, 0, place);
        boolean isNegative = sign(s.charAt(0), first, '-', place);
        boolean hasSign = isNegative || sign(s.charAt(0), first, '+', place);
        int from = hasSign ? 1 : 0;
        if (n - from > safe(radix)) {
            Trace.lost(Layout.WHAT_UNSUPPORTED, place);
            return 0;
        }
        int value = 0;
        int number = 0;
        for (int k = from; k < n; k++) {
            int c = Texts.at(text, s, k, place);
            char digit = s.charAt(k);
            int base = base(digit, c, radix, place);
            if (base < 0) {
                // Digits of other scripts count as well, and so do their letters.
                if (Chars.decideBetween(digit, c, 0, 127, place)) return 0;
                if (radix <= 10) CharacterModels.fixDigit(digit, c, place);
                else Rt.fix(c, Layout.WHAT_UNSUPPORTED, place);
                return 0;
            }
            int one = c == 0 ? 0 : Ints.sub(digit, base, c, 0, place);
            int scaled = number == 0 ? 0 : Ints.mul(value, radix, number, 0, place);
            number = scaled == 0 && one == 0 ? 0 : Ints.add(radix * value, digit - base, scaled, one, place);
            value = radix * value + (digit - base);
        }
        return isNegative && number != 0 ? Ints.neg(value, number, place) : number;
    }

    /** How many digits never overflow. */
    private static int safe(int radix) {
        int n = 0;
        for (long most = radix; most <= Integer.MAX_VALUE; most *= radix) n++;
        return n;
    }

    /** The character that stands for 0 where this one is a digit: one of three ranges, which is decided; -1 if it is none. */
    private static int base(char digit, int shadow, int radix, int place) {
        if (Chars.decideBetween(digit, shadow, '0', '0' + Math.min(radix, 10) - 1, place)) return '0';
        if (radix <= 10) return -1;
        if (Chars.decideBetween(digit, shadow, 'a', 'a' + radix - 11, place)) return 'a' - 10;
        return Chars.decideBetween(digit, shadow, 'A', 'A' + radix - 11, place) ? 'A' - 10 : -1;
    }

    private static boolean sign(char c, int shadow, char sign, int place) {
        return shadow == 0 ? c == sign : Chars.decideSame(c, shadow, sign, 0, place);
    }
}

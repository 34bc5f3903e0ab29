package symcrete.rt;

/** Characters of symbolic texts, and conditions on them. */
public final class Chars {
    private Chars() {}

    /** The shadow of a character, if it stands for what is there. */
    static int checked(int shadow, char c, int place) {
        if (shadow == 0) return 0;
        if ((int) Trace.value(shadow) == c) return shadow;
        Rt.stale(place);
        return 0;
    }

    /**
     * The shadow of a string that has this text. One that others may share, such as the empty one or an operand that the library gave back, is
     * known by its reference only.
     */
    static int shadowOf(String result, Texts.Text text) {
        boolean isNothing = text == null || result.isEmpty() && text.length == 0;
        if (isNothing) return 0;
        if (result.isEmpty() || Texts.of(result, 0) != null) return Refs.shadow(0, 0, text);
        Texts.set(result, text);
        return 0;
    }

    /** Are two characters the same? A decision if the input decides. */
    static boolean decideSame(char x, int sx, char y, int sy, int place) {
        if (sx > 0 || sy > 0) {
            int same = Ints.compare(Op.Eq, Ints.of(sx, x, place), Ints.of(sy, y, place), x == y);
            Rt.implicit(same, x == y, place);
        }
        return x == y;
    }

    /** Is a character from one to another? A decision if the input decides. */
    static boolean decideBetween(int c, int shadow, int from, int to, int place) {
        boolean holds = c >= from && c <= to;
        if (shadow > 0) Rt.implicit(between(Ints.of(shadow, c, place), c, from, to), holds, place);
        return holds;
    }

    /** The condition that a number is from one to another. */
    static int between(int id, int c, int from, int to) {
        if (id == 0) return 0;
        int above = Trace.record(Op.Sub, 32, id, Trace.constant(32, Ints.unsigned(from)), 0, Ints.unsigned(c - from));
        return Ints.compare(Op.Ule, above, Trace.constant(32, to - from), Integer.compareUnsigned(c - from, to - from) <= 0);
    }

    /** The conjunction of conditions; 0 stands for one that holds anyway. */
    static int both(int a, int b) {
        if (a == 0 || b == 0) return a + b;
        return Trace.record(Op.And, 1, a, b, 0, Trace.value(a) & Trace.value(b));
    }

    static int either(int a, int b) {
        if (a == 0 || b == 0) return a + b;
        return Trace.record(Op.Or, 1, a, b, 0, Trace.value(a) | Trace.value(b));
    }
}

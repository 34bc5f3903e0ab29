package symcrete.rt;

/**
 * References that {@code ==} compares, as the plain program would have them: boxes that the library shares, and strings of the input, which stand for literals of a
 * caller. Equal literals are one object.
 *
 * <p>A caller may as well make a string of its own, which is equal to a literal and another object. That is not tried, and counted as lost.
 */
public final class Identical {
    private Identical() {}

    /** Two references are about to be compared: if it depends on their texts whether they are one object, that is decided. */
    public static void compared(Object x, Object y, int sx, int sy, int place) {
        if (x == y || x != null && !(x instanceof String) || Rt.isAside(place)) return;
        // In the order of Refs.same.
        Refs.use(x, sx, place);
        Refs.use(y, sy, place);
        if (x == null || !(y instanceof String)) return;
        String one = (String) x;
        String two = (String) y;
        if (!Texts.isGiven(one) && !Texts.isGiven(two) || !isLiteral(one) || !isLiteral(two)) return;
        boolean isSame = one.equals(two);
        Rt.implicit(StringModels.same(one, sx, two, sy, place), isSame, place);
        if (isSame) Trace.lost(Layout.WHAT_IDENTITY, place);
    }

    /** Is this a literal, or does it stand for one? */
    private static boolean isLiteral(String value) {
        return Texts.isGiven(value) || interned(value) == value;
    }

    /** The literal with this text. What is asked for does not itself become it. */
    private static String interned(String value) {
        return new String(value).intern();
    }

    /** What the plain program would have in place of this object. */
    public static Object canonical(Object value) {
        if (value instanceof String) return Rt.isFollowed() && Texts.isGiven(value) ? interned((String) value) : value;
        return Boxes.canonical(value);
    }
}

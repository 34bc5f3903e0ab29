package symcrete.rt;

/**
 * Comparisons of boxes and strings that the libraries make: equality and natural order, told as conditions or decisions.
 *
 * <p>Floats are compared as their boxes are: all that are no number are equal, and -0 and 0 are not.
 */
final class Values {
    private Values() {}

    /** Is something of this box or string symbolic? */
    static boolean isSymbolic(Object value) {
        return value != null && Rt.contents != 0 && (Boxes.holds(value) || value instanceof String && Texts.holds(value));
    }

    /** The condition that two boxes of one class hold the same; 0 when the input does not decide. */
    static int equal(Object x, int vx, Object y, int vy, int place) {
        if (vx <= 0 && vy <= 0) return 0;
        boolean holds = x.equals(y);
        if (x instanceof Double) return same(Doubles.of(vx, (Double) x, place), Doubles.of(vy, (Double) y, place), ((Double) x).isNaN(), ((Double) y).isNaN());
        if (x instanceof Float) return same(Floats.of(vx, (Float) x, place), Floats.of(vy, (Float) y, place), ((Float) x).isNaN(), ((Float) y).isNaN());
        if (x instanceof Long) return Ints.compare(Op.Eq, Longs.of(vx, (Long) x, place), Longs.of(vy, (Long) y, place), holds);
        return Ints.compare(Op.Eq, Ints.of(vx, number(x), place), Ints.of(vy, number(y), place), holds);
    }

    /** The condition that two floats have the same bits, or are both no number. */
    private static int same(int a, int b, boolean isNan, boolean isOther) {
        if (a == 0 || b == 0) return 0;
        int none = Chars.both(Ints.compare(Op.FUne, a, a, isNan), Ints.compare(Op.FUne, b, b, isOther));
        return Chars.either(none, Ints.compare(Op.Eq, a, b, Trace.value(a) == Trace.value(b)));
    }

    /** What a box holds that the stack has as an int. */
    private static int number(Object box) {
        if (box instanceof Character) return (Character) box;
        if (box instanceof Boolean) return (Boolean) box ? 1 : 0;
        return ((Number) box).intValue();
    }

    /** Are two values equal? A decision if the input decides. */
    static boolean decideEqual(Object x, Object y, int place) {
        if (x == null || y == null || x.getClass() != y.getClass()) return x == y;
        int condition = 0;
        if (x instanceof String) condition = StringModels.same((String) x, 0, (String) y, 0, place);
        else if (isSymbolic(x) || isSymbolic(y)) {
            condition = equal(x, Refs.value(Boxes.shadow(x)), y, Refs.value(Boxes.shadow(y)), place);
        }
        boolean holds = x.equals(y);
        Rt.implicit(condition, holds, place);
        return holds;
    }

    /** How two boxes or strings of one class compare. A decision if the input decides. What is left undecided of the number, below or above 0, is returned. */
    static int decideOrder(Object x, Object y, int place) {
        int order = order(x, y);
        if (!isSymbolic(x) && !isSymbolic(y)) return 0;
        if (x instanceof String) {
            int difference = StringModels.difference((String) x, Texts.of(x, 0), (String) y, Texts.of(y, 0), place);
            decideSign(difference, order, place);
            return difference;
        }
        int vx = Refs.value(Boxes.shadow(x));
        int vy = Refs.value(Boxes.shadow(y));
        if (vx <= 0 && vy <= 0) return 0;
        if (x instanceof Double) FloatModels.compare((Double) x, (Double) y, vx, vy, place);
        if (x instanceof Float) FloatModels.compare((Float) x, (Float) y, vx, vy, place);
        if (x instanceof Double || x instanceof Float) return 0;
        int less;
        if (x instanceof Long) less = Ints.compare(Op.Slt, Longs.of(vx, (Long) x, place), Longs.of(vy, (Long) y, place), order < 0);
        else less = Ints.compare(Op.Slt, Ints.of(vx, number(x), place), Ints.of(vy, number(y), place), order < 0);
        Rt.implicit(less, order < 0, place);
        if (order >= 0) Rt.implicit(equal(x, vx, y, vy, place), order == 0, place);
        // Other boxes than these give their difference.
        return x instanceof Integer || x instanceof Long || x instanceof Boolean ? 0 : Ints.sub(number(x), number(y), vx, vy, place);
    }

    @SuppressWarnings("unchecked")
    static int order(Object x, Object y) {
        return ((Comparable<Object>) x).compareTo(y);
    }

    /** From here on the path relies on what this box or string holds. */
    static void fix(Object value, int place) {
        Texts.Text text = value instanceof String ? Texts.of(value, 0) : null;
        if (text == null) {
            Rt.fix(Refs.value(Boxes.shadow(value)), Layout.WHAT_UNSUPPORTED, place);
            return;
        }
        String string = (String) value;
        Texts.decideLength(text, string, place);
        for (int k = 0; k < string.length(); k++) Rt.fix(Texts.at(text, string, k, place), Layout.WHAT_UNSUPPORTED, place);
    }

    /** Decides the sign of a number. */
    static void decideSign(int expr, int value, int place) {
        if (expr <= 0) return;
        int zero = Trace.constant(32, 0);
        Rt.implicit(Ints.compare(Op.Slt, expr, zero, value < 0), value < 0, place);
        if (value >= 0) Rt.implicit(Ints.compare(Op.Eq, expr, zero, value == 0), value == 0, place);
    }
}

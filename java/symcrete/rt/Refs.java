package symcrete.rt;

import java.util.ArrayList;
import java.util.BitSet;

/**
 * What is symbolic of a reference: whether it is null, and of what it refers to whatever has no fields of ours.
 *
 * <p>A shadow above 0 is an expression: whether the reference is null. One below 0 is the number of a {@link Known}: besides that, the
 * value in a box, or the text of a string that others may share. References that come from the input are distinct objects.
 */
public final class Refs {
    /** More than one fact of a reference. */
    static final class Known {
        /** Whether it is null; 0 when the input does not decide. */
        final int isNull;
        /** What the box holds; 0 when the input does not decide. */
        final int value;
        /** The text of a string, if it has a symbolic one. */
        final Texts.Text text;

        Known(int isNull, int value, Texts.Text text) {
            this.isNull = isNull;
            this.value = value;
            this.text = text;
        }
    }

    private static final ArrayList<Known> KNOWN = new ArrayList<>();
    /** Expressions for null that were decided already: asking again decides nothing. */
    private static final BitSet DECIDED = new BitSet();

    private Refs() {}

    static void begin() {
        KNOWN.clear();
        DECIDED.clear();
    }

    /** A shadow for these facts. */
    static int shadow(int isNull, int value, Texts.Text text) {
        if (value == 0 && text == null) return isNull;
        KNOWN.add(new Known(isNull, value, text));
        return -KNOWN.size();
    }

    static Known known(int shadow) {
        return shadow < 0 ? KNOWN.get(-shadow - 1) : null;
    }

    /** The expression of whether a reference is null; 0 when the input does not decide. */
    static int isNull(int shadow, Object value, int place) {
        int expr = shadow < 0 ? known(shadow).isNull : shadow;
        if (expr == 0) return 0;
        if (Trace.value(expr) == (value == null ? 1 : 0)) return expr;
        Rt.stale(place);
        return 0;
    }

    /** What a box holds; 0 when the input does not decide. */
    static int value(int shadow) {
        return shadow < 0 ? known(shadow).value : 0;
    }

    /** An object is used: is it null? */
    public static void use(Object value, int shadow, int place) {
        if (Rt.isAside(place)) return;
        int expr = isNull(shadow, value, place);
        if (expr == 0 || DECIDED.get(expr)) return;
        DECIDED.set(expr);
        Rt.implicit(expr, value == null, place);
    }

    /** Whether an argument is null is decided at once. */
    static void decideNull(int condition, boolean isNull) {
        if (condition == 0) return;
        DECIDED.set(condition);
        Rt.implicit(condition, isNull, 0);
    }

    /**
     * Whether two references are the same; 0 when the input does not decide. Whether the first one is null is decided, and then whether the second one is
     * if that matters: what a null would be otherwise is not known here, so that this order alone depends on nothing but the path.
     */
    static int same(Object x, Object y, int sx, int sy, int place) {
        if (sx == sy && x == y) return 0;
        use(x, sx, place);
        boolean isPlain = x != null && !(x instanceof String) && !Boxes.isBox(x);
        // Objects of the input are distinct, so nothing else than null could be the same.
        if (isPlain) return 0;
        use(y, sy, place);
        if (x == null || y == null || value(sx) == 0 && value(sy) == 0) return 0;
        return Boxes.same(x, value(sx), y, value(sy), place);
    }

    /** {@code instanceof}: null is an instance of nothing, and otherwise the class is this run's. */
    public static int isInstance(Object value, int shadow, boolean result, int place) {
        if (Rt.isAside(place)) return 0;
        int expr = isNull(shadow, value, place);
        // What would be there in place of null is of a class that is not known here.
        if (expr != 0 && value == null) {
            use(value, shadow, place);
            return 0;
        }
        if (expr == 0 || !result) return 0;
        return Ints.ofCondition(Trace.record(Op.Xor, 1, expr, Trace.constant(1, 1), 0, 1));
    }
}

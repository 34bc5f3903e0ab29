package symcrete.rt;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Calls of functions of the program by objects of ours: shadows are passed as woven code passes them, and the result's shadow is left in {@link #shadow}.
 *
 * <p>References that are given on to collections must be known by their identity; others are counted as lost.
 */
final class Asking {
    private static final int APPLY = Run.token("apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
    private static final int APPLY_TWO = Run.token("apply", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
    private static final int TEST = Run.token("test", "(Ljava/lang/Object;)Z");
    private static final int TO_INT = Run.token("applyAsInt", "(Ljava/lang/Object;)I");
    private static final int INT_TO_INT = Run.token("applyAsInt", "(I)I");
    private static final int INTS_TO_INT = Run.token("applyAsInt", "(II)I");
    private static final int INT_TEST = Run.token("test", "(I)Z");
    private static final int INT_APPLY = Run.token("apply", "(I)Ljava/lang/Object;");
    private static final int INT_ACCEPT = Run.token("accept", "(I)V");
    /** That of the last result. */
    static int shadow;

    private Asking() {}

    private static void begin(Object function, int token, int place, int n, Object x, int sx, Object y, int sy) {
        shadow = 0;
        if (Rt.isAside(place) || function instanceof Own) return;
        pass(0, x, sx, place);
        if (n > 1) pass(1, y, sy, place);
        Rt.token = Captures.token(function, token, n);
    }

    private static void pass(int index, Object value, int known, int place) {
        int own = known != 0 ? known : Boxes.shadow(value);
        Rt.pass(index, own);
        if (own != 0 || Library.reaches(value, 0)) Rt.passing(place);
    }

    private static void end(int place) {
        if (Rt.isAside(place)) return;
        if (Rt.token != 0) Rt.untaken();
        shadow = Rt.ret;
        Rt.ret = 0;
    }

    /** What is given must be known by its identity. */
    private static <T> T held(T value, int place) {
        if (shadow == 0 || Rt.isAside(place)) return value;
        Refs.use(value, shadow, place);
        Refs.Known known = Refs.known(shadow);
        boolean isLost = known != null && (known.value != 0 && !Boxes.holds(value) || known.text != null && !Texts.holds(value));
        if (isLost) Trace.lost(Layout.WHAT_EXTERNAL, place);
        shadow = 0;
        return value;
    }

    static <T, R> R apply(Function<T, R> function, T x, int place) {
        begin(function, APPLY, place, 1, x, 0, null, 0);
        R result = function.apply(x);
        end(place);
        return held(result, place);
    }

    static <T, U, R> R apply(BiFunction<T, U, R> function, T x, U y, int place) {
        begin(function, APPLY_TWO, place, 2, x, 0, y, 0);
        R result = function.apply(x, y);
        end(place);
        return held(result, place);
    }

    /** A condition is decided. */
    static <T> boolean test(Predicate<T> predicate, T x, int place) {
        begin(predicate, TEST, place, 1, x, 0, null, 0);
        boolean result = predicate.test(x);
        end(place);
        Library.returned(result, shadow, place);
        return result;
    }

    static <T> int asInt(ToIntFunction<T> function, T x, int place) {
        begin(function, TO_INT, place, 1, x, 0, null, 0);
        int result = function.applyAsInt(x);
        end(place);
        return result;
    }

    static int asInt(IntUnaryOperator function, int x, int sx, int place) {
        begin(function, INT_TO_INT, place, 1, null, sx, null, 0);
        int result = function.applyAsInt(x);
        end(place);
        return result;
    }

    static int asInt(IntBinaryOperator function, int x, int sx, int y, int sy, int place) {
        begin(function, INTS_TO_INT, place, 2, null, sx, null, sy);
        int result = function.applyAsInt(x, y);
        end(place);
        return result;
    }

    static boolean test(IntPredicate predicate, int x, int sx, int place) {
        begin(predicate, INT_TEST, place, 1, null, sx, null, 0);
        boolean result = predicate.test(x);
        end(place);
        Library.returned(result, shadow, place);
        return result;
    }

    static <R> R apply(IntFunction<R> function, int x, int sx, int place) {
        begin(function, INT_APPLY, place, 1, null, sx, null, 0);
        R result = function.apply(x);
        end(place);
        return held(result, place);
    }

    static void accept(IntConsumer action, int x, int sx, int place) {
        begin(action, INT_ACCEPT, place, 1, null, sx, null, 0);
        action.accept(x);
        end(place);
    }

    /** A number in a box of its own, if it is symbolic. */
    static Integer box(int value, int known) {
        if (known <= 0) return value;
        Integer box = Boxes.made(value, known);
        Rt.ret = 0;
        return box;
    }

    /** What is symbolic of the number in a box. */
    static int unboxed(Integer box, int place) {
        return Rt.isAside(place) ? 0 : Ints.checked(Boxes.value(box, 0), box, place);
    }
}

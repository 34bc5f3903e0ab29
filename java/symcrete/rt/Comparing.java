package symcrete.rt;

import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Comparators in place of those that the libraries put together: what they compare is decided. */
final class Comparing implements Comparator<Object>, Serializable, Own {
    /** What one of these does with two objects. */
    interface Way extends Serializable {
        int compare(Object x, Object y);
    }

    private final transient Way way;

    private Comparing(Way way) {
        this.way = way;
    }

    @Override
    public int compare(Object x, Object y) {
        return way.compare(x, y);
    }

    @SuppressWarnings("unchecked")
    private static <T> Comparator<T> of(Way way) {
        return (Comparator<T>) (Comparator<?>) new Comparing(way);
    }

    @SuppressWarnings("unchecked")
    static <T, U> Comparator<T> keyed(Function<? super T, ? extends U> key, Comparator<? super U> order, int place) {
        Function<Object, Object> asked = (Function<Object, Object>) (Function<?, ?>) key;
        return of((x, y) -> {
            Object first = Asking.apply(asked, x, place);
            return ordered(order, first, Asking.apply(asked, y, place), place);
        });
    }

    @SuppressWarnings("unchecked")
    static <T> Comparator<T> keyed(ToIntFunction<? super T> key, int place) {
        ToIntFunction<Object> asked = (ToIntFunction<Object>) key;
        return of((x, y) -> {
            int first = Asking.asInt(asked, x, place);
            int one = Asking.shadow;
            int second = Asking.asInt(asked, y, place);
            int two = Asking.shadow;
            int order = Integer.compare(first, second);
            if (one <= 0 && two <= 0 || Rt.isAside(place)) return order;
            int a = Ints.of(one, first, place);
            int b = Ints.of(two, second, place);
            Rt.implicit(Ints.compare(Op.Slt, a, b, order < 0), order < 0, place);
            if (order >= 0) Rt.implicit(Ints.compare(Op.Eq, a, b, order == 0), order == 0, place);
            return order;
        });
    }

    static <T> Comparator<T> then(Comparator<? super T> first, Comparator<? super T> second, int place) {
        return of((x, y) -> {
            int order = ordered(first, x, y, place);
            return order != 0 ? order : ordered(second, x, y, place);
        });
    }

    static <T> Comparator<T> reversed(Comparator<? super T> order, int place) {
        return of((x, y) -> ordered(order, y, x, place));
    }

    static <T> Comparator<T> nulls(boolean areFirst, Comparator<? super T> order, int place) {
        return of((x, y) -> {
            if (x == null) return y == null ? 0 : areFirst ? -1 : 1;
            if (y == null) return areFirst ? 1 : -1;
            return order == null ? 0 : ordered(order, x, y, place);
        });
    }

    /** The same order, decided where it is the natural one or the reverse of that. */
    static <T> Comparator<T> decided(Comparator<T> order, int place) {
        return order == null || isNatural(order) ? of((x, y) -> ordered(order, x, y, place)) : order;
    }

    static boolean isNatural(Comparator<?> order) {
        return order == Comparator.naturalOrder() || order == Collections.reverseOrder();
    }

    /** How two compare by an order; null is the natural one. */
    @SuppressWarnings("unchecked")
    private static int ordered(Comparator<?> order, Object x, Object y, int place) {
        if (order == Collections.reverseOrder()) return natural(y, x, place);
        if (order == null || order == Comparator.naturalOrder()) return natural(x, y, place);
        if (!Library.isWoven(order) && !Rt.isAside(place) && Trace.records() > 0) Trace.lost(Layout.WHAT_EXTERNAL, place);
        return ((Comparator<Object>) order).compare(x, y);
    }

    private static int natural(Object x, Object y, int place) {
        boolean isPair = x != null && y != null && x.getClass() == y.getClass() && !Rt.isAside(place);
        if (isPair && (x instanceof String || Arguments.primitiveOf(x.getClass()) != null)) Values.decideOrder(x, y, place);
        return Values.order(x, y);
    }
}

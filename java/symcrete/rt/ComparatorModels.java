package symcrete.rt;

import java.util.Collections;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Comparators that are put together of functions of the program and of others. */
@Model(value = {Comparator.class, Collections.class}, isAlways = true)
public final class ComparatorModels {
    private ComparatorModels() {}

    public static Comparator<Object> comparing(Function<Object, Object> key, int sk, int place) {
        return Comparing.keyed(Objects.requireNonNull(key), null, place);
    }

    public static Comparator<Object> comparing(Function<Object, Object> key, Comparator<Object> order, int sk, int so, int place) {
        return Comparing.keyed(Objects.requireNonNull(key), Objects.requireNonNull(order), place);
    }

    public static Comparator<Object> comparingInt(ToIntFunction<Object> key, int sk, int place) {
        return Comparing.keyed(Objects.requireNonNull(key), place);
    }

    public static Comparator<Object> thenComparing(Comparator<Object> first, Comparator<Object> order, int sf, int so, int place) {
        return Comparing.then(Objects.requireNonNull(first), Objects.requireNonNull(order), place);
    }

    public static Comparator<Object> thenComparing(Comparator<Object> first, Function<Object, Object> key, int sf, int sk, int place) {
        return Comparing.then(Objects.requireNonNull(first), comparing(key, sk, place), place);
    }

    public static Comparator<Object> thenComparing(Comparator<Object> first, Function<Object, Object> key, Comparator<Object> order, int sf, int sk, int so, int place) {
        return Comparing.then(Objects.requireNonNull(first), comparing(key, order, sk, so, place), place);
    }

    public static Comparator<Object> thenComparingInt(Comparator<Object> first, ToIntFunction<Object> key, int sf, int sk, int place) {
        return Comparing.then(Objects.requireNonNull(first), comparingInt(key, sk, place), place);
    }

    public static Comparator<Object> reversed(Comparator<Object> order, int so, int place) {
        Objects.requireNonNull(order);
        return Comparing.isNatural(order) ? order.reversed() : Comparing.reversed(order, place);
    }

    public static Comparator<Object> reverseOrder(Comparator<Object> order, int so, int place) {
        return order == null || Comparing.isNatural(order) ? Collections.reverseOrder(order) : Comparing.reversed(order, place);
    }

    public static Comparator<Object> nullsFirst(Comparator<Object> order, int so, int place) {
        return Comparing.nulls(true, order, place);
    }

    public static Comparator<Object> nullsLast(Comparator<Object> order, int so, int place) {
        return Comparing.nulls(false, order, place);
    }
}

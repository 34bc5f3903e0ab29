package symcrete.rt;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** Functions and conditions that are put together of others. */
@Model(value = {Function.class, Predicate.class}, isAlways = true)
public final class FunctionModels {
    /** A function of ours. */
    private interface OwnFunction extends Function<Object, Object>, Own {}

    /** A condition of ours. */
    private interface OwnPredicate extends Predicate<Object>, Own {}

    private FunctionModels() {}

    public static Function<Object, Object> andThen(Function<Object, Object> first, Function<Object, Object> then, int sf, int st, int place) {
        Objects.requireNonNull(first);
        Objects.requireNonNull(then);
        return (OwnFunction) x -> Asking.apply(then, Asking.apply(first, x, place), place);
    }

    public static Function<Object, Object> compose(Function<Object, Object> then, Function<Object, Object> first, int st, int sf, int place) {
        return andThen(first, then, sf, st, place);
    }

    public static Function<Object, Object> identity(int place) {
        return (OwnFunction) x -> x;
    }

    public static Predicate<Object> and(Predicate<Object> one, Predicate<Object> other, int so, int st, int place) {
        Objects.requireNonNull(one);
        Objects.requireNonNull(other);
        return (OwnPredicate) x -> Asking.test(one, x, place) && Asking.test(other, x, place);
    }

    public static Predicate<Object> or(Predicate<Object> one, Predicate<Object> other, int so, int st, int place) {
        Objects.requireNonNull(one);
        Objects.requireNonNull(other);
        return (OwnPredicate) x -> Asking.test(one, x, place) || Asking.test(other, x, place);
    }

    public static Predicate<Object> negate(Predicate<Object> one, int so, int place) {
        Objects.requireNonNull(one);
        return (OwnPredicate) x -> !Asking.test(one, x, place);
    }

    public static Predicate<Object> not(Predicate<Object> one, int so, int place) {
        return negate(one, so, place);
    }
}

package symcrete.rt;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Streams that compare what they carry, or make numbers of it. The others only carry ({@link Looked}).
 *
 * <p>The objects of the program that they carry may hold anything, so these models run as soon as anything in the run is symbolic.
 */
@Model(value = {Stream.class, IntStream.class}, isAlways = true)
public final class StreamModels {
    private StreamModels() {}

    public static Stream<Object> sorted(Stream<Object> s, int ss, int place) {
        return s.sorted(Comparing.decided(null, place));
    }

    public static Stream<Object> sorted(Stream<Object> s, Comparator<Object> order, int ss, int so, int place) {
        return s.sorted(known(order, place));
    }

    public static Optional<Object> min(Stream<Object> s, Comparator<Object> order, int ss, int so, int place) {
        Library.carries = true;
        return s.min(known(order, place));
    }

    public static Optional<Object> max(Stream<Object> s, Comparator<Object> order, int ss, int so, int place) {
        Library.carries = true;
        return s.max(known(order, place));
    }

    private static Comparator<Object> known(Comparator<Object> order, int place) {
        if (order == null) return null;
        Comparator<Object> known = Comparing.decided(order, place);
        if (!Library.isWoven(known) && !Rt.isAside(place)) Trace.lost(Layout.WHAT_EXTERNAL, place);
        return known;
    }

    public static Stream<Object> distinct(Stream<Object> s, int ss, int place) {
        if (s.isParallel()) {
            if (!Rt.isAside(place)) Trace.lost(Layout.WHAT_EXTERNAL, place);
            return s.distinct();
        }
        Set<Object> seen = new HashSet<>();
        return s.filter(one -> CollectorModels.adds(seen, one, place));
    }

    public static IntStream mapToInt(Stream<Object> s, ToIntFunction<Object> function, int ss, int sf, int place) {
        return Trace.records() == 0 || s.isParallel() ? s.mapToInt(function) : IntPipe.of(s, function, place);
    }

    /** What a function of the program makes of numbers may be symbolic, even if they are not. */
    public static IntStream map(IntStream s, IntUnaryOperator function, int ss, int sf, int place) {
        boolean isPlain = Trace.records() == 0 || s instanceof IntPipe || s.isParallel() || Shapes.isOfProgram(s.getClass());
        return (isPlain ? s : IntPipe.of(s.boxed(), place)).map(function);
    }
}

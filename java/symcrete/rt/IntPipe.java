package symcrete.rt;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A stream of numbers as one of boxes, which are known by their identity. Results leave their shadow in {@link Rt#ret}.
 *
 * <p>What makes other streams of it, or looks at it in other ways, goes on with the library's own stream; that is counted as lost.
 */
final class IntPipe implements IntStream, Own {
    private final Stream<Integer> boxes;
    private final int place;

    private IntPipe(Stream<Integer> boxes, int place) {
        this.boxes = boxes;
        this.place = place;
    }

    static IntStream of(Stream<Integer> boxes, int place) {
        return new IntPipe(boxes, place);
    }

    static IntStream of(Stream<Object> all, ToIntFunction<Object> function, int place) {
        java.util.Objects.requireNonNull(function);
        return new IntPipe(all.map(one -> {
            int value = Asking.asInt(function, one, place);
            return Asking.box(value, Asking.shadow);
        }), place);
    }

    private IntPipe next(Stream<Integer> next) {
        return new IntPipe(next, place);
    }

    /** The library's stream of the same numbers. */
    private IntStream library() {
        if (!Rt.isAside(place)) Trace.lost(Layout.WHAT_EXTERNAL, place);
        return boxes.mapToInt(one -> one);
    }

    private int shadow(Integer box) {
        return Asking.unboxed(box, place);
    }

    @Override
    public IntStream filter(IntPredicate predicate) {
        return next(boxes.filter(one -> Asking.test(predicate, one, shadow(one), place)));
    }

    @Override
    public IntStream map(IntUnaryOperator function) {
        return next(boxes.map(one -> {
            int value = Asking.asInt(function, one, shadow(one), place);
            return Asking.box(value, Asking.shadow);
        }));
    }

    @Override
    public <U> Stream<U> mapToObj(IntFunction<? extends U> function) {
        return boxes.map(one -> Asking.apply(function, one, shadow(one), place));
    }

    @Override
    public LongStream mapToLong(IntToLongFunction function) {
        return library().mapToLong(function);
    }

    @Override
    public DoubleStream mapToDouble(IntToDoubleFunction function) {
        return library().mapToDouble(function);
    }

    @Override
    public IntStream flatMap(IntFunction<? extends IntStream> function) {
        return next(boxes.flatMap(one -> {
            IntStream inner = Asking.apply(function, one, shadow(one), place);
            return inner == null ? null : inner.boxed();
        }));
    }

    @Override
    @SuppressWarnings("unchecked")
    public IntStream distinct() {
        return next((Stream<Integer>) (Stream<?>) StreamModels.distinct((Stream<Object>) (Stream<?>) boxes, 0, place));
    }

    @Override
    public IntStream sorted() {
        return next(boxes.sorted(Comparing.decided(null, place)));
    }

    @Override
    public IntStream peek(IntConsumer action) {
        return next(boxes.peek(one -> accept(action, one)));
    }

    private void accept(IntConsumer action, Integer one) {
        Asking.accept(action, one, shadow(one), place);
    }

    @Override
    public IntStream limit(long n) {
        return next(boxes.limit(n));
    }

    @Override
    public IntStream skip(long n) {
        return next(boxes.skip(n));
    }

    @Override
    public IntStream takeWhile(IntPredicate predicate) {
        return next(boxes.takeWhile(one -> Asking.test(predicate, one, shadow(one), place)));
    }

    @Override
    public IntStream dropWhile(IntPredicate predicate) {
        return next(boxes.dropWhile(one -> Asking.test(predicate, one, shadow(one), place)));
    }

    @Override
    public void forEach(IntConsumer action) {
        boxes.forEach(one -> accept(action, one));
    }

    @Override
    public void forEachOrdered(IntConsumer action) {
        boxes.forEachOrdered(one -> accept(action, one));
    }

    @Override
    public int[] toArray() {
        List<Integer> all = new ArrayList<>();
        boxes.forEachOrdered(all::add);
        int[] array = new int[all.size()];
        for (int k = 0; k < array.length; k++) {
            array[k] = all.get(k);
            if (shadow(all.get(k)) > 0) Arrs.setCell(array, k, shadow(all.get(k)));
        }
        return array;
    }

    @Override
    public int reduce(int identity, IntBinaryOperator function) {
        int[] result = {identity, 0};
        boxes.forEachOrdered(one -> {
            result[0] = Asking.asInt(function, result[0], result[1], one, shadow(one), place);
            result[1] = Asking.shadow;
        });
        return leave(result);
    }

    private static int leave(int[] result) {
        if (Rt.isFollowed()) Rt.ret = result[1];
        return result[0];
    }

    @Override
    public OptionalInt reduce(IntBinaryOperator function) {
        return OptionalModels.of(boxes.reduce((x, y) -> {
            int value = Asking.asInt(function, x, shadow(x), y, shadow(y), place);
            return Asking.box(value, Asking.shadow);
        }), place);
    }

    @Override
    public <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        return library().collect(supplier, accumulator, combiner);
    }

    @Override
    public int sum() {
        int[] sum = new int[2];
        boxes.forEachOrdered(one -> CollectorModels.add(sum, one, shadow(one), place));
        return leave(sum);
    }

    @Override
    public OptionalInt min() {
        return OptionalModels.of(boxes.min(Comparing.decided(null, place)), place);
    }

    @Override
    public OptionalInt max() {
        return OptionalModels.of(boxes.max(Comparing.decided(null, place)), place);
    }

    @Override
    public long count() {
        return boxes.count();
    }

    @Override
    public OptionalDouble average() {
        return library().average();
    }

    @Override
    public IntSummaryStatistics summaryStatistics() {
        return library().summaryStatistics();
    }

    @Override
    public boolean anyMatch(IntPredicate predicate) {
        return boxes.anyMatch(one -> Asking.test(predicate, one, shadow(one), place));
    }

    @Override
    public boolean allMatch(IntPredicate predicate) {
        return boxes.allMatch(one -> Asking.test(predicate, one, shadow(one), place));
    }

    @Override
    public boolean noneMatch(IntPredicate predicate) {
        return boxes.noneMatch(one -> Asking.test(predicate, one, shadow(one), place));
    }

    @Override
    public OptionalInt findFirst() {
        return OptionalModels.of(boxes.findFirst(), place);
    }

    @Override
    public OptionalInt findAny() {
        return OptionalModels.of(boxes.findFirst(), place);
    }

    @Override
    public LongStream asLongStream() {
        return library().asLongStream();
    }

    @Override
    public DoubleStream asDoubleStream() {
        return library().asDoubleStream();
    }

    @Override
    public Stream<Integer> boxed() {
        return boxes;
    }

    @Override
    public IntStream sequential() {
        return next(boxes.sequential());
    }

    @Override
    public IntStream parallel() {
        return library().parallel();
    }

    @Override
    public IntStream unordered() {
        return next(boxes.unordered());
    }

    @Override
    public IntStream onClose(Runnable handler) {
        return next(boxes.onClose(handler));
    }

    @Override
    public void close() {
        boxes.close();
    }

    @Override
    public boolean isParallel() {
        return boxes.isParallel();
    }

    @Override
    public PrimitiveIterator.OfInt iterator() {
        return library().iterator();
    }

    @Override
    public Spliterator.OfInt spliterator() {
        return library().spliterator();
    }
}

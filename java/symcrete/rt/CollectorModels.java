package symcrete.rt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Collectors: those of the libraries around functions that ask as woven code does, or with containers that decide what they compare. */
@Model(value = Collectors.class, isAlways = true)
public final class CollectorModels {
    private CollectorModels() {}

    /** A collector that loses nothing. */
    private static <T> Collector<Object, Object, Object> known(T collector) {
        @SuppressWarnings("unchecked")
        Collector<Object, Object, Object> known = (Collector<Object, Object, Object>) collector;
        if (Rt.isFollowed()) Library.collects(known);
        return known;
    }

    /** Decides what the libraries decide when they add something. */
    private static void look(Object receiver, String name, int place, Object... values) {
        if (Rt.isAside(place)) return;
        String owner = receiver.getClass().getName();
        String[] method = {owner, name, "(Ljava/lang/Object;)", "A".repeat(values.length)};
        new Looked(method, receiver, values, new int[values.length], place).decide();
        Hashes.enter(receiver, values, owner, name, place);
    }

    /** Adds something; false if it was there. */
    static boolean adds(Collection<Object> to, Object one, int place) {
        look(to, "add", place, one);
        boolean isNew = to.add(one);
        Hashes.table = null;
        return isNew;
    }

    private static <C extends Collection<Object>> C joined(C one, C other) {
        one.addAll(other);
        return one;
    }

    public static Collector<Object, Object, Object> toSet(int place) {
        return known(Collector.<Object, Set<Object>>of(HashSet::new, (set, one) -> adds(set, one, place), CollectorModels::joined,
                Collector.Characteristics.UNORDERED, Collector.Characteristics.IDENTITY_FINISH));
    }

    public static Collector<Object, Object, Object> toCollection(Supplier<Collection<Object>> supplier, int ss, int place) {
        return known(Collector.<Object, Collection<Object>>of(supplier, (all, one) -> adds(all, one, place), CollectorModels::joined,
                Collector.Characteristics.IDENTITY_FINISH));
    }

    public static Collector<Object, Object, Object> counting(int place) {
        return known(Collectors.counting());
    }

    public static Collector<Object, Object, Object> joining(int place) {
        return joining("", "", "", 0, 0, 0, place);
    }

    public static Collector<Object, Object, Object> joining(CharSequence separator, int ss, int place) {
        return joining(separator, "", "", ss, 0, 0, place);
    }

    public static Collector<Object, Object, Object> joining(CharSequence separator, CharSequence before, CharSequence behind, int ss, int sb, int se, int place) {
        Objects.requireNonNull(separator);
        return known(Collector.<Object, List<Object>, Object>of(ArrayList::new, (all, one) -> all.add(text(one, place)), CollectorModels::joined,
                all -> TextModels.collected(all, new CharSequence[] {separator, before, behind}, new int[] {ss, sb, se}, place)));
    }

    /** What a part says now; it may say something else later. */
    private static Object text(Object part, int place) {
        if (part == null || part instanceof String) return part;
        if (!Rt.isAside(place) && (Library.reaches(part, 0) || Shapes.isOfProgram(part.getClass()))) Trace.lost(Layout.WHAT_EXTERNAL, place);
        return part.toString();
    }

    public static Collector<Object, Object, Object> mapping(Function<Object, Object> function, Collector<Object, Object, Object> inner, int sf, int si, int place) {
        Collector<Object, ?, ?> made = Collectors.mapping(one -> Asking.apply(function, one, place), inner);
        return Library.isListing(inner) ? known(made) : any(made);
    }

    public static Collector<Object, Object, Object> filtering(Predicate<Object> predicate, Collector<Object, Object, Object> inner, int sp, int si, int place) {
        Collector<Object, ?, ?> made = Collectors.filtering(one -> Asking.test(predicate, one, place), inner);
        return Library.isListing(inner) ? known(made) : any(made);
    }

    public static Collector<Object, Object, Object> collectingAndThen(Collector<Object, Object, Object> inner, Function<Object, Object> function, int si, int sf, int place) {
        Collector<Object, ?, ?> made = Collectors.collectingAndThen(inner, one -> Asking.apply(function, one, place));
        return Library.isListing(inner) ? known(made) : any(made);
    }

    public static Collector<Object, Object, Object> partitioningBy(Predicate<Object> predicate, int sp, int place) {
        return partitioningBy(predicate, known(Collectors.toList()), sp, 0, place);
    }

    public static Collector<Object, Object, Object> partitioningBy(Predicate<Object> predicate, Collector<Object, Object, Object> inner, int sp, int si, int place) {
        Collector<Object, ?, ?> made = Collectors.partitioningBy(one -> Asking.test(predicate, one, place), inner);
        return Library.isListing(inner) ? known(made) : any(made);
    }

    public static Collector<Object, Object, Object> minBy(Comparator<Object> order, int so, int place) {
        Comparator<Object> decided = Comparing.decided(order, place);
        return Library.isWoven(decided) ? known(Collectors.minBy(decided)) : any(Collectors.minBy(order));
    }

    public static Collector<Object, Object, Object> maxBy(Comparator<Object> order, int so, int place) {
        Comparator<Object> decided = Comparing.decided(order, place);
        return Library.isWoven(decided) ? known(Collectors.maxBy(decided)) : any(Collectors.maxBy(order));
    }

    public static Collector<Object, Object, Object> summingInt(ToIntFunction<Object> function, int sf, int place) {
        return known(Collector.<Object, int[], Object>of(() -> new int[2], (sum, one) -> {
            int value = Asking.asInt(function, one, place);
            add(sum, value, Asking.shadow, place);
        }, (sum, other) -> {
            add(sum, other[0], other[1], place);
            return sum;
        }, sum -> Asking.box(sum[0], sum[1])));
    }

    /** A number and its shadow, and another one that is added to it. */
    static void add(int[] sum, int value, int shadow, int place) {
        if ((sum[1] > 0 || shadow > 0) && !Rt.isAside(place)) sum[1] = Ints.add(sum[0], value, sum[1], shadow, place);
        sum[0] += value;
    }

    public static Collector<Object, Object, Object> groupingBy(Function<Object, Object> key, int sk, int place) {
        return groupingBy(key, HashMap::new, known(Collectors.toList()), sk, 0, 0, place);
    }

    public static Collector<Object, Object, Object> groupingBy(Function<Object, Object> key, Collector<Object, Object, Object> inner, int sk, int si, int place) {
        return groupingBy(key, HashMap::new, inner, sk, 0, si, place);
    }

    public static Collector<Object, Object, Object> groupingBy(Function<Object, Object> key, Supplier<Map<Object, Object>> maker,
            Collector<Object, Object, Object> inner, int sk, int sm, int si, int place) {
        if (!Library.isListing(inner)) return any(Collectors.groupingBy(key, maker, inner));
        return known(Collector.<Object, Map<Object, Object>, Object>of(maker, (map, one) -> {
            Object group = Objects.requireNonNull(Asking.apply(key, one, place), "element cannot be mapped to a null key");
            look(map, "computeIfAbsent", place, group, null);
            Object box = map.computeIfAbsent(group, it -> inner.supplier().get());
            Hashes.table = null;
            inner.accumulator().accept(box, one);
        }, (one, other) -> {
            other.forEach((group, box) -> one.merge(group, box, inner.combiner()));
            return one;
        }, map -> {
            map.replaceAll((group, box) -> inner.finisher().apply(box));
            return map;
        }));
    }

    public static Collector<Object, Object, Object> toMap(Function<Object, Object> key, Function<Object, Object> value, int sk, int sv, int place) {
        return mapped(key, value, null, HashMap::new, place);
    }

    public static Collector<Object, Object, Object> toMap(Function<Object, Object> key, Function<Object, Object> value,
            java.util.function.BinaryOperator<Object> merge, int sk, int sv, int sm, int place) {
        return mapped(key, value, Objects.requireNonNull(merge), HashMap::new, place);
    }

    public static Collector<Object, Object, Object> toMap(Function<Object, Object> key, Function<Object, Object> value,
            java.util.function.BinaryOperator<Object> merge, Supplier<Map<Object, Object>> maker, int sk, int sv, int sm, int sx, int place) {
        return mapped(key, value, Objects.requireNonNull(merge), maker, place);
    }

    /** {@code merge} is null if there must not be two of one key. */
    private static Collector<Object, Object, Object> mapped(Function<Object, Object> key, Function<Object, Object> value,
            BiFunction<Object, Object, Object> merge, Supplier<Map<Object, Object>> maker, int place) {
        return known(Collector.<Object, Map<Object, Object>>of(maker, (map, one) -> {
            Object group = Asking.apply(key, one, place);
            put(map, group, Asking.apply(value, one, place), merge, place);
        }, (one, other) -> {
            other.forEach((group, held) -> put(one, group, held, merge, place));
            return one;
        }, Collector.Characteristics.IDENTITY_FINISH));
    }

    private static void put(Map<Object, Object> map, Object key, Object value, BiFunction<Object, Object, Object> merge, int place) {
        Objects.requireNonNull(value);
        look(map, "putIfAbsent", place, key, value);
        if (merge != null) map.merge(key, value, (old, other) -> Asking.apply(merge, old, other, place));
        else {
            Object before = map.putIfAbsent(key, value);
            if (before != null) {
                throw new IllegalStateException(String.format("Duplicate key %s (attempted merging values %s and %s)", key, before, value));
            }
        }
        Hashes.table = null;
    }

    @SuppressWarnings("unchecked")
    private static Collector<Object, Object, Object> any(Collector<?, ?, ?> collector) {
        return (Collector<Object, Object, Object>) collector;
    }
}

package symcrete.rt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.BaseStream;

/** One call of a method of the libraries: what it looks at, and what it only carries. */
final class Looked {
    /** Methods that store, give back or count what they are given, and look at none of it. */
    private static final Set<String> CARRYING = Set.of("add", "addAll", "addFirst", "addLast", "offer", "offerFirst", "offerLast", "push", "get",
            "set", "removeFirst", "removeLast", "poll", "pollFirst", "pollLast", "peek", "peekFirst", "peekLast", "pop", "element", "getFirst",
            "getLast", "iterator", "listIterator", "descendingIterator", "size", "isEmpty", "clear", "toArray", "subList", "stream", "forEach",
            "removeIf", "replaceAll", "firstElement", "lastElement", "elementAt", "addElement", "empty", "hasNext", "next", "hasPrevious", "previous",
            "nextIndex", "forEachRemaining", "getKey", "getValue", "setValue", "isPresent", "orElse", "orElseGet", "orElseThrow", "ifPresent",
            "ifPresentOrElse", "first", "last", "values", "keySet", "entrySet", "firstKey", "lastKey", "firstEntry", "lastEntry", "pollFirstEntry",
            "pollLastEntry", "descendingMap", "descendingSet", "navigableKeySet", "keys", "elements");
    /** The same of streams, with functions that are woven. */
    private static final Set<String> STREAMING = Set.of("filter", "map", "mapToInt", "mapToLong", "mapToDouble", "mapToObj", "flatMap", "peek",
            "forEach", "forEachOrdered", "toArray", "anyMatch", "allMatch", "noneMatch", "findFirst", "findAny", "count", "iterator", "limit", "skip",
            "toList", "takeWhile", "dropWhile", "sequential", "onClose", "close", "boxed", "reduce");
    /** Static methods that only carry. */
    private static final Set<String> GIVING = Set.of("java.util.Arrays.asList", "java.util.Arrays.stream", "java.util.List.of", "java.util.List.copyOf",
            "java.util.Collections.unmodifiableList", "java.util.Collections.unmodifiableSet", "java.util.Collections.unmodifiableMap",
            "java.util.Collections.unmodifiableCollection", "java.util.Collections.singletonList", "java.util.Collections.singleton",
            "java.util.Collections.emptyList", "java.util.Collections.emptySet", "java.util.Collections.emptyMap", "java.util.Collections.reverse",
            "java.util.Collections.swap", "java.util.Optional.of", "java.util.Optional.ofNullable", "java.util.Optional.empty", "java.util.Map.entry",
            "java.util.Objects.isNull", "java.util.Objects.nonNull",
            "java.util.stream.Stream.of", "java.util.stream.Stream.empty", "java.util.stream.IntStream.range", "java.util.stream.IntStream.rangeClosed",
            "java.util.stream.Collectors.toList", "java.util.Comparator.naturalOrder", "java.util.Comparator.reverseOrder", "java.util.Collections.reverseOrder");
    /** What maps look up a key for. */
    private static final Set<String> KEYED = Set.of("get", "put", "containsKey", "remove", "getOrDefault", "putIfAbsent", "replace", "merge", "compute",
            "computeIfAbsent", "computeIfPresent", "floorKey", "ceilingKey", "higherKey", "lowerKey", "floorEntry", "ceilingEntry", "higherEntry",
            "lowerEntry", "headMap", "tailMap");
    private static final Set<String> IN_ORDER = Set.of("contains", "remove", "indexOf", "removeFirstOccurrence");
    private static final Set<String> PLACED = Set.of("add", "contains", "remove", "floor", "ceiling", "higher", "lower", "headSet", "tailSet");
    private final String owner;
    private final String name;
    private final String kinds;
    private final boolean takesObject;
    private final Object receiver;
    private final Object[] values;
    private final int[] shadows;
    private final int place;

    Looked(String[] method, Object receiver, Object[] values, int[] shadows, int place) {
        this.owner = method[0];
        this.name = method[1];
        this.kinds = method[3];
        this.takesObject = method[2].startsWith("(Ljava/lang/Object;");
        this.receiver = receiver;
        this.values = values;
        this.shadows = shadows;
        this.place = place;
    }

    /** Decides what the method decides; true if what is left is only carried. What is neither is counted as lost. */
    boolean decide() {
        if (Orders.matters(name)) loseOrder();
        boolean isKnown = receiver == null ? givenOrMade() : received();
        if (isKnown && areHeld()) return true;
        lose();
        return false;
    }

    /** In which order hashes put symbolic values, no condition says: the path relies on these. */
    private void loseOrder() {
        if (receiver != null) Library.fixOrder(receiver, place);
        for (Object one : values) Library.fixOrder(one, place);
    }

    /** Numbers are decided; boxes and strings must be known by their identity. */
    private boolean areHeld() {
        for (int k = 0; k < values.length; k++) {
            Arrs.Shadow array = values[k] instanceof Object[] ? Arrs.of(values[k]) : null;
            if (array != null) Rt.decide(array.length, ((Object[]) values[k]).length, place);
            Refs.Known known = Refs.known(shadows[k]);
            if (known != null && (known.value != 0 && !Boxes.holds(values[k]) || known.text != null && !Texts.holds(values[k]))) return false;
            // A collection keeps an array as it is; a static method may look into it.
            boolean isNumbers = values[k] != null && values[k].getClass().isArray() && !(values[k] instanceof Object[]);
            if (receiver == null && isNumbers && Arrs.holds(values[k])) return false;
            if (Captures.isForeign(values[k]) && !name.equals("merge") && isReached()) return false;
        }
        return true;
    }

    /** Is something symbolic within reach of the method? */
    private boolean isReached() {
        boolean isReached = receiver != null && Library.reaches(receiver, 0);
        for (Object one : values) isReached |= Library.reaches(one, 0);
        return isReached;
    }

    /** Something symbolic is given to a method that looks at it in ways of its own. */
    private void lose() {
        boolean isSymbolic = isReached();
        for (int k = 0; k < values.length; k++) {
            Refs.Known known = Refs.known(shadows[k]);
            isSymbolic |= known != null && (known.value != 0 || known.text != null) || kinds.charAt(k) != 'A' && shadows[k] != 0;
        }
        if (isSymbolic) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    private boolean received() {
        if (isValue(receiver)) return ofValue();
        // Ours are other objects than the library's.
        if (receiver instanceof java.util.IdentityHashMap) return false;
        if (receiver instanceof Own) return ofOwn();
        if (receiver instanceof Map) return ofMap((Map<?, ?>) receiver);
        if (receiver instanceof Collection) return ofCollection((Collection<?>) receiver);
        if (receiver instanceof BaseStream) return ofStream();
        boolean isCarrier = receiver instanceof Iterator || receiver instanceof Map.Entry || receiver instanceof Optional;
        if (isCarrier && Set.of("remove", "map", "filter", "flatMap", "or").contains(name)) return true;
        return isCarrier && CARRYING.contains(name) || receiver instanceof Iterable && name.equals("iterator");
    }

    /** A box or a string, called as any object is. */
    private boolean ofValue() {
        boolean isPair = values.length == 1 && values[0] != null && values[0].getClass() == receiver.getClass();
        // Nothing of another class is equal, and nothing of it can be compared.
        if ((name.equals("equals") || name.equals("compareTo")) && !isPair) return true;
        if (name.equals("equals")) Values.decideEqual(receiver, values[0], place);
        else if (name.equals("compareTo") && isPair) Rt.ret = Values.decideOrder(receiver, values[0], place);
        else if (name.equals("hashCode")) Rt.ret = Hashes.of(receiver, 0, place);
        else return false;
        return true;
    }

    /** An object of ours follows what it does by itself; only numbers that say how many are decided here. */
    private boolean ofOwn() {
        return !(receiver instanceof IntPipe) || decideNumbers();
    }

    private boolean ofStream() {
        if (name.equals("collect")) return values.length == 1 && Library.isListing(values[0]);
        if (values.length == 1 && Set.of("sorted", "max", "min").contains(name)) return Library.isWoven(values[0]);
        return STREAMING.contains(name) && decideNumbers();
    }

    private boolean ofMap(Map<?, ?> map) {
        if (KEYED.contains(name) && values.length > 0) {
            Library.decidePut(map, values[0], place);
            return !name.equals("merge") || !Captures.isForeign(values[2]) || !Library.reaches(values[1], 0) && !Library.reaches(map.get(values[0]), 0);
        }
        if (name.equals("putAll")) {
            addAll(map.keySet(), ((Map<?, ?>) values[0]).keySet(), map instanceof SortedMap);
            return true;
        }
        if (name.equals("containsValue")) {
            Library.fixOrder(map, place);
            Members.decideInOrder(map.values(), values[0], place);
            return true;
        }
        return CARRYING.contains(name);
    }

    private boolean ofCollection(Collection<?> all) {
        boolean isSet = all instanceof Set;
        if (name.equals("sort")) {
            Library.decideSort(all, (Comparator<?>) values[0], place);
            return true;
        }
        if (name.equals("addAll") && (isSet || all instanceof PriorityQueue)) {
            addAll(all, (Collection<?>) values[0], all instanceof SortedSet || all instanceof PriorityQueue);
            return true;
        }
        if (isSet && PLACED.contains(name) || all instanceof PriorityQueue && (name.equals("add") || name.equals("offer"))) {
            Library.decideAdd(all, values[0], place);
            return true;
        }
        if (all instanceof PriorityQueue && name.equals("remove")) return values.length == 0;
        if (IN_ORDER.contains(name) && takesObject && !isSet) {
            Members.decideInOrder(all, values[0], place);
            return true;
        }
        if (name.equals("lastIndexOf") && all instanceof List) {
            List<Object> back = new ArrayList<>(all);
            Collections.reverse(back);
            Members.decideInOrder(back, values[0], place);
            return true;
        }
        if (all instanceof List) decideBounds(all.size());
        return (CARRYING.contains(name) || name.equals("remove")) && decideNumbers();
    }

    /** Positions in a list that are none of it are alike: which one it is makes no difference. */
    private void decideBounds(int size) {
        for (int k = 0; k < values.length; k++) {
            if (kinds.charAt(k) == 'A' || shadows[k] <= 0 || !(values[k] instanceof Integer)) continue;
            int shadow = Ints.checked(shadows[k], (Integer) values[k], place);
            if (!Chars.decideBetween((Integer) values[k], shadow, 0, size, place)) shadows[k] = 0;
        }
    }

    /** Positions and numbers of elements are this run's. */
    private boolean decideNumbers() {
        for (int k = 0; k < values.length; k++) {
            if (kinds.charAt(k) == 'A' || shadows[k] == 0) continue;
            if (!(values[k] instanceof Integer)) return false;
            Rt.decide(Ints.checked(shadows[k], (Integer) values[k], place), (Integer) values[k], place);
        }
        return true;
    }

    /** One after the other: each is compared with what was there and with those before. */
    private void addAll(Collection<?> to, Collection<?> added, boolean isSorted) {
        List<Object> all = new ArrayList<>(to);
        if (added == null) return;
        if (isSorted) {
            all.addAll(added);
            Library.decideSort(all, null, place);
            return;
        }
        for (Object one : added) {
            Members.decideFound(all, one, place);
            all.add(one);
        }
    }

    private boolean givenOrMade() {
        if (name.equals("<init>")) return made();
        String whole = owner + "." + name;
        if (GIVING.contains(whole)) return decideNumbers();
        switch (whole) {
            case "java.util.Arrays.sort": return values[0] == null || values[0] instanceof Object[] && sortArray((Object[]) values[0]);
            case "java.util.Collections.sort":
            case "java.util.Collections.max":
            case "java.util.Collections.min":
                if (values[0] != null) Library.decideSort((Collection<?>) values[0], values.length > 1 ? (Comparator<?>) values[1] : null, place);
                return true;
            case "java.util.Collections.addAll":
                if (values[0] instanceof Set || values[0] instanceof PriorityQueue) return false;
                return true;
            case "java.util.Objects.equals":
                if (!isValue(values[0]) && !isValue(values[1])) return !Library.reaches(values[0], 0) && !Library.reaches(values[1], 0);
                Values.decideEqual(values[0], values[1], place);
                return true;
            case "java.util.Objects.hash": return values[0] == null || Hashes.ofAll((Object[]) values[0], place);
            case "java.util.Objects.hashCode":
                if (!isValue(values[0])) return false;
                Rt.ret = values[0] == null ? 0 : Hashes.of(values[0], shadows[0], place);
                return Rt.ret != Hashes.UNKNOWN || unknown();
            default: return false;
        }
    }

    /** An array of objects is sorted as a list is. What is known of its elements by their place must be known of the objects themselves. */
    private boolean sortArray(Object[] array) {
        if (values.length > 2) return false;
        Arrs.Shadow shadow = Arrs.of(array);
        for (int k = 0; k < array.length; k++) {
            Refs.use(array[k], Arrs.cell(shadow, k), place);
            Refs.Known known = Refs.known(Arrs.cell(shadow, k));
            boolean isHeld = known == null || (known.value == 0 || Boxes.holds(array[k])) && (known.text == null || Texts.holds(array[k]));
            if (!isHeld) return false;
        }
        Arrs.decideLength(array, place);
        for (int k = 0; k < array.length; k++) Arrs.setCell(array, k, 0);
        Library.decideSort(java.util.Arrays.asList(array), values.length > 1 ? (Comparator<?>) values[1] : null, place);
        return true;
    }

    /** There is no expression for the result. */
    private static boolean unknown() {
        Rt.ret = 0;
        return false;
    }

    private static boolean isValue(Object value) {
        return value == null || value instanceof String || Arguments.primitiveOf(value.getClass()) != null;
    }

    /** A new collection: empty, of a size that it is to have room for, or of what another one holds. */
    private boolean made() {
        if (values.length == 0) return true;
        if (values[0] instanceof Integer) {
            Arrs.size((Integer) values[0], shadows[0], place);
            return values.length == 1;
        }
        boolean isHash = owner.matches("java\\.util\\.(Linked)?Hash(Set|Map)");
        boolean isTree = owner.matches("java\\.util\\.(TreeSet|TreeMap|PriorityQueue)");
        if (values[0] instanceof Comparator || values[0] == null) return isTree;
        Collection<?> from = values[0] instanceof Map ? ((Map<?, ?>) values[0]).keySet() : values[0] instanceof Collection ? (Collection<?>) values[0] : null;
        if (from == null) return false;
        if (isHash || isTree) addAll(List.of(), from, isTree);
        return isHash || isTree || owner.matches("java\\.util\\.(ArrayList|LinkedList|ArrayDeque|Vector)");
    }
}

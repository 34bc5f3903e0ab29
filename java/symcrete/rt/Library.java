package symcrete.rt;

import java.util.ArrayList;
import java.util.Collection;
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

/**
 * Calls of the collections, iterators, streams and optionals of the libraries with something symbolic in the run.
 *
 * <p>Boxes and strings with something symbolic are found by identity, so a method that only carries values loses nothing. What a method decides by
 * looking at them is decided here first, by questions whose answers determine what it does ({@link Members}). Any other method, if something
 * symbolic is within its reach, is counted as lost.
 */
public final class Library {
    /** Methods of the libraries that woven code calls, by number. */
    private static final List<String[]> METHODS = new ArrayList<>();
    /** Collections and arrays inside each other, and elements of each, that are looked through for something symbolic. */
    private static final int MOST_DEPTH = 4;
    private static final int MOST_ELEMENTS = 10_000;
    /** Views of the values of maps, whose order their keys decide. */
    private static final Identity<Map<?, ?>> VIEWS = new Identity<>();
    /** Collectors that lose nothing: those that make lists, and ours. */
    private static final Identity<Boolean> COLLECTORS = new Identity<>();
    /** What the method that is called gives is a view of this, or such a collector. */
    private static Map<?, ?> viewed;
    private static boolean isCollecting;
    /** Does the library only carry what callbacks return to it now? */
    public static boolean carries;

    private Library() {}

    static void begin() {
        VIEWS.clear();
        COLLECTORS.clear();
        viewed = null;
        isCollecting = false;
        carries = false;
    }

    /** A number for a method: its class, name, descriptor, and a letter for the type of each argument, A for a reference. */
    public static synchronized int add(String owner, String name, String descriptor, String kinds) {
        METHODS.add(new String[] {owner.replace('/', '.'), name, descriptor, kinds});
        return METHODS.size() - 1;
    }

    /**
     * A method is about to be called, on a receiver or on none; the name to leave for a woven one is returned, or 0 when the library itself is
     * called.
     */
    public static int enter(int number, Object receiver, Object[] values, int[] shadows, int token, int place) {
        if (Rt.isAside(place)) return token;
        String[] method = METHODS.get(number);
        if (receiver != null && Shapes.isOfProgram(receiver.getClass())) return pass(receiver, values, shadows, token, place);
        int lambda = receiver == null ? token : pass(receiver, values, shadows, token, place);
        if (lambda != token) return lambda;
        Rt.dropCall();
        for (int k = 0; k < values.length; k++) if (method[3].charAt(k) == 'A') Refs.use(values[k], shadows[k], place);
        carries = new Looked(method, receiver, values, shadows, place).decide();
        Hashes.enter(receiver, values, method[0], method[1], place);
        viewed = method[1].equals("values") && receiver instanceof Map ? (Map<?, ?>) receiver : null;
        isCollecting = method[0].equals("java.util.stream.Collectors") && method[1].matches("to(Unmodifiable)?List");
        return 0;
    }

    /** Leaves shadows for a woven method, which may be that of a lambda. */
    private static int pass(Object receiver, Object[] values, int[] shadows, int token, int place) {
        for (int k = 0; k < values.length; k++) {
            Rt.args[k] = shadows[k];
            if (shadows[k] != 0 || reaches(values[k], 0)) Rt.passing(place);
        }
        return Captures.token(receiver, token, values.length);
    }

    /** A method gave this object: its shadow. */
    public static int left(Object result) {
        int shadow = Rt.ret;
        Rt.ret = 0;
        if (viewed != null && Rt.isFollowed()) VIEWS.put(result, viewed);
        if (isCollecting && Rt.isFollowed()) COLLECTORS.put(result, true);
        viewed = null;
        isCollecting = false;
        return shadow != 0 || !Rt.isFollowed() ? shadow : Boxes.shadow(result);
    }

    /** A woven method that the libraries called is given this. */
    public static int given(Object value, int known) {
        return known == 0 && Rt.isFollowed() ? Boxes.shadow(value) : known;
    }

    /** A woven method returns a condition to the libraries: a decision, after which nothing is lost. */
    public static void returned(boolean value, int shadow, int place) {
        if (shadow <= 0 || Rt.isAside(place)) return;
        int whole = Ints.of(shadow, value ? 1 : 0, place);
        Rt.implicit(Ints.compare(Op.Ne, whole, Trace.constant(32, 0), value), value, place);
    }

    /** A woven comparator returns to the libraries, which look only at the sign. */
    public static void compared(int value, int shadow, int place) {
        if (shadow > 0 && !Rt.isAside(place)) Values.decideSign(Ints.of(shadow, value, place), value, place);
    }

    /** A woven method returns a reference to the libraries. */
    public static void returned(Object value, int shadow, int place) {
        if (Rt.isAside(place)) return;
        Refs.use(value, shadow, place);
        Refs.Known known = Refs.known(shadow);
        boolean isHeld = known == null || (known.value == 0 || Boxes.holds(value)) && known.text == null;
        if (carries && isHeld && !(value != null && value.getClass().isArray() && Arrs.holds(value))) return;
        boolean isSymbolic = known != null && (known.value != 0 || known.text != null);
        if (isSymbolic || reaches(value, 0)) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    /** Notes a collector that loses nothing of what it is given. */
    static void collects(Object collector) {
        COLLECTORS.put(collector, true);
    }

    /** Does this collector lose nothing of what it is given? */
    static boolean isListing(Object collector) {
        return COLLECTORS.get(collector) != null;
    }

    /** Is something symbolic within reach of this? */
    static boolean reaches(Object value, int depth) {
        if (value == null || Rt.contents == 0) return false;
        if (Rt.holds(value)) return true;
        if (value instanceof Object[]) return reachesAny(java.util.Arrays.asList((Object[]) value), depth);
        // What a collection of the program inherits from the libraries looks at what it holds.
        if (Shapes.isOfProgram(value.getClass())) return value instanceof Collection || value instanceof Map;
        if (value instanceof Collection) return reachesAny((Collection<?>) value, depth);
        if (value instanceof Map) return reachesAny(((Map<?, ?>) value).keySet(), depth) || reachesAny(((Map<?, ?>) value).values(), depth);
        if (value instanceof Map.Entry) return reaches(((Map.Entry<?, ?>) value).getKey(), depth) || reaches(((Map.Entry<?, ?>) value).getValue(), depth);
        if (value instanceof Optional) return ((Optional<?>) value).isPresent() && reaches(((Optional<?>) value).get(), depth);
        // What these hold cannot be seen.
        return value instanceof Iterator || value instanceof BaseStream || value instanceof java.util.Spliterator
                || value instanceof java.util.Enumeration;
    }

    private static boolean reachesAny(Collection<?> all, int depth) {
        if (depth > MOST_DEPTH || all.size() > MOST_ELEMENTS) return true;
        for (Object one : all) if (reaches(one, depth + 1)) return true;
        return false;
    }

    /** If the order in which this gives its elements depends on hashes of symbolic values, the path relies on these. */
    static void fixOrder(Object value, int place) {
        Map<?, ?> behind = value == null ? null : VIEWS.get(value);
        Object owner = behind != null ? behind : value;
        Object keys = owner instanceof Map ? ((Map<?, ?>) owner).keySet() : owner;
        if (!(keys instanceof Collection) || ((Collection<?>) keys).size() < 2 || !isHashed(owner.getClass().getName())) return;
        List<Object> symbolic = new ArrayList<>();
        for (Object one : (Collection<?>) keys) {
            Object key = one instanceof Map.Entry ? ((Map.Entry<?, ?>) one).getKey() : one;
            if (Values.isSymbolic(key)) symbolic.add(key);
        }
        symbolic.sort(Members::order);
        for (Object key : symbolic) Values.fix(key, place);
        Hashes.fix((Collection<?>) keys, place);
    }

    private static boolean isHashed(String type) {
        return type.matches("java\\.util\\.(HashMap|HashSet|Hashtable|HashMap\\$.*|ImmutableCollections\\$(Set|Map).*"
                + "|Collections\\$(Unmodifiable|Synchronized|Checked).*(Set|Map|Collection).*|concurrent\\.ConcurrentHashMap.*)");
    }

    /** Something is about to be added to a collection. */
    static void decideAdd(Collection<?> collection, Object element, int place) {
        if (collection instanceof SortedSet) decideSorted(collection, ((SortedSet<?>) collection).comparator(), element, place);
        else if (collection instanceof PriorityQueue) {
            List<Object> all = new ArrayList<>(collection);
            all.add(element);
            decideSort(all, ((PriorityQueue<?>) collection).comparator(), place);
        } else if (collection instanceof Set) Members.decideFound(collection, element, place);
    }

    /** A key is looked up in a map. */
    static void decidePut(Map<?, ?> map, Object key, int place) {
        if (map instanceof SortedMap) decideSorted(map.keySet(), ((SortedMap<?, ?>) map).comparator(), key, place);
        else Members.decideFound(map.keySet(), key, place);
    }

    private static void decideSorted(Collection<?> sorted, Comparator<?> comparator, Object wanted, int place) {
        if (comparator == null) Members.decidePlace(new ArrayList<>(sorted), wanted, place);
        else if (!isWoven(comparator) && isAnything()) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    /** These are about to be sorted. */
    static void decideSort(Collection<?> all, Comparator<?> comparator, int place) {
        if (comparator == null || Comparing.isNatural(comparator)) Members.decideOrder(all, place);
        else if (!isWoven(comparator) && isAnything()) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    /** A comparator of the libraries may ask anything of objects of the program, which may hold anything. */
    private static boolean isAnything() {
        return Trace.records() > 0;
    }

    /** Is this a comparator whose code is woven, so that it tells what it decides? */
    static boolean isWoven(Object comparator) {
        return comparator instanceof Own || Shapes.isOfProgram(comparator.getClass()) && !Captures.isForeign(comparator);
    }
}

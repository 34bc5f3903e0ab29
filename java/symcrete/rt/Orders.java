package symcrete.rt;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * Orders of elements that nothing in the program says: those of {@code Set.of} and {@code Map.of}, which differ from one virtual machine to the next,
 * and those of hash tables whose keys have hashes by where they are; and these hashes.
 *
 * <p>A path that depends on one is one of several with the same input, so it is counted as lost, symbolic or not.
 */
public final class Orders {
    /** Methods that look at what they are called on, or given, in its order. */
    private static final Set<String> NAMES = Set.of("iterator", "forEach", "stream", "toArray", "keySet", "values", "entrySet", "addAll", "putAll",
            "<init>", "copyOf", "removeIf", "replaceAll", "unmodifiableSet", "unmodifiableMap", "unmodifiableCollection", "parallelStream", "toString",
            "keys", "elements");
    /** Objects inside of keys, and elements of one table, that are looked at. */
    private static final int MOST_DEPTH = 3;
    private static final int MOST_ELEMENTS = 1000;

    /** How elements of this class are ordered. */
    private enum Kind { KNOWN, SALTED, HASHED }

    private static final ClassValue<Kind> KINDS = new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
            String name = type.getName();
            if (name.matches("java\\.util\\.(ImmutableCollections\\$(Set|Map).*|IdentityHashMap.*)")) return Kind.SALTED;
            return name.matches("java\\.util\\.(HashMap|HashSet|Hashtable)") ? Kind.HASHED : Kind.KNOWN;
        }
    };
    /** Has this class a hash of its own, rather than one by where objects are? */
    private static final ClassValue<Boolean> HAS_OWN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return !Enum.class.isAssignableFrom(type) && type.getMethod("hashCode").getDeclaringClass() != Object.class;
            } catch (NoSuchMethodException why) {
                return false;
            }
        }
    };

    private Orders() {}

    /** Does a method of the libraries with this name look at elements in their order? */
    public static boolean matters(String name) {
        return NAMES.contains(name);
    }

    /** Does a method of the libraries with this name make a number of the hashes of what it is called on, or given? */
    public static boolean hashes(String name) {
        return name.equals("hashCode") || name.equals("hash");
    }

    /** The hash of something is about to be asked for. */
    public static void hash(Object value, int place) {
        boolean isTold = value == null || Shapes.isOfProgram(value.getClass()) && HAS_OWN.get(value.getClass());
        if (isTold || Rt.isAside(place)) return;
        Object whole = value instanceof Object[] ? java.util.Arrays.asList((Object[]) value) : value;
        if (isPlaced(whole, 0)) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    /** Something is about to be looked at in its order. */
    public static void look(Object value, int place) {
        if (value == null) return;
        Kind kind = KINDS.get(value.getClass());
        if (kind == Kind.KNOWN || Rt.isAside(place)) return;
        Collection<?> keys = value instanceof Map ? ((Map<?, ?>) value).keySet() : (Collection<?>) value;
        if (keys.size() < 2) return;
        if (kind == Kind.SALTED || keys.size() > MOST_ELEMENTS || isAnyPlaced(keys, 0)) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    private static boolean isAnyPlaced(Iterable<?> keys, int depth) {
        for (Object key : keys) if (isPlaced(key, depth)) return true;
        return false;
    }

    /** May the hash of this object be by where it, or something inside of it, is? */
    private static boolean isPlaced(Object key, int depth) {
        if (key == null || key instanceof String || key instanceof Number || key instanceof Character || key instanceof Boolean) return false;
        if (!HAS_OWN.get(key.getClass())) return true;
        if (depth > MOST_DEPTH) return true;
        if (key instanceof Collection) return ((Collection<?>) key).size() > MOST_ELEMENTS || isAnyPlaced((Collection<?>) key, depth + 1);
        if (key instanceof Map) return ((Map<?, ?>) key).size() > MOST_ELEMENTS || isAnyPlaced(((Map<?, ?>) key).entrySet(), depth + 1);
        if (key instanceof java.util.Optional) return isPlaced(((java.util.Optional<?>) key).orElse(null), depth + 1);
        if (key instanceof Map.Entry) {
            return isPlaced(((Map.Entry<?, ?>) key).getKey(), depth + 1) || isPlaced(((Map.Entry<?, ?>) key).getValue(), depth + 1);
        }
        return Shapes.isOfProgram(key.getClass()) && holdsPlaced(key, depth);
    }

    /** An object of the program: which of its fields its hash is made of is not known. */
    private static boolean holdsPlaced(Object key, int depth) {
        for (Class<?> type = key.getClass(); Shapes.isOfProgram(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) continue;
                try {
                    field.setAccessible(true);
                    if (isPlaced(field.get(key), depth + 1)) return true;
                } catch (IllegalAccessException | RuntimeException why) {
                    return true;
                }
            }
        }
        return false;
    }
}

package symcrete.rt;

/**
 * Boxes that hold something symbolic, found by identity: so a value keeps its expression when it goes into a collection and comes out again,
 * whoever carried it.
 *
 * <p>Each such box is an object of its own. Where the program can see the difference, in {@code ==}, the box that the library would have
 * given counts ({@link #canonical}).
 */
public final class Boxes {
    /** The library shares boxes of these values. */
    private static final int FIRST_SHARED = -128;
    private static final int LAST_SHARED = 127;
    private static final Identity<Integer> SHADOWS = new Identity<>();

    private Boxes() {}

    static void begin() {
        SHADOWS.clear();
    }

    /** A box like this one, whose expression is known by its identity and by the shadow that is left in {@link Rt#ret}. */
    @SuppressWarnings("unchecked")
    static <T> T made(T box, int value) {
        T own = (T) unshared(box);
        int shadow = Refs.shadow(0, value, null);
        note(own, shadow);
        Rt.ret = shadow;
        return own;
    }

    /** Notes a box that nobody else has. */
    static void note(Object box, int shadow) {
        SHADOWS.put(box, shadow);
        Arrs.boxed();
        Rt.contents++;
    }

    /** The shadow of a reference to a box with something symbolic; 0 for any other object. */
    static int shadow(Object value) {
        if (value == null || Rt.contents == 0) return 0;
        Integer shadow = SHADOWS.get(value);
        return shadow == null ? 0 : shadow;
    }

    /** What a box holds, by its identity, or else by the shadow of the reference; 0 when the input does not decide. */
    static int value(Object box, int shadow) {
        int own = shadow(box);
        return Refs.value(own != 0 ? own : shadow);
    }

    static boolean holds(Object value) {
        return SHADOWS.get(value) != null;
    }

    /** A box that is not shared, even if the library shares those of its value. */
    @SuppressWarnings({"deprecation", "removal"})
    static Object unshared(Object box) {
        if (box instanceof Integer) return new Integer((Integer) box);
        if (box instanceof Long) return new Long((Long) box);
        if (box instanceof Character) return new Character((Character) box);
        if (box instanceof Boolean) return new Boolean((Boolean) box);
        if (box instanceof Byte) return new Byte((Byte) box);
        if (box instanceof Short) return new Short((Short) box);
        if (box instanceof Float) return new Float((Float) box);
        return new Double((Double) box);
    }

    static boolean isBox(Object value) {
        return value instanceof Number && value.getClass().getName().startsWith("java.lang.") || value instanceof Character || value instanceof Boolean;
    }

    /** What the plain program would have in place of a box of ours. */
    static Object canonical(Object value) {
        if (value == null || !Rt.isFollowed() || !holds(value)) return value;
        if (value instanceof Integer) return isShared((Integer) value) ? Integer.valueOf((Integer) value) : value;
        if (value instanceof Long) return isShared((Long) value) ? Long.valueOf((Long) value) : value;
        if (value instanceof Short) return isShared((Short) value) ? Short.valueOf((Short) value) : value;
        if (value instanceof Character) return (Character) value <= LAST_SHARED ? Character.valueOf((Character) value) : value;
        if (value instanceof Byte) return Byte.valueOf((Byte) value);
        return value instanceof Boolean ? Boolean.valueOf((Boolean) value) : value;
    }

    private static boolean isShared(long value) {
        return value >= FIRST_SHARED && value <= LAST_SHARED;
    }

    /**
     * Whether two boxes are one object, as a condition: they are if they hold the same value and the library shares boxes of it, which is a
     * decision for each. 0 when the input does not decide.
     */
    static int same(Object x, int vx, Object y, int vy, int place) {
        if (x == null || y == null || x.getClass() != y.getClass()) return 0;
        if (x instanceof Float || x instanceof Double) return 0;
        if (!decideShared(x, vx, place) || !decideShared(y, vy, place)) return 0;
        return Values.equal(x, vx, y, vy, place);
    }

    private static boolean decideShared(Object box, int value, int place) {
        if (box instanceof Byte || box instanceof Boolean) return true;
        long number = box instanceof Character ? (Character) box : ((Number) box).longValue();
        boolean isShared = isShared(number);
        if (value <= 0) return isShared;
        int width = box instanceof Long ? 64 : 32;
        long mask = width == 64 ? -1L : 0xffffffffL;
        int above = Trace.record(Op.Sub, width, value, Trace.constant(width, FIRST_SHARED & mask), 0, number - FIRST_SHARED & mask);
        int limit = Trace.constant(width, LAST_SHARED - FIRST_SHARED);
        if (above != 0) Rt.implicit(Ints.compare(Op.Ule, above, limit, isShared), isShared, place);
        return isShared;
    }
}

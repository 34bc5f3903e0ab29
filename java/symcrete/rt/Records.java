package symcrete.rt;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What every record has: {@code equals}, {@code hashCode} and {@code toString}, made by the libraries from its parts. Here they are done part by part, so that what is
 * symbolic of these is followed.
 *
 * <p>Results are those of the libraries. Objects of the program are asked by their own methods, once, as the libraries do.
 */
public final class Records {
    private static final int EQUALS = Run.token("equals", "(Ljava/lang/Object;)Z");
    private static final int HASH = Run.token("hashCode", "()I");
    private static final int FLOAT_INFINITY = 0x7f800000;
    private static final long DOUBLE_INFINITY = 0x7ff0000000000000L;

    /** A field, and the one with its shadow. */
    private static final class Part {
        final String name;
        final Field value;
        final Field shadow;

        Part(Class<?> type, String name) throws NoSuchFieldException {
            this.name = name;
            this.value = type.getDeclaredField(name);
            this.shadow = type.getDeclaredField(name + "$symcrete");
            value.setAccessible(true);
            shadow.setAccessible(true);
        }

        Object of(Object record) {
            try {
                return value.get(record);
            } catch (IllegalAccessException why) {
                throw new IllegalStateException(why);
            }
        }

        int shadowOf(Object record) {
            try {
                return Rt.isFollowed() ? shadow.getInt(record) : 0;
            } catch (IllegalAccessException why) {
                throw new IllegalStateException(why);
            }
        }
    }

    /** By class; the names say which fields are parts. */
    private static final ClassValue<Map<String, Part[]>> PARTS = new ClassValue<>() {
        @Override
        protected Map<String, Part[]> computeValue(Class<?> type) {
            return new HashMap<>();
        }
    };

    private Records() {}

    private static Part[] parts(Object record, String names) {
        return PARTS.get(record.getClass()).computeIfAbsent(names, all -> {
            String[] each = all.isEmpty() ? new String[0] : all.split(";");
            Part[] parts = new Part[each.length];
            try {
                for (int k = 0; k < each.length; k++) parts[k] = new Part(record.getClass(), each[k]);
            } catch (NoSuchFieldException why) {
                throw new IllegalStateException(why);
            }
            return parts;
        });
    }

    public static boolean equals(Object record, Object other, String names, int so, int place) {
        Refs.use(other, so, place);
        if (record == other) return true;
        if (other == null || other.getClass() != record.getClass()) return false;
        Part[] parts = parts(record, names);
        int condition = 0;
        boolean holds = true;
        // The libraries begin with the last one.
        for (int k = parts.length - 1; k >= 0; k--) {
            Object x = parts[k].of(record);
            Object y = parts[k].of(other);
            int sx = parts[k].shadowOf(record);
            int sy = parts[k].shadowOf(other);
            boolean isPrimitive = parts[k].value.getType().isPrimitive();
            if (!isPrimitive) {
                Refs.use(x, sx, place);
                Refs.use(y, sy, place);
            }
            if (x == null || y == null) {
                if (x != y) return false;
                continue;
            }
            if (!isPrimitive && !isValue(x)) {
                // What is asked of an object happens only if all before are equal.
                Rt.implicit(condition, holds, place);
                condition = 0;
                if (!holds || !asked(x, y, place)) return false;
                continue;
            }
            boolean isSame = Objects.equals(x, y);
            int same = Rt.isFollowed() ? same(x, isPrimitive ? sx : valueOf(x, sx), y, isPrimitive ? sy : valueOf(y, sy), place) : 0;
            if (same == 0 && !isSame) return false;
            condition = Chars.both(condition, same);
            holds &= isSame;
        }
        Rt.ret = Ints.ofCondition(condition);
        return holds;
    }

    private static boolean isValue(Object value) {
        return value instanceof String || Arguments.primitiveOf(value.getClass()) != null;
    }

    /** The shadow by which a string or box is compared: a string's own, or what a box holds. */
    private static int valueOf(Object value, int shadow) {
        return value instanceof String ? shadow : Boxes.value(value, shadow);
    }

    /** Are two values of one class equal, as a condition? 0 when the input does not decide. */
    private static int same(Object x, int sx, Object y, int sy, int place) {
        if (x.getClass() != y.getClass()) return 0;
        if (x instanceof String) return StringModels.same((String) x, sx, (String) y, sy, place);
        if (sx <= 0 && sy <= 0) return 0;
        if (x instanceof Float) return sameNumber(Floats.of(sx, (Float) x, place), Floats.of(sy, (Float) y, place), 32, ((Float) x).isNaN(), ((Float) y).isNaN());
        if (x instanceof Double) return sameNumber(Doubles.of(sx, (Double) x, place), Doubles.of(sy, (Double) y, place), 64, ((Double) x).isNaN(), ((Double) y).isNaN());
        return Values.equal(x, sx, y, sy, place);
    }

    /** Floats of either width are compared by their bits, but all NaNs are one. */
    private static int sameNumber(int a, int b, int width, boolean isFirstNan, boolean isSecondNan) {
        int bits = Ints.compare(Op.Eq, a, b, Trace.value(a) == Trace.value(b));
        return Chars.either(bits, Chars.both(isNan(a, width, isFirstNan), isNan(b, width, isSecondNan)));
    }

    private static int isNan(int expr, int width, boolean holds) {
        long magnitude = width == 32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
        long infinity = width == 32 ? FLOAT_INFINITY : DOUBLE_INFINITY;
        int bits = Trace.record(Op.And, width, expr, Trace.constant(width, magnitude), 0, Trace.value(expr) & magnitude);
        return Ints.compare(Op.Ugt, bits, Trace.constant(width, infinity), holds);
    }

    /** Asks an object whether another is equal; a decision if the input decides. */
    private static boolean asked(Object x, Object y, int place) {
        boolean isOfProgram = name(x, EQUALS);
        if (!isOfProgram && Rt.isFollowed() && (Library.reaches(x, 0) || Library.reaches(y, 0))) Trace.lost(Layout.WHAT_EXTERNAL, place);
        boolean isSame = x.equals(y);
        if (isOfProgram && Rt.token != 0) Rt.untaken();
        int answer = Rt.ret;
        Rt.ret = 0;
        if (isOfProgram && answer > 0) Rt.implicit(Ints.compare(Op.Ne, answer, Trace.constant(32, 0), isSame), isSame, place);
        return isSame;
    }

    /** Is the method to be called that a class of the program has? It is named as woven code does. */
    private static boolean name(Object object, int token) {
        boolean isNamed = Rt.isFollowed() && Shapes.isOfProgram(object.getClass());
        if (isNamed) Rt.token = token;
        return isNamed;
    }

    public static int hashCode(Object record, String names, int place) {
        int value = 0;
        int hash = 0;
        for (Part part : parts(record, names)) {
            Object one = part.of(record);
            int shadow = part.shadowOf(record);
            boolean isPrimitive = part.value.getType().isPrimitive();
            if (!isPrimitive) Refs.use(one, shadow, place);
            int own = one == null ? 0 : isPrimitive || isValue(one) ? one.hashCode() : askedHash(one, place);
            int next = one == null || !Rt.isFollowed() ? 0 : isPrimitive ? ofPrimitive(one, shadow, place) : isValue(one) ? Hashes.of(one, shadow, place) : Rt.ret;
            Rt.ret = 0;
            if (next == Hashes.UNKNOWN) {
                Trace.lost(Layout.WHAT_UNSUPPORTED, place);
                next = 0;
            }
            hash = Rt.isFollowed() ? Hashes.join(value, hash, own, next, place) : 0;
            value = 31 * value + own;
        }
        Rt.ret = hash;
        return value;
    }

    private static int ofPrimitive(Object value, int shadow, int place) {
        if (shadow <= 0) return 0;
        if (value instanceof Float || value instanceof Double) return Hashes.UNKNOWN;
        if (value instanceof Long) return Hashes.ofLong((Long) value, shadow, place);
        return value instanceof Boolean ? Hashes.ofBoolean((Boolean) value, shadow, place) : Ints.checked(shadow, value.hashCode(), place);
    }

    private static int askedHash(Object one, int place) {
        boolean isOfProgram = name(one, HASH);
        if (Rt.isFollowed()) Orders.hash(one, place);
        if (!isOfProgram && Rt.isFollowed() && Library.reaches(one, 0)) Trace.lost(Layout.WHAT_EXTERNAL, place);
        int hash = one.hashCode();
        if (isOfProgram && Rt.token != 0) Rt.untaken();
        if (!isOfProgram) Rt.ret = 0;
        return hash;
    }

    public static String toString(Object record, String names, int place) {
        StringBuilder whole = new StringBuilder(record.getClass().getSimpleName()).append('[');
        TextBuilder text = new TextBuilder(place);
        text.append(whole.toString(), null);
        String before = "";
        for (Part part : parts(record, names)) {
            String label = before + part.name + "=";
            Object one = part.of(record);
            int shadow = part.shadowOf(record);
            boolean isPrimitive = part.value.getType().isPrimitive();
            Object shown = isPrimitive ? one : Concat.text(one, shadow, place);
            if (!isPrimitive) shadow = Rt.ret;
            Rt.ret = 0;
            whole.append(label).append(shown);
            if (Rt.isFollowed()) {
                text.append(label, null);
                text.append(shown, shadow);
            }
            before = ", ";
        }
        String result = whole.append(']').toString();
        text.append("]", null);
        if (Rt.isFollowed()) Rt.ret = text.shadowOf(result);
        return result;
    }
}

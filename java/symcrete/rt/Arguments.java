package symcrete.rt;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;

/**
 * Makes the arguments of the method under test from the values that the input has.
 *
 * <p>The order and the names of these values are those of crate `jvm` (shape.rs), which writes them down as Java.
 */
final class Arguments {
    /** Lengths go from 0 to this, a power of two less one, so that a few bits of the input are the length. */
    static final int MAX_LENGTH = 7;
    /** Objects inside objects; deeper ones are null. */
    private static final int MAX_DEPTH = 3;
    private final boolean mayBeNull;
    private final Map<String, String[]> shapes;
    private int depth;
    /** Is what is asked for part of something that is null, so that nothing is made of it? */
    private boolean isDry;

    /** {@code shapes} has the types of the constructor of each class. */
    Arguments(boolean mayBeNull, Map<String, String[]> shapes) {
        this.mayBeNull = mayBeNull;
        this.shapes = shapes;
    }

    /** An argument and its shadow. */
    static final class Argument {
        final Object value;
        final int shadow;

        Argument(Object value, int shadow) {
            this.value = value;
            this.shadow = shadow;
        }
    }

    Argument make(Class<?> type, String name) throws Rejected {
        if (type.isPrimitive()) {
            Asked.Value value = Asked.primitive(type, name);
            return new Argument(boxed(type, value.bits), value.shadow);
        }
        Asked.Value head = Asked.choice(mayBeNull ? 1 : 0, name + " is null");
        boolean isNull = head.bits == 1;
        int condition = mayBeNull && head.shadow != 0
                ? Trace.record(Op.Trunc, 1, head.shadow, 0, 0, isNull ? 1 : 0) : 0;
        if (type == String.class) return text(name, isNull, condition);
        if (type.isArray()) return array(type.getComponentType(), name, isNull, condition);
        if (type.isEnum()) return constant(type, name, isNull, condition);
        Class<?> inside = primitiveOf(type);
        if (inside == null) return object(type, name, isNull, condition);
        Asked.Value value = Asked.primitive(inside, name);
        return new Argument(isNull ? null : boxed(inside, value.bits), Refs.shadow(condition, value.shadow, null));
    }

    private static Argument text(String name, boolean isNull, int condition) {
        Asked.Value length = Asked.choice(MAX_LENGTH, name + ".length()");
        char[] chars = new char[MAX_LENGTH];
        int[] shadows = new int[MAX_LENGTH];
        for (int k = 0; k < MAX_LENGTH; k++) {
            Asked.Value one = Asked.primitive(char.class, name + ".charAt(" + k + ")");
            chars[k] = (char) one.bits;
            shadows[k] = one.shadow;
        }
        if (isNull) return new Argument(null, condition);
        int n = (int) length.bits;
        String value = new String(chars, 0, n);
        if (length.shadow == 0) return new Argument(value, 0);
        Texts.Text text = new Texts.Text(length.shadow, shadows);
        if (n == 0) return new Argument(value, Refs.shadow(condition, 0, text));
        Texts.set(value, text);
        return new Argument(value, condition);
    }

    /** An object by its constructor; what it is made of has its place even if it is null. */
    private Argument object(Class<?> type, String name, boolean isNull, int condition) throws Rejected {
        if (depth == MAX_DEPTH) return new Argument(null, 0);
        boolean wasDry = isDry;
        isDry |= isNull;
        depth++;
        Constructor<?> constructor = constructor(type);
        Class<?>[] types = constructor.getParameterTypes();
        Argument[] parts = new Argument[types.length];
        for (int k = 0; k < types.length; k++) parts[k] = make(types[k], name + "." + k);
        depth--;
        Object made = isDry ? null : construct(constructor, parts);
        isDry = wasDry;
        return new Argument(made, condition);
    }

    /** The object that a method is called on. */
    Object receiver(Class<?> type) throws Rejected {
        return object(type, "this", false, 0).value;
    }

    private Constructor<?> constructor(Class<?> type) {
        String wanted = String.join(" ", shapes.get(type.getName()));
        for (Constructor<?> one : type.getDeclaredConstructors()) {
            StringBuilder types = new StringBuilder();
            for (Class<?> each : one.getParameterTypes()) types.append(types.length() > 0 ? " " : "").append(each.getTypeName());
            if (types.toString().equals(wanted)) {
                one.setAccessible(true);
                return one;
            }
        }
        throw new IllegalStateException(type + " has no constructor for " + wanted);
    }

    private static Object construct(Constructor<?> constructor, Argument[] parts) throws Rejected {
        Object[] values = new Object[parts.length];
        int[] shadows = new int[parts.length];
        for (int k = 0; k < parts.length; k++) {
            values[k] = parts[k].value;
            shadows[k] = parts[k].shadow;
        }
        Run.pass(Run.token("<init>", constructor.getParameterTypes(), void.class), shadows);
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException why) {
            throw new Rejected(why.getCause());
        } catch (ReflectiveOperationException why) {
            throw new IllegalStateException(why);
        }
    }

    /** What an object was to be made of, its constructor does not accept: a run that says nothing about the method. */
    static final class Rejected extends Exception {
        Rejected(Throwable cause) {
            super(cause);
        }
    }

    private Argument array(Class<?> element, String name, boolean isNull, int condition) throws Rejected {
        Asked.Value length = Asked.choice(MAX_LENGTH, name + ".length");
        int n = (int) length.bits;
        Object array = Array.newInstance(element, n);
        Arguments inside = new Arguments(false, shapes);
        Argument[] elements = new Argument[MAX_LENGTH];
        for (int k = 0; k < MAX_LENGTH; k++) elements[k] = inside.make(element, name + "[" + k + "]");
        if (isNull) return new Argument(null, condition);
        if (length.shadow != 0) Arrs.make(array).length = length.shadow;
        for (int k = 0; k < n; k++) {
            Array.set(array, k, elements[k].value);
            Arrs.setCell(array, k, elements[k].shadow);
        }
        return new Argument(array, condition);
    }

    /** A constant of an enum: which one, this run decides. */
    private static Argument constant(Class<?> type, String name, boolean isNull, int condition) {
        Object[] constants = type.getEnumConstants();
        Asked.Value which = Asked.choice(0xff, name + ".ordinal()");
        if (constants.length == 0) return new Argument(null, 0);
        int chosen = (int) which.bits % constants.length;
        Refs.decideNull(condition, isNull);
        if (which.shadow != 0 && !isNull) {
            int rest = Trace.record(Op.URem, 32, which.shadow, Trace.constant(32, constants.length), 0, chosen);
            Rt.decide(rest, chosen, 0);
        }
        return new Argument(isNull ? null : constants[chosen], condition);
    }

    /** The primitive type in a box; null for other classes. */
    static Class<?> primitiveOf(Class<?> type) {
        if (type == Integer.class) return int.class;
        if (type == Long.class) return long.class;
        if (type == Boolean.class) return boolean.class;
        if (type == Character.class) return char.class;
        if (type == Byte.class) return byte.class;
        if (type == Short.class) return short.class;
        if (type == Float.class) return float.class;
        return type == Double.class ? double.class : null;
    }

    static Object boxed(Class<?> type, long bits) {
        if (type == int.class) return (int) bits;
        if (type == long.class) return bits;
        if (type == boolean.class) return bits != 0;
        if (type == char.class) return (char) bits;
        if (type == byte.class) return (byte) bits;
        if (type == short.class) return (short) bits;
        if (type == float.class) return Float.intBitsToFloat((int) bits);
        return Double.longBitsToDouble(bits);
    }
}

package symcrete.rt;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Makes the arguments of the method under test from the values that the input has, and says them as Java.
 *
 * <p>Each type has a fixed number of values, whatever they are: what an object that is null would be made of, or a class that was not chosen,
 * is asked for and not used ({@link #isDry}).
 */
public final class Arguments {
    /** Lengths go from 0 to this, a power of two less one, so that a few bits of the input are the length; a quarter in what is inside others. */
    static final int MAX_LENGTH = Layout.ARGUMENT_LENGTH;
    /** Objects inside objects; deeper ones are null. */
    private static final int MAX_DEPTH = Layout.ARGUMENT_DEPTH;
    private final Shapes shapes;
    private final Forge forge;
    /** Are texts wanted? */
    private final boolean tells;
    private boolean mayBeNull;
    private int depth;
    /** How many arrays and collections are around what is made. */
    private int nesting;
    private boolean isDry;

    Arguments(Shapes shapes, Forge forge, boolean mayBeNull, boolean tells) {
        this.shapes = shapes;
        this.forge = forge;
        this.mayBeNull = mayBeNull;
        this.tells = tells;
    }

    /** Makes classes for lambdas. */
    public interface Forge {
        /** A class whose objects are this interface and are made of an {@link Answer}, which each call of the method asks. */
        Class<?> lambda(Class<?> type, Method method);
    }

    /** An argument, its shadow, and the expression that makes it. */
    static final class Argument {
        static final Argument NONE = new Argument(null, 0, "null");
        final Object value;
        final int shadow;
        final String text;

        Argument(Object value, int shadow, String text) {
            this.value = value;
            this.shadow = shadow;
            this.text = text;
        }
    }

    /** What an object was to be made of, its constructor does not accept: a run that says nothing about the method. */
    static final class Rejected extends Exception {
        Rejected(Throwable cause) {
            super(cause);
        }
    }

    Argument make(Type type, String name) throws Rejected {
        boolean isArray = type instanceof GenericArrayType;
        if (!isArray && Types.raw(type).isPrimitive()) {
            Asked.Value value = Asked.primitive(Types.raw(type), name);
            Object boxed = boxed(Types.raw(type), value.bits);
            return new Argument(boxed, value.shadow, tells ? Literals.of(boxed) : "");
        }
        Asked.Value head = Asked.choice(mayBeNull ? 1 : 0, name + " is null");
        boolean isNull = head.bits == 1;
        int condition = mayBeNull && head.shadow != 0 && !isDry
                ? Trace.record(Op.Trunc, 1, head.shadow, 0, 0, isNull ? 1 : 0) : 0;
        if (decides(type)) Refs.decideNull(condition, isNull);
        boolean wasDry = isDry;
        isDry |= isNull;
        Argument made = some(type, name, condition);
        isDry = wasDry;
        return isNull ? new Argument(null, condition, "null") : made;
    }

    /** Does making something of this type decide anything, such as which class it has, or what a constructor asks? Then so is whether it is made. */
    private static boolean decides(Type type) {
        Type inner = type;
        while (inner instanceof GenericArrayType || Types.raw(inner).isArray()) inner = Types.element(inner);
        Class<?> raw = Types.raw(inner);
        return !raw.isPrimitive() && raw != String.class && primitiveOf(raw) == null;
    }

    /** Something of this type other than null; {@code condition} is that it is. */
    private Argument some(Type type, String name, int condition) throws Rejected {
        if (type instanceof GenericArrayType || Types.raw(type).isArray()) return array(type, name, condition);
        Class<?> raw = Types.raw(type);
        if (raw == String.class) return text(name, condition);
        if (raw.isEnum()) return constant(raw, name, condition);
        Class<?> inside = primitiveOf(raw);
        return inside == null ? object(type, name, condition) : box(inside, name, condition);
    }

    private Argument box(Class<?> inside, String name, int condition) {
        Asked.Value value = Asked.primitive(inside, name);
        if (isDry) return Argument.NONE;
        Object box = boxed(inside, value.bits);
        String text = tells ? Literals.of(box) : "";
        if (value.shadow == 0) return new Argument(box, condition, text);
        box = Boxes.unshared(box);
        Boxes.note(box, Refs.shadow(0, value.shadow, null));
        return new Argument(box, Refs.shadow(condition, value.shadow, null), text);
    }

    private Argument text(String name, int condition) {
        Asked.Value length = Asked.choice(MAX_LENGTH, name + ".length()");
        char[] chars = new char[MAX_LENGTH];
        int[] shadows = new int[MAX_LENGTH];
        for (int k = 0; k < MAX_LENGTH; k++) {
            Asked.Value one = Asked.primitive(char.class, name + ".charAt(" + k + ")");
            chars[k] = (char) one.bits;
            shadows[k] = one.shadow;
        }
        if (isDry) return Argument.NONE;
        String made = new String(chars, 0, (int) length.bits);
        // A literal is the same object wherever it stands. One that is followed is known by its identity instead, which nobody shares; see Identical.
        boolean isFollowed = length.shadow != 0;
        String value = isFollowed ? made : made.intern();
        if (isFollowed) Texts.give(value, new Texts.Text(length.shadow, shadows));
        return new Argument(value, condition, tells ? Literals.of(value) : "");
    }

    /** A constant of an enum: which one, this run decides. */
    private Argument constant(Class<?> type, String name, int condition) {
        Object[] constants = type.getEnumConstants();
        Asked.Value which = Asked.choice(0xff, name + ".ordinal()");
        if (constants.length == 0 || isDry) return Argument.NONE;
        Object chosen = constants[chosen(which, constants.length)];
        return new Argument(chosen, condition, tells ? Literals.of(chosen) : "");
    }

    /** Decides which of so many. */
    private static int chosen(Asked.Value which, int n) {
        int chosen = (int) which.bits % n;
        if (which.shadow != 0 && n > 1) {
            Rt.decide(Trace.record(Op.URem, 32, which.shadow, Trace.constant(32, n), 0, chosen), chosen, 0);
        }
        return chosen;
    }

    private Argument array(Type type, String name, int condition) throws Rejected {
        Type element = Types.element(type);
        Asked.Value length = Asked.choice(most(), name + ".length");
        int n = (int) length.bits;
        if (decides(element) && !isDry) Rt.decide(length.shadow, n, 0);
        Argument[] elements = elements(element, name, n);
        if (isDry) return Argument.NONE;
        Object array = Array.newInstance(Types.erased(element), n);
        if (length.shadow != 0) Arrs.make(array).length = length.shadow;
        List<String> texts = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            Array.set(array, k, elements[k].value);
            Arrs.setCell(array, k, elements[k].shadow);
            texts.add(elements[k].text);
        }
        return new Argument(array, condition, tells ? Literals.array(array.getClass(), texts) : "");
    }

    /** Most elements of an array or collection that is made now. */
    private int most() {
        return nesting == 0 ? MAX_LENGTH : MAX_LENGTH >> 1 >> Math.min(nesting - 1, 1);
    }

    /** The elements of an array or collection, never null; those behind the last one would be there if it were longer. */
    private Argument[] elements(Type element, String name, int n) throws Rejected {
        Argument[] elements = new Argument[most()];
        boolean outer = mayBeNull;
        boolean wasDry = isDry;
        mayBeNull = false;
        nesting++;
        for (int k = 0; k < elements.length; k++) {
            // What an array holds behind its length needs no object, and no decision.
            isDry = wasDry || k >= n;
            elements[k] = make(element, name + "[" + k + "]");
        }
        nesting--;
        isDry = wasDry;
        mayBeNull = outer;
        return elements;
    }

    /** An object of a class. */
    private Argument object(Type type, String name, int condition) throws Rejected {
        Shapes.Shape shape = shapes.of(type);
        if (shape instanceof Shapes.Choice) return choice(type, (Shapes.Choice) shape, name, condition);
        if (shape instanceof Shapes.Elements) return collection((Shapes.Elements) shape, name, condition);
        return built(type, (Shapes.Built) shape, name, condition);
    }

    /** The object that a method is called on. */
    Argument receiver(Class<?> type) throws Rejected {
        return some(type, "this", 0);
    }

    /** By a constructor, a static method or setters; too deep inside others it is null. */
    private Argument built(Type type, Shapes.Built shape, String name, int condition) throws Rejected {
        if (depth == MAX_DEPTH) return Argument.NONE;
        depth++;
        Argument[] parts = new Argument[shape.parameters.length];
        for (int k = 0; k < parts.length; k++) parts[k] = make(shape.parameters[k], name + "." + k);
        Argument[] set = set(shape, name);
        depth--;
        if (isDry) return Argument.NONE;
        Object made = call(shape.creator, null, parts);
        if (made == null) throw new Rejected(null);
        for (int k = 0; k < set.length; k++) call(shape.setters.get(k), made, new Argument[] {set[k]});
        return new Argument(made, condition, tells ? text(type, shape, parts, set) : "");
    }

    /** What the setters are given; nothing, if this run decides that they are not called. */
    private Argument[] set(Shapes.Built shape, String name) throws Rejected {
        boolean wasDry = isDry;
        boolean isSet = true;
        if (shape.maySet()) {
            Asked.Value asked = Asked.choice(1, name + " is set");
            isSet = asked.bits == 1;
            if (!isDry) Rt.decide(asked.shadow, (int) asked.bits, 0);
        }
        isDry |= !isSet;
        Argument[] set = new Argument[shape.setters.size()];
        for (int k = 0; k < set.length; k++) set[k] = make(shape.set.get(k), name + "." + shape.setters.get(k).getName());
        isDry = wasDry;
        return isSet ? set : new Argument[0];
    }

    private static String text(Type type, Shapes.Built shape, Argument[] parts, Argument[] set) {
        List<String> texts = new ArrayList<>();
        for (Argument part : parts) texts.add(part.text);
        Class<?> owner = shape.creator.getDeclaringClass();
        String diamond = owner.getTypeParameters().length > 0 ? "<>" : "";
        String begin = shape.creator instanceof Constructor ? "new " + Literals.name(owner) + diamond
                : Literals.name(owner) + "." + shape.creator.getName();
        String made = begin + "(" + String.join(", ", texts) + ")";
        if (set.length == 0) return made;
        List<String> statements = new ArrayList<>();
        for (int k = 0; k < set.length; k++) statements.add("made." + shape.setters.get(k).getName() + "(" + set[k].text + ");");
        return Literals.made(Types.name(type), made, statements);
    }

    /** Calls a method of the program as woven code does. */
    private static Object call(Executable method, Object receiver, Argument[] parts) throws Rejected {
        Object[] values = new Object[parts.length];
        int[] shadows = new int[parts.length];
        for (int k = 0; k < parts.length; k++) {
            values[k] = parts[k].value;
            shadows[k] = parts[k].shadow;
        }
        boolean isConstructor = method instanceof Constructor;
        Class<?> result = isConstructor ? void.class : ((Method) method).getReturnType();
        Statics.use(method.getDeclaringClass());
        Run.pass(Run.token(isConstructor ? "<init>" : method.getName(), method.getParameterTypes(), result), shadows);
        try {
            return isConstructor ? ((Constructor<?>) method).newInstance(values) : ((Method) method).invoke(receiver, values);
        } catch (InvocationTargetException why) {
            throw new Rejected(why.getCause());
        } catch (ReflectiveOperationException why) {
            throw new IllegalStateException(why);
        } finally {
            Rt.ret = 0;
        }
    }

    /** An object of one of several types: which one, this run decides. */
    private Argument choice(Type type, Shapes.Choice shape, String name, int condition) throws Rejected {
        Asked.Value which = Asked.choice(0xff, name + ".getClass()");
        boolean wasDry = isDry;
        int chosen = wasDry ? -1 : chosen(which, shape.size());
        Argument made = Argument.NONE;
        for (int k = 0; k < shape.size(); k++) {
            isDry = k != chosen;
            String part = name + "#" + k;
            Argument one = k < shape.alternatives.size() ? some(shape.alternatives.get(k), part, condition)
                    : lambda(Types.raw(type), shape.lambda, part, condition);
            if (k == chosen) made = one;
        }
        isDry = wasDry;
        return made;
    }

    private Argument lambda(Class<?> type, Shapes.Lambda shape, String name, int condition) throws Rejected {
        boolean isVoid = shape.result == void.class;
        Argument result = isVoid ? Argument.NONE : make(shape.result, name);
        if (isDry) return Argument.NONE;
        Object made;
        try {
            Constructor<?> constructor = forge.lambda(type, shape.method).getConstructor(Answer.class);
            made = constructor.newInstance(new Answer(result.value, result.shadow, Types.raw(shape.result).isPrimitive()));
        } catch (ReflectiveOperationException why) {
            throw new IllegalStateException(why);
        }
        List<String> parameters = new ArrayList<>();
        for (int k = 0; k < shape.method.getParameterCount(); k++) parameters.add("x" + k);
        String text = "(" + Literals.name(type) + ") (" + String.join(", ", parameters) + ") -> " + (isVoid ? "{}" : result.text);
        return new Argument(made, condition, "(" + text + ")");
    }

    /** A collection or map; how many elements it has, and which of them are equal where that matters, this run decides. */
    @SuppressWarnings("unchecked")
    private Argument collection(Shapes.Elements shape, String name, int condition) throws Rejected {
        Asked.Value length = Asked.choice(most(), name + ".size()");
        int n = (int) length.bits;
        if (!isDry) Rt.decide(length.shadow, n, 0);
        Argument[] keys = elements(shape.element, name, n);
        Argument[] values = shape.value == null ? null : elements(shape.value, name + ".value", n);
        if (isDry) return Argument.NONE;
        try {
            Object made = shape.implementation.getConstructor().newInstance();
            List<String> texts = new ArrayList<>();
            List<String> all = new ArrayList<>();
            for (int k = 0; k < n; k++) {
                all.add(keys[k].text);
                if (values == null) {
                    Library.decideAdd((Collection<Object>) made, keys[k].value, 0);
                    ((Collection<Object>) made).add(keys[k].value);
                } else {
                    Library.decidePut((Map<Object, Object>) made, keys[k].value, 0);
                    ((Map<Object, Object>) made).put(keys[k].value, values[k].value);
                    texts.add("made.put(" + keys[k].text + ", " + values[k].text + ");");
                }
            }
            return new Argument(made, condition, tells ? text(shape, all, texts) : "");
        } catch (ReflectiveOperationException why) {
            throw new IllegalStateException(why);
        } catch (RuntimeException why) {
            // Elements that have no order, in a collection that is sorted.
            throw new Rejected(why);
        }
    }

    private static String text(Shapes.Elements shape, List<String> elements, List<String> puts) {
        String made = "new " + Literals.name(shape.implementation) + "<>(";
        if (shape.value == null) return made + (elements.isEmpty() ? "" : "java.util.Arrays.asList(" + String.join(", ", elements) + ")") + ")";
        if (puts.isEmpty()) return made + ")";
        String types = "<" + Types.name(shape.element) + ", " + Types.name(shape.value) + ">";
        return Literals.made(Literals.name(shape.implementation) + types, made + ")", puts);
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

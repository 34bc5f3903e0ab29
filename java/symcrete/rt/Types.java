package symcrete.rt;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Types of parameters with what stands for their variables: {@code List<T>} in an object that was asked for as {@code Bag<String>} is a
 * {@code List<String>}. A variable that nothing is known of but its bound is an {@code Integer}, if it can be one.
 */
final class Types {
    private Types() {}

    /** A class with arguments. */
    private static final class Generic implements ParameterizedType {
        private final Class<?> raw;
        private final Type[] arguments;

        Generic(Class<?> raw, Type[] arguments) {
            this.raw = raw;
            this.arguments = arguments;
        }

        @Override
        public Type[] getActualTypeArguments() {
            return arguments;
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public Type getOwnerType() {
            return raw.getDeclaringClass();
        }
    }

    static Class<?> raw(Type type) {
        return type instanceof ParameterizedType ? (Class<?>) ((ParameterizedType) type).getRawType() : (Class<?>) type;
    }

    /** The type of the elements of an array. */
    static Type element(Type type) {
        return type instanceof GenericArrayType ? ((GenericArrayType) type).getGenericComponentType() : raw(type).getComponentType();
    }

    /** One of the arguments of a type; of a raw one, whatever can be. */
    static Type argument(Type type, int index) {
        if (type instanceof ParameterizedType) return ((ParameterizedType) type).getActualTypeArguments()[index];
        return Integer.class;
    }

    /** What stands for the variables of a type's class and of everything that it extends. */
    static Map<TypeVariable<?>, Type> bindings(Type type) {
        Map<TypeVariable<?>, Type> bindings = new HashMap<>();
        bind(type, bindings);
        return bindings;
    }

    private static void bind(Type type, Map<TypeVariable<?>, Type> bindings) {
        Class<?> raw = raw(type);
        if (type instanceof ParameterizedType) {
            Type[] arguments = ((ParameterizedType) type).getActualTypeArguments();
            for (int k = 0; k < arguments.length; k++) bindings.put(raw.getTypeParameters()[k], arguments[k]);
        }
        for (Type above : raw.getGenericInterfaces()) bind(resolve(above, bindings), bindings);
        if (raw.getGenericSuperclass() != null) bind(resolve(raw.getGenericSuperclass(), bindings), bindings);
    }

    /** A type without variables. */
    static Type resolve(Type type, Map<TypeVariable<?>, Type> bindings) {
        if (type instanceof TypeVariable) {
            Type bound = bindings.get(type);
            return bound != null ? bound : free(((TypeVariable<?>) type).getBounds()[0]);
        }
        if (type instanceof WildcardType) {
            Type[] lower = ((WildcardType) type).getLowerBounds();
            Type bound = lower.length > 0 ? lower[0] : ((WildcardType) type).getUpperBounds()[0];
            return bound == Object.class ? Integer.class : resolve(bound, bindings);
        }
        if (type instanceof ParameterizedType) {
            Type[] arguments = ((ParameterizedType) type).getActualTypeArguments();
            Type[] resolved = new Type[arguments.length];
            for (int k = 0; k < arguments.length; k++) resolved[k] = resolve(arguments[k], bindings);
            return new Generic(raw(type), resolved);
        }
        if (type instanceof GenericArrayType) {
            Type element = resolve(((GenericArrayType) type).getGenericComponentType(), bindings);
            return element instanceof Class ? Array.newInstance((Class<?>) element, 0).getClass() : (GenericArrayType) () -> element;
        }
        return type;
    }

    /** What a variable with this bound can be. */
    private static Type free(Type bound) {
        Class<?> raw = bound instanceof TypeVariable ? Object.class : raw(bound);
        return raw.isAssignableFrom(Integer.class) ? Integer.class : raw;
    }

    /** The class of an array's elements and of anything else, without arguments. */
    static Class<?> erased(Type type) {
        if (!(type instanceof GenericArrayType)) return raw(type);
        return Array.newInstance(erased(element(type)), 0).getClass();
    }

    /** A type as source names it. */
    static String name(Type type) {
        if (type instanceof GenericArrayType) return name(element(type)) + "[]";
        if (!(type instanceof ParameterizedType)) return Literals.name((Class<?>) type);
        List<Type> arguments = Arrays.asList(((ParameterizedType) type).getActualTypeArguments());
        return Literals.name(raw(type)) + arguments.stream().map(Types::name).collect(Collectors.joining(", ", "<", ">"));
    }
}

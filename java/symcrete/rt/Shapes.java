package symcrete.rt;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How arguments of each type are made.
 *
 * <p>Objects are made by a constructor: a public one is preferred, then one of the package of the method under test; among these the one with
 * the most parameters, which can bring an object into the most states. Where none can be called, a public static method that gives such an object takes
 * its place. Public setters are called then: always where nothing else brings anything into the object, and otherwise in some runs. For interfaces and abstract classes there are the classes that implement them,
 * and for those with one method a lambda.
 */
public final class Shapes {
    /** Most classes that are tried for an interface or abstract class. */
    private static final int MOST_IMPLEMENTATIONS = Layout.ARGUMENT_CLASSES;
    /** Most values that an object is made of, if some are given by setters. */
    private static final int MOST_PARTS = 8;
    private static final Set<Class<?>> BOXES = Set.of(Integer.class, Long.class, Boolean.class, Character.class, Byte.class, Short.class,
            Float.class, Double.class);
    /** What stands for some types of the libraries. */
    private static final Map<Class<?>, List<Type>> LIBRARY = Map.of(Object.class, List.of(Integer.class, String.class), Comparable.class,
            List.of(Integer.class, String.class), Number.class, List.of(Integer.class, Double.class), CharSequence.class, List.of(String.class));
    /** Collections that are made as they are; others of these interfaces as the first that fits. */
    private static final List<Class<?>> COLLECTIONS = List.of(java.util.ArrayList.class, java.util.LinkedHashSet.class, java.util.TreeSet.class,
            java.util.ArrayDeque.class, java.util.LinkedList.class, java.util.HashSet.class, java.util.PriorityQueue.class, java.util.Vector.class,
            java.util.Stack.class);
    private static final List<Class<?>> MAPS = List.of(java.util.LinkedHashMap.class, java.util.TreeMap.class, java.util.HashMap.class);

    private final Class<?> owner;
    /** By interface or abstract class, the classes that implement it. */
    private final Function<String, String[]> implementations;
    private final Map<String, Shape> shapes = new LinkedHashMap<>();

    /** {@code owner} is the class of the method under test. */
    public Shapes(Class<?> owner, Function<String, String[]> implementations) {
        this.owner = owner;
        this.implementations = implementations;
    }

    /** One way to make objects. */
    static class Shape {}

    /** By a constructor or static method, and setters. */
    static final class Built extends Shape {
        final Executable creator;
        final Type[] parameters;
        final List<Method> setters = new ArrayList<>();
        final List<Type> set = new ArrayList<>();

        Built(Executable creator, Type[] parameters) {
            this.creator = creator;
            this.parameters = parameters;
        }

        /** Is it for the input to say whether the setters are called? */
        boolean maySet() {
            return parameters.length > 0 && !setters.isEmpty();
        }
    }

    /** One of several types. */
    static final class Choice extends Shape {
        final List<Type> alternatives;
        /** Is a lambda the last one? */
        final Lambda lambda;

        Choice(List<Type> alternatives, Lambda lambda) {
            this.alternatives = alternatives;
            this.lambda = lambda;
        }

        int size() {
            return alternatives.size() + (lambda == null ? 0 : 1);
        }
    }

    /** A collection of elements, or a map of keys to values. */
    static final class Elements extends Shape {
        final Class<?> implementation;
        final Type element;
        /** Null, unless it is a map. */
        final Type value;

        Elements(Class<?> implementation, Type element, Type value) {
            this.implementation = implementation;
            this.element = element;
            this.value = value;
        }
    }

    /** A lambda that gives one value. */
    static final class Lambda extends Shape {
        final Method method;
        final Type result;

        Lambda(Method method, Type result) {
            this.method = method;
            this.result = result;
        }
    }

    /** The types of a method's parameters, without variables. */
    public Type[] parameters(Executable method, Type object) {
        Type[] types = method.getGenericParameterTypes();
        if (types.length != method.getParameterCount()) types = method.getParameterTypes();
        Map<TypeVariable<?>, Type> bindings = Types.bindings(object);
        Type[] resolved = new Type[types.length];
        for (int k = 0; k < types.length; k++) resolved[k] = Types.resolve(types[k], bindings);
        return resolved;
    }

    /** The first type that no argument can be made of; null when there is none. */
    public String obstacle(Type type) {
        if (type instanceof GenericArrayType || Types.raw(type).isArray()) return obstacle(Types.element(type));
        Class<?> raw = Types.raw(type);
        boolean isValue = raw.isPrimitive() || raw == String.class || raw.isEnum() || BOXES.contains(raw);
        return isValue || of(type) != null ? null : raw.getName();
    }

    /** How objects of a type are made; null when they cannot be. What one is made of may need such an object itself: that is null at last. */
    Shape of(Type type) {
        String key = type instanceof Class ? ((Class<?>) type).getName() : Types.name(type);
        if (shapes.containsKey(key)) return shapes.get(key);
        shapes.put(key, new Shape());
        Shape shape = look(type, Types.raw(type));
        shapes.put(key, shape);
        return shape;
    }

    private Shape look(Type type, Class<?> raw) {
        if (raw == Comparable.class && comparedWith(type) != null) return new Choice(List.of(comparedWith(type)), null);
        if (LIBRARY.containsKey(raw)) return new Choice(LIBRARY.get(raw), null);
        Shape elements = elements(type, raw);
        if (elements != null) return elements;
        boolean isOpen = raw.isInterface() || Modifier.isAbstract(raw.getModifiers());
        if (isOpen) {
            Lambda lambda = raw.isInterface() ? lambda(type, raw) : null;
            List<Type> found = implementations(raw);
            if (!found.isEmpty() || lambda != null) return new Choice(found, lambda);
        }
        if (!isOfProgram(raw) || raw.isAnnotation()) return null;
        Built built = isOpen || isInner(raw) ? null : constructed(type, raw);
        return built != null ? built : given(type, raw);
    }

    /** Is this a class of the program, not of the libraries? */
    static boolean isOfProgram(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && "program".equals(loader.getName());
    }

    private static boolean isInner(Class<?> raw) {
        return raw.isLocalClass() || raw.isAnonymousClass() || raw.isMemberClass() && !Modifier.isStatic(raw.getModifiers());
    }

    private Shape elements(Type type, Class<?> raw) {
        if (isOfProgram(raw)) return null;
        for (Class<?> one : raw == Object.class ? List.<Class<?>>of() : COLLECTIONS) {
            if (!raw.isAssignableFrom(one) || !Iterable.class.isAssignableFrom(raw)) continue;
            Type element = Types.argument(type, 0);
            return obstacle(element) == null ? new Elements(one, element, null) : null;
        }
        for (Class<?> one : MAPS) {
            if (!raw.isAssignableFrom(one) || !Map.class.isAssignableFrom(raw)) continue;
            Type key = Types.argument(type, 0);
            Type value = type instanceof Class ? Integer.class : Types.argument(type, 1);
            return obstacle(key) == null && obstacle(value) == null ? new Elements(one, key, value) : null;
        }
        return null;
    }

    private List<Type> implementations(Class<?> raw) {
        List<Type> found = new ArrayList<>();
        for (String name : implementations.apply(raw.getName())) {
            try {
                Class<?> one = Class.forName(name, false, raw.getClassLoader() == null ? owner.getClassLoader() : raw.getClassLoader());
                if (found.size() < MOST_IMPLEMENTATIONS && obstacle(one) == null) found.add(one);
            } catch (ClassNotFoundException | LinkageError why) {
                // One that cannot be loaded is no choice.
                continue;
            }
        }
        return found;
    }

    /** The one method of an interface that a lambda can stand for. */
    private Lambda lambda(Type type, Class<?> raw) {
        Map<String, Method> open = new TreeMap<>();
        for (Method method : raw.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers()) && !isOfObject(method)) {
                open.putIfAbsent(method.getName() + Arrays.toString(method.getParameterTypes()), method);
            }
        }
        if (open.size() != 1) return null;
        Method method = open.values().iterator().next();
        if (method.getTypeParameters().length > 0 || !isVisible(raw)) return null;
        Type result = Types.resolve(method.getGenericReturnType(), Types.bindings(type));
        Class<?> plain = Types.erased(result);
        boolean isValue = plain.isPrimitive() || plain == String.class || plain.isEnum() || BOXES.contains(plain);
        return isValue ? new Lambda(method, result) : null;
    }

    private static boolean isOfObject(Method method) {
        try {
            return Modifier.isPublic(Object.class.getMethod(method.getName(), method.getParameterTypes()).getModifiers());
        } catch (NoSuchMethodException why) {
            return false;
        }
    }

    /** Can the package of the method under test name this class? */
    private boolean isVisible(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getDeclaringClass()) {
            boolean isNear = at.getPackageName().equals(owner.getPackageName()) && !Modifier.isPrivate(at.getModifiers());
            if (!Modifier.isPublic(at.getModifiers()) && !isNear) return false;
        }
        return true;
    }

    /** What is comparable with a class is an object of it, as far as we can make one. */
    private static Type comparedWith(Type type) {
        Type with = type instanceof ParameterizedType ? ((ParameterizedType) type).getActualTypeArguments()[0] : null;
        return with instanceof Class && Comparable.class.isAssignableFrom((Class<?>) with) ? with : null;
    }

    private Built constructed(Type type, Class<?> raw) {
        Built best = null;
        for (Constructor<?> one : sorted(raw.getDeclaredConstructors(), raw)) {
            if (best == null && mayCall(one, raw)) best = built(one, type);
        }
        if (best != null) addSetters(best, type, raw);
        return best;
    }

    private Built given(Type type, Class<?> raw) {
        for (Method one : sorted(raw.getDeclaredMethods(), raw)) {
            boolean isIt = Modifier.isStatic(one.getModifiers()) && raw.isAssignableFrom(one.getReturnType());
            if (!isIt || one.getTypeParameters().length > 0 && type instanceof Class || !mayCall(one, raw)) continue;
            if (Arrays.asList(one.getParameterTypes()).contains(raw)) continue;
            Built built = built(one, type);
            if (built != null) addSetters(built, type, raw);
            if (built != null) return built;
        }
        return null;
    }

    /** Public ones first, then those with more parameters; always in the same order. */
    private static <T extends Executable> List<T> sorted(T[] all, Class<?> raw) {
        List<T> list = new ArrayList<>(Arrays.asList(all));
        Comparator<T> order = Comparator.comparing(one -> !isPublic(one, raw));
        list.sort(order.thenComparing(one -> -one.getParameterCount()).thenComparing(Executable::toString));
        return list;
    }

    private static boolean isPublic(Executable one, Class<?> raw) {
        return Modifier.isPublic(one.getModifiers()) && Modifier.isPublic(raw.getModifiers());
    }

    private boolean mayCall(Executable one, Class<?> raw) {
        if (one.isSynthetic() || Modifier.isPrivate(one.getModifiers())) return false;
        return isPublic(one, raw) || raw.getPackageName().equals(owner.getPackageName());
    }

    private Built built(Executable creator, Type type) {
        Type[] types = parameters(creator, type);
        for (Type one : types) if (obstacle(one) != null) return null;
        creator.setAccessible(true);
        return new Built(creator, types);
    }

    private void addSetters(Built built, Type type, Class<?> raw) {
        Method[] all = raw.getMethods();
        Arrays.sort(all, Comparator.comparing(Method::toString));
        for (Method one : all) {
            boolean isSetter = one.getName().matches("set[A-Z].*") && one.getParameterCount() == 1 && !Modifier.isStatic(one.getModifiers());
            if (!isSetter || one.isBridge() || built.parameters.length + built.setters.size() >= MOST_PARTS || !isOfProgram(one.getDeclaringClass())) continue;
            Type wanted = parameters(one, type)[0];
            if (obstacle(wanted) != null) continue;
            one.setAccessible(true);
            built.setters.add(one);
            built.set.add(wanted);
        }
    }

    /** The classes of the program that arguments may be of. */
    public Collection<String> classes() {
        List<String> names = new ArrayList<>();
        for (Shape shape : shapes.values()) {
            if (shape instanceof Built) names.add(((Built) shape).creator.getDeclaringClass().getName());
        }
        return names;
    }

    /** What of the arguments is bounded: the sizes of collections, objects inside objects, choices of classes, lambdas. */
    public Set<String> bounds(Type[] types, boolean hasReceiver) {
        Set<String> bounds = new java.util.TreeSet<>();
        int references = hasReceiver ? 1 : 0;
        for (Type type : types) {
            bound(type, bounds);
            Class<?> raw = Types.erased(type);
            if (isShareable(raw)) references++;
            if (raw.isArray() && isShareable(raw.getComponentType())) references++;
        }
        boolean isNested = shapes.values().stream().anyMatch(shape -> !(shape instanceof Choice));
        if (references > 1 || references == 1 && isNested) bounds.add("distinct");
        for (Shape shape : shapes.values()) {
            if (shape instanceof Built) {
                bounds.add("objects");
                for (Type type : ((Built) shape).parameters) bound(type, bounds);
                for (Type type : ((Built) shape).set) bound(type, bounds);
            } else if (shape instanceof Elements) bounds.add("lengths");
            else if (shape instanceof Choice) {
                bounds.add("choices");
                if (((Choice) shape).lambda != null) bounds.add("lambdas");
                if (((Choice) shape).alternatives.contains(String.class)) bounds.add("lengths");
            }
        }
        return bounds;
    }

    /** Could the same object be given in two places? That of a constant of an enumeration is. */
    private static boolean isShareable(Class<?> raw) {
        return !raw.isPrimitive() && !raw.isEnum();
    }

    private static void bound(Type type, Set<String> bounds) {
        Class<?> raw = Types.erased(type);
        if (raw == String.class || raw.isArray()) bounds.add("lengths");
        if (!raw.isPrimitive()) bounds.add("references");
    }
}

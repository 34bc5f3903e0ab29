package symcrete.work;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symcrete.rt.Call;
import symcrete.rt.Literals;

/**
 * A call and what came of it, as the statements of a JUnit test: what it returned, what became of arrays that it was given, and what getters
 * say of the object that it was called on and of one that it returned.
 *
 * <p>The first line is the call, each other one a statement. What cannot be compared is said in a comment.
 */
final class Telling {
    /** Most getters that are asked of an object, and most elements of an array or collection that are written down. */
    private static final int MOST_GETTERS = 12;
    private static final int MOST_ELEMENTS = 200;
    private final String wanted;
    private final List<String> lines = new ArrayList<>();

    /** {@code wanted}: nothing, {@code call} or {@code checks}. */
    Telling(String wanted) {
        this.wanted = wanted;
    }

    /** Notes the call before it is made; false: it is not to be made. */
    boolean prepared(Call call) {
        if (wanted != null) lines.add(call.text());
        return !"call".equals(wanted);
    }

    String text() {
        return String.join("\n", lines);
    }

    /** The method declares that it throws this. */
    String threw(Throwable thrown) {
        if (!"checks".equals(wanted)) return "";
        lines.add("Throwable thrown = assertThrows(Throwable.class, () -> " + lines.get(0) + ");");
        lines.add("assertEquals(" + Literals.of(thrown.getClass().getName()) + ", thrown.getClass().getName());");
        return text();
    }

    void returned(Call call, Object result) {
        if (!"checks".equals(wanted)) return;
        Method method = call.method();
        List<String> checks = new ArrayList<>();
        String made = arranged(call, checks);
        boolean isVoid = method.getReturnType() == void.class;
        lines.add(isVoid ? made + ";" : Literals.name(method.getReturnType()) + " result = " + made + ";");
        if (isVoid) lines.add("// It returns nothing.");
        else check(method.getReturnType(), result, "result");
        lines.addAll(checks);
    }

    /** The call with what it may change in variables; checks of these are added. */
    private String arranged(Call call, List<String> checks) {
        Method method = call.method();
        Class<?>[] types = method.getParameterTypes();
        String receiver = call.receiverText();
        if (call.receiver() != null && !getters(call.receiver()).isEmpty()) {
            lines.add(Literals.name(call.receiver().getClass()) + " object = " + receiver + ";");
            checks.addAll(ofGetters(call.receiver(), "object"));
            receiver = "object";
        }
        List<String> arguments = new ArrayList<>();
        for (int k = 0; k < types.length; k++) {
            Object value = call.argument(k);
            String literal = types[k].isArray() && value != null ? literal(value) : null;
            if (literal == null) arguments.add(call.argumentText(k));
            else {
                lines.add(Literals.name(types[k]) + " array" + k + " = " + call.argumentText(k) + ";");
                arguments.add("array" + k);
                checks.add("assertArrayEquals(" + literal + ", array" + k + ");");
            }
        }
        return receiver + "." + method.getName() + "(" + String.join(", ", arguments) + ")";
    }

    private void check(Class<?> type, Object result, String name) {
        if (result == null) {
            lines.add("assertNull(" + name + ");");
            return;
        }
        String literal = literal(result);
        if (literal != null) {
            lines.add(comparison(type, result, literal, name));
            return;
        }
        lines.add("assertNotNull(" + name + ");");
        boolean isSeen = type == result.getClass();
        List<String> checks = isSeen ? ofGetters(result, name) : List.of();
        if (checks.isEmpty()) lines.add("// What is in it, an object of " + result.getClass().getName() + ", is not compared.");
        lines.addAll(checks);
    }

    private static String comparison(Class<?> type, Object value, String literal, String name) {
        if (value.getClass().isArray() && type.isArray()) return "assertArrayEquals(" + literal + ", " + name + ");";
        if (value.getClass().isArray()) return "assertArrayEquals(" + literal + ", (" + Literals.name(value.getClass()) + ") " + name + ");";
        return type.isPrimitive() ? "assertEquals(" + literal + ", " + name + ");" : "assertEquals((Object) " + boxed(value, literal) + ", " + name + ");";
    }

    /** Literals of small types have a cast of their own, which another one must not be read into. */
    private static String boxed(Object value, String literal) {
        boolean isNegative = value instanceof Number && literal.startsWith("-");
        return isNegative || literal.startsWith("(") ? "(" + literal + ")" : literal;
    }

    /** A value as an expression that is equal to it; null when there is none. */
    private static String literal(Object value) {
        if (value == null || value instanceof String || value instanceof Number || value instanceof Character || value instanceof Boolean
                || value instanceof Enum) return visible(value);
        if (value.getClass().isArray()) return ofArray(value);
        if (value instanceof Optional && ((Optional<?>) value).isEmpty()) return "java.util.Optional.empty()";
        if (value instanceof Optional) return around("java.util.Optional.of(", List.of(((Optional<?>) value).get()), ")");
        if (value.getClass().getName().startsWith("java.util.") && value instanceof List) return ofList((List<?>) value);
        if (value.getClass().getName().startsWith("java.util.") && value instanceof Set) {
            List<Object> elements = sorted((Set<?>) value);
            String list = elements == null ? null : ofList(elements);
            return list == null ? null : "new java.util.HashSet<Object>(" + list + ")";
        }
        return value instanceof Map && value.getClass().getName().startsWith("java.util.") ? ofMap((Map<?, ?>) value) : null;
    }

    private static String visible(Object value) {
        boolean isHidden = value instanceof Enum && Modifier.isPrivate(((Enum<?>) value).getDeclaringClass().getModifiers());
        return isHidden ? null : Literals.of(value);
    }

    private static String ofArray(Object array) {
        List<Object> elements = new ArrayList<>();
        int n = java.lang.reflect.Array.getLength(array);
        for (int k = 0; k < n && k <= MOST_ELEMENTS; k++) elements.add(java.lang.reflect.Array.get(array, k));
        return around("new " + Literals.name(array.getClass()) + " {", elements, "}");
    }

    private static String ofList(List<?> list) {
        if (list.isEmpty()) return "java.util.Collections.emptyList()";
        String one = list.size() == 1 && list.get(0) == null ? "java.util.Arrays.asList((Object) " : "java.util.Arrays.<Object>asList(";
        return around(one, list, ")");
    }

    private static String ofMap(Map<?, ?> map) {
        List<Object> keys = sorted(map.keySet());
        if (keys == null || map.size() > 10 || map.containsValue(null)) return null;
        List<Object> all = new ArrayList<>();
        for (Object key : keys) {
            all.add(key);
            all.add(map.get(key));
        }
        return around("java.util.Map.of(", all, ")");
    }

    /** Elements in an order that does not depend on how the collection keeps them; null when they have none. */
    private static List<Object> sorted(Set<?> set) {
        List<Object> all = new ArrayList<>(set);
        try {
            all.sort(null);
            return all;
        } catch (ClassCastException | NullPointerException why) {
            return null;
        }
    }

    private static String around(String begin, Iterable<?> elements, String end) {
        List<String> texts = new ArrayList<>();
        for (Object one : elements) {
            String text = literal(one);
            if (text == null || texts.size() >= MOST_ELEMENTS) return null;
            texts.add(text);
        }
        return begin + String.join(", ", texts) + end;
    }

    /** Public methods of a public or near class that take nothing and are called as getters are, or as the parts of a record. */
    private static List<Method> getters(Object object) {
        Class<?> type = object.getClass();
        boolean isOfProgram = "program".equals(type.getClassLoader() == null ? "" : type.getClassLoader().getName());
        List<Method> found = new ArrayList<>();
        if (!isOfProgram || type.isAnonymousClass() || Modifier.isPrivate(type.getModifiers())) return found;
        Method[] all = type.getMethods();
        Arrays.sort(all, Comparator.comparing(Method::getName).thenComparing(Method::toString));
        for (Method one : all) {
            boolean isRecord = type.getSuperclass() != null && type.getSuperclass().getName().equals("java.lang.Record") && isField(type, one.getName());
            boolean isGetter = isRecord || one.getName().matches("(get|is)[A-Z].*") && !one.getName().equals("getClass");
            boolean isSimple = one.getReturnType().isPrimitive() && one.getReturnType() != void.class || one.getReturnType() == String.class
                    || one.getReturnType().isEnum() || Number.class.isAssignableFrom(one.getReturnType());
            boolean isOpen = one.getParameterCount() == 0 && !Modifier.isStatic(one.getModifiers()) && one.getExceptionTypes().length == 0;
            if (isGetter && isSimple && isOpen && !one.isBridge() && found.size() < MOST_GETTERS) found.add(one);
        }
        return found;
    }

    private static boolean isField(Class<?> type, String name) {
        return Arrays.stream(type.getDeclaredFields()).anyMatch(field -> field.getName().equals(name));
    }

    private static List<String> ofGetters(Object object, String name) {
        List<String> checks = new ArrayList<>();
        for (Method getter : getters(object)) {
            try {
                getter.setAccessible(true);
                Object value = getter.invoke(object);
                String literal = literal(value);
                String call = name + "." + getter.getName() + "()";
                if (value == null) checks.add("assertNull(" + call + ");");
                else if (literal != null) checks.add(comparison(getter.getReturnType(), value, literal, call));
            } catch (InvocationTargetException | IllegalAccessException why) {
                // A getter that fails says nothing; it is not called in the test either.
                continue;
            }
        }
        return checks;
    }
}

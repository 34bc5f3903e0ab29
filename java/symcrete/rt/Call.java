package symcrete.rt;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;

/** One call of the method under test with arguments from the input. */
public final class Call {
    private final Method method;
    private final String[] names;
    private final Arguments.Argument[] arguments;
    private Arguments.Argument receiver;

    Call(Method method, String[] names) {
        this.method = method;
        this.names = names;
        this.arguments = new Arguments.Argument[method.getParameterCount()];
    }

    /** Makes the arguments, in order. */
    void prepare(Shapes shapes, Arguments maker) throws Arguments.Rejected {
        Class<?> owner = method.getDeclaringClass();
        if (!Modifier.isStatic(method.getModifiers())) receiver = maker.receiver(owner);
        Type[] types = shapes.parameters(method, owner);
        for (int k = 0; k < types.length; k++) arguments[k] = maker.make(types[k], names[k]);
    }

    /** Calls the method; what it throws is thrown. */
    Object invoke() throws Throwable {
        Object[] values = new Object[arguments.length];
        int[] shadows = new int[arguments.length];
        for (int k = 0; k < arguments.length; k++) {
            values[k] = arguments[k].value;
            shadows[k] = arguments[k].shadow;
        }
        Run.pass(Run.token(method.getName(), method.getParameterTypes(), method.getReturnType()), shadows);
        try {
            return method.invoke(receiver == null ? null : receiver.value, values);
        } catch (InvocationTargetException why) {
            throw why.getCause();
        }
    }

    /** The method that is called. */
    public Method method() {
        return method;
    }

    /** The object that it is called on; null for a static method. */
    public Object receiver() {
        return receiver == null ? null : receiver.value;
    }

    public Object argument(int index) {
        return arguments[index].value;
    }

    /** The class that the call names, or the expression that makes the object. */
    public String receiverText() {
        return receiver == null ? Literals.name(method.getDeclaringClass()) : receiver.text;
    }

    /** The argument as Java; of the parameter's type, where another method of the same name could be meant. */
    public String argumentText(int index) {
        String text = arguments[index].text;
        Class<?> type = method.getParameterTypes()[index];
        Object value = arguments[index].value;
        boolean isExact = type.isPrimitive() || value != null && value.getClass() == type && Arguments.primitiveOf(type) == null;
        return isExact || !isOverloaded() ? text : "(" + Literals.name(type) + ") (" + text + ")";
    }

    private boolean isOverloaded() {
        for (Class<?> type = method.getDeclaringClass(); type != null; type = type.getSuperclass()) {
            for (Method one : type.getDeclaredMethods()) {
                boolean isOther = !java.util.Arrays.equals(one.getParameterTypes(), method.getParameterTypes());
                if (one.getName().equals(method.getName()) && !one.isBridge() && isOther) return true;
            }
        }
        return false;
    }

    /** The call as Java. */
    public String text() {
        StringBuilder text = new StringBuilder(receiverText()).append('.').append(method.getName()).append('(');
        for (int k = 0; k < arguments.length; k++) text.append(k > 0 ? ", " : "").append(argumentText(k));
        return text.append(')').toString();
    }
}

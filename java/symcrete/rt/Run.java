package symcrete.rt;

import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;

/** One run of the method under test: arguments from the input, the call, and how it ended. */
public final class Run {
    private Run() {}

    /** Maps the region and registers the classes: hash and number of outcomes of each. */
    public static void open(int descriptor, long[] hashes, int[] outcomes) throws Exception {
        Region.map(descriptor);
        int base = 0;
        for (int k = 0; k < hashes.length; k++) {
            long at = Layout.MODULES_AT + (long) k * Layout.MODULE_SIZE;
            Region.putLong(at, hashes[k]);
            Region.putInt(at + 8, base);
            Region.putInt(at + 12, outcomes[k]);
            base += outcomes[k];
        }
        Region.setWord(Layout.N_MODULES, hashes.length);
        Region.setWord(Layout.N_OUTCOMES, base);
        Region.setWord(Layout.MODE, 1);
    }

    /** Calls the method with what the input has; what it throws is thrown. */
    public static void call(Method method, String[] names, boolean mayBeNull, Map<String, String[]> shapes) throws Throwable {
        Rt.begin();
        try {
            Asked.begin();
            Class<?>[] types = method.getParameterTypes();
            Object[] values = new Object[types.length];
            int[] shadows = new int[types.length];
            Arguments arguments = new Arguments(mayBeNull, shapes);
            Object receiver = Modifier.isStatic(method.getModifiers()) ? null : arguments.receiver(method.getDeclaringClass());
            for (int k = 0; k < types.length; k++) {
                Arguments.Argument one = arguments.make(types[k], names[k]);
                values[k] = one.value;
                shadows[k] = one.shadow;
            }
            pass(token(method.getName(), types, method.getReturnType()), shadows);
            method.invoke(receiver, values);
        } catch (Arguments.Rejected why) {
            Region.setWord(Layout.ENDING, Layout.ENDING_ASSUMPTION);
        } catch (InvocationTargetException why) {
            throw why.getCause();
        } finally {
            Rt.end();
        }
    }

    /** Leaves shadows for the woven method of this name. */
    static void pass(int token, int[] shadows) {
        for (int k = 0; k < shadows.length; k++) {
            Rt.args[k] = shadows[k];
            Rt.isTainted |= shadows[k] != 0;
        }
        Rt.token = token;
    }

    /** The number by which woven callers name a method; never 0. */
    static int token(String name, Class<?>[] types, Class<?> result) {
        return token(name, MethodType.methodType(result, types).toMethodDescriptorString());
    }

    /** The same, of a descriptor. */
    public static int token(String name, String descriptor) {
        int hash = (name + descriptor).hashCode();
        return hash == 0 ? 1 : hash;
    }

    /** Something of the program is not followed: a class that was loaded by its name alone. */
    public static void unknownClass() {
        if (Region.isMapped()) Trace.lost(Layout.WHAT_EXTERNAL, -1);
    }

    /** The run came to the line that is marked. */
    public static void seen() {
        Region.setWord(Layout.N_EVENTS, 1);
    }

    /** The run had other threads do something, or left them behind. */
    public static void otherThread() {
        Trace.lost(Layout.WHAT_THREAD, -1);
    }
}

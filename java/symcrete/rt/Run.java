package symcrete.rt;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.function.Predicate;

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

    /** How arguments are made, and whether they are told as Java. */
    public static final class Setting {
        final Shapes shapes;
        final Arguments.Forge forge;
        final boolean mayBeNull;
        final boolean tells;

        public Setting(Shapes shapes, Arguments.Forge forge, boolean mayBeNull, boolean tells) {
            this.shapes = shapes;
            this.forge = forge;
            this.mayBeNull = mayBeNull;
            this.tells = tells;
        }
    }

    /** What is done with the result of a call that came to its end. */
    public interface Sink {
        void returned(Call call, Object result);
    }

    /**
     * Calls the method with what the input has; what it throws is thrown. {@code prepared} is told of the call before; false: it is not to be
     * made.
     */
    public static void call(Method method, String[] names, Setting setting, Predicate<Call> prepared, Sink sink) throws Throwable {
        Rt.begin();
        try {
            Asked.begin();
            Call call = new Call(method, names);
            call.prepare(setting.shapes, new Arguments(setting.shapes, setting.forge, setting.mayBeNull, setting.tells));
            if (!prepared.test(call)) return;
            Object result = call.invoke();
            Rt.end();
            sink.returned(call, result);
        } catch (Arguments.Rejected why) {
            Region.setWord(Layout.ENDING, Layout.ENDING_ASSUMPTION);
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

    /** The classes are those of a new loader. */
    public static void renewed() {
        Statics.forget();
    }

    /** What the program caught when the stack or the memory was used up; null if it caught nothing of that kind. */
    public static VirtualMachineError exhausted() {
        return Rt.exhausted;
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

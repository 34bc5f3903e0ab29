package symcrete.rt;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Initialisation of the classes that are made anew for each run, as the virtual machine does it (JVMS 5.5): once, by one thread, while others wait; a class whose
 * initialisation failed cannot be used.
 *
 * <p>Invariant: between runs, no class counts as initialised, and no static field of theirs holds anything.
 */
public final class Statics {
    /** The method that the initialisation of such a class has become. */
    public static final String INITIALIZER = "clinit$symcrete";
    /** The method that sees to it that the class is initialised. */
    public static final String MAKER = "ready$symcrete";
    /** The method that clears its static fields. */
    public static final String CLEAR = "clear$symcrete";

    /** How far a class is in this run. */
    private static final class Entry {
        final Method clear;
        Thread by;
        boolean isDone;
        boolean hasFailed;
        /** What the virtual machine says of the failure when the class is used again; null if it says nothing. */
        Throwable failure;

        Entry(Method clear) {
            this.clear = clear;
        }
    }

    private static final Map<Class<?>, Entry> ENTRIES = new HashMap<>();
    private static final Map<Class<?>, Method> MAKERS = new HashMap<>();
    /** The classes that this run has begun to initialise. */
    private static final List<Entry> USED = new ArrayList<>();

    private Statics() {}

    /** Everything that a run left in classes is gone. */
    static synchronized void clear() {
        for (Entry entry : USED) {
            try {
                entry.clear.invoke(null);
            } catch (ReflectiveOperationException why) {
                throw new IllegalStateException(why);
            }
            entry.by = null;
            entry.isDone = false;
            entry.hasFailed = false;
            entry.failure = null;
        }
        USED.clear();
    }

    /** There is a new loader, with other classes. */
    static synchronized void forget() {
        USED.clear();
        ENTRIES.clear();
        MAKERS.clear();
    }

    /** A class is used that is not initialised: is it for this thread to do that now? */
    public static synchronized boolean begin(Class<?> type) {
        Entry entry = ENTRIES.computeIfAbsent(type, key -> new Entry(method(key, CLEAR)));
        Thread self = Thread.currentThread();
        boolean isInterrupted = false;
        while (entry.by != null && entry.by != self) isInterrupted |= await();
        // For the program to see.
        if (isInterrupted) self.interrupt();
        if (entry.by == self || entry.isDone) return false;
        if (entry.hasFailed) throw (Error) new NoClassDefFoundError("Could not initialize class " + type.getName()).initCause(entry.failure);
        USED.add(entry);
        entry.by = self;
        return true;
    }

    /** Waits; true if something interrupted that. */
    private static boolean await() {
        try {
            Statics.class.wait();
            return false;
        } catch (InterruptedException why) {
            return true;
        }
    }

    /** The class is initialised. */
    public static synchronized void done(Class<?> type) {
        Entry entry = ENTRIES.get(type);
        entry.isDone = true;
        entry.by = null;
        Statics.class.notifyAll();
    }

    /** The initialisation ended by an exception: the one that its user gets. */
    public static synchronized Throwable failed(Throwable why, Class<?> type) {
        Entry entry = ENTRIES.get(type);
        entry.hasFailed = true;
        entry.failure = Refusing.SAYS_WHY ? failure(why) : null;
        entry.by = null;
        Statics.class.notifyAll();
        return why instanceof Error ? why : new ExceptionInInitializerError(why);
    }

    private static Throwable failure(Throwable why) {
        String said = why.getMessage() == null ? "" : ": " + why.getMessage();
        String where = " [in thread \"" + Thread.currentThread().getName() + "\"]";
        Throwable failure = new ExceptionInInitializerError("Exception " + why.getClass().getName() + said + where);
        failure.setStackTrace(why.getStackTrace());
        return failure;
    }

    /** Does this virtual machine say why a class could not be initialised, when it is used again? Some versions do. */
    private static final class Refusing {
        static final boolean SAYS_WHY = saysWhy();

        private static final class Refused {
            static final Object NEVER = never();

            private static Object never() {
                throw new IllegalStateException();
            }
        }

        private static boolean saysWhy() {
            for (int time = 0; time < 2; time++) {
                try {
                    Object seen = Refused.NEVER;
                } catch (LinkageError why) {
                    if (time == 1) return why.getCause() != null;
                }
            }
            return false;
        }
    }

    /** The class of this name, which {@code owner} is or extends, is used. */
    public static void use(Class<?> owner, String name) {
        Class<?> at = owner;
        while (!at.getName().equals(name)) at = at.getSuperclass();
        use(at);
    }

    /** A class is used by reflection. */
    static void use(Class<?> type) {
        Method maker = maker(type);
        if (maker == null) return;
        try {
            maker.invoke(null);
        } catch (java.lang.reflect.InvocationTargetException why) {
            // Nothing else comes from there.
            throw (Error) why.getCause();
        } catch (IllegalAccessException why) {
            throw new IllegalStateException(why);
        }
    }

    /** What makes the class ready, or the nearest one that it extends; null if nothing has to. */
    private static synchronized Method maker(Class<?> type) {
        if (MAKERS.containsKey(type)) return MAKERS.get(type);
        Method found = null;
        for (Class<?> at = type; at != null && found == null; at = at.getSuperclass()) {
            for (Method one : at.getDeclaredMethods()) if (one.getName().equals(MAKER)) found = one;
        }
        if (found != null) found.setAccessible(true);
        MAKERS.put(type, found);
        return found;
    }

    private static Method method(Class<?> type, String name) {
        try {
            Method method = type.getDeclaredMethod(name);
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException why) {
            throw new IllegalStateException(why);
        }
    }
}

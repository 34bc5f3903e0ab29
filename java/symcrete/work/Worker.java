package symcrete.work;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.objectweb.asm.Type;
import symcrete.rt.Run;
import symcrete.rt.Shapes;
import symcrete.weave.ClassPath;

/**
 * The process that makes runs of one method, one after the other. Ends when the executor does; whatever a run does to the process, such as
 * ending it, is seen from outside.
 */
public final class Worker {
    private static final int RETURNED = 0;
    private static final int THROWN = 1;
    /** A run of which threads are left: the process is not to be used again. */
    private static final int SPENT = 0x100;
    /** A run that used up the stack. */
    private static final int EXHAUSTED = 0x200;

    private final Plan plan;
    private final ClassPath classes;
    private final Woven woven;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private ProgramLoader loader;
    private Method method;
    private Run.Setting setting;
    /** Did the last run use up the stack or the memory? Then what it was the first to load is not used again: its initialisation may have failed. */
    private boolean isExhausted;
    /** How many classes there were before it. */
    private int nBefore;

    private Worker(Plan plan) throws Exception {
        this.plan = plan;
        this.classes = new ClassPath(plan.settings.get("path"));
        this.woven = plan.is("woven") ? new Woven(classes, plan) : null;
    }

    public static void main(String[] args) throws Exception {
        Plan plan = new Plan(Path.of(args[0]));
        Wire wire = new Wire(Integer.parseInt(System.getenv("SYMCRETE_SERVER")));
        long[] hashes = plan.hashes.stream().mapToLong(Long::longValue).toArray();
        int[] outcomes = plan.outcomes.stream().mapToInt(Integer::intValue).toArray();
        Run.open(Integer.parseInt(System.getenv("SYMCRETE_TRACE")), hashes, outcomes);
        Worker worker = new Worker(plan);
        worker.prepare();
        wire.greet();
        while (wire.isCommanded()) worker.run(wire);
        Runtime.getRuntime().halt(0);
    }

    /** A method that nothing of an earlier run has touched, unless the classes are to be used on. */
    private void prepare() throws ReflectiveOperationException {
        if (loader != null && plan.is("used")) return;
        boolean isWhole = loader != null && (loader.defined() == nBefore || !isExhausted && Run.exhausted() == null);
        boolean isUsable = isWhole && !loader.hasState();
        if (isUsable && woven != null) return;
        Run.renewed();
        isExhausted = false;
        loader = new ProgramLoader(classes, woven, plan.settings.get("seat"));
        String[] words = plan.settings.get("method").split(" ");
        int dot = words[0].lastIndexOf('.');
        Class<?> owner = Class.forName(words[0].substring(0, dot), false, loader);
        for (Method one : owner.getDeclaredMethods()) {
            boolean isIt = one.getName().equals(words[0].substring(dot + 1)) && Type.getMethodDescriptor(one).equals(words[1]);
            if (isIt) method = one;
        }
        method.setAccessible(true);
        Shapes shapes = new Shapes(owner, name -> plan.choices.getOrDefault(name, new String[0]));
        setting = new Run.Setting(shapes, new Lambdas(loader, owner), plan.is("null"), plan.settings.containsKey("tell"));
    }

    private void run(Wire wire) throws Exception {
        prepare();
        nBefore = loader.defined();
        Thread.currentThread().setContextClassLoader(loader);
        long nThreads = threads.getTotalStartedThreadCount();
        long begun = threads.getCurrentThreadCpuTime();
        int kind = RETURNED;
        Telling telling = new Telling(plan.settings.get("tell"));
        String text;
        try {
            Run.call(method, plan.settings.get("names").split(" "), setting, telling::prepared, telling::returned);
            text = telling.text();
        } catch (Throwable thrown) {
            boolean isDeclared = isDeclared(thrown);
            kind = isDeclared ? RETURNED : THROWN;
            text = isDeclared ? telling.threw(thrown) : Thrown.told(thrown);
            if (thrown instanceof StackOverflowError) kind |= EXHAUSTED;
            isExhausted = thrown instanceof VirtualMachineError;
        }
        if (Run.exhausted() instanceof StackOverflowError) kind |= EXHAUSTED;
        System.out.flush();
        System.err.flush();
        if (threads.getTotalStartedThreadCount() != nThreads) {
            Run.otherThread();
            kind |= SPENT;
        }
        wire.ended(kind, (threads.getCurrentThreadCpuTime() - begun) / 1000, text);
    }

    /** Does the method say that it throws this? */
    private boolean isDeclared(Throwable thrown) {
        if (plan.is("declared") || thrown instanceof RuntimeException || thrown instanceof Error) return false;
        for (Class<?> type : method.getExceptionTypes()) if (type.isInstance(thrown)) return true;
        return false;
    }
}

package symcrete.rt;

/**
 * What woven code calls: how shadows cross calls, and what becomes of the path.
 *
 * <p>A caller names the method that it calls ({@link #token}) and leaves the shadows of the arguments in {@link #args}; a callee that
 * finds its own name there was called by woven code and takes them. Whoever is entered by other code finds no name or another one, and
 * what was meant for somebody else is counted as lost. {@link #ret} is not 0 only between a return and the instruction behind the call.
 *
 * <p>Only one thread is followed.
 */
public final class Rt {
    /** Most arguments whose shadows are passed: a method has at most 255. */
    private static final int MAX_ARGS = 256;

    /** The method that is being called; 0 for none. */
    public static int token;
    /** Do the arguments of the call have shadows? */
    public static boolean isTainted;
    /** Their shadows. */
    public static final int[] args = new int[MAX_ARGS];
    /** The shadow of the value that is being returned. */
    public static int ret;
    /** More than 0 when strings, arrays or builders have shadows of their own. */
    public static int contents;
    /** Where the last call with shadows was. */
    private static int site = -1;
    private static Thread followed;
    /** What the program caught when the stack or the memory was used up. Then it may be that classes could not be initialised, which stays so. */
    static VirtualMachineError exhausted;

    private Rt() {}

    static void begin() {
        followed = Thread.currentThread();
        exhausted = null;
        Statics.clear();
        token = 0;
        isTainted = false;
        ret = 0;
        contents = 0;
        site = -1;
        Refs.begin();
        Arrs.begin();
        Texts.begin();
        Boxes.begin();
        Captures.begin();
        Library.begin();
        MatcherModels.begin();
        OptionalModels.begin();
        Hashes.begin();
        Trace.begin();
    }

    static void end() {
        followed = null;
    }

    /** Is this the thread that is followed? */
    static boolean isFollowed() {
        return Thread.currentThread() == followed;
    }

    /** Is this another thread than the one that is followed? What it does with shadows is lost. */
    static boolean isAside(int place) {
        if (Thread.currentThread() == followed) return false;
        if (followed != null) {
            synchronized (Trace.class) {
                Trace.lost(Layout.WHAT_THREAD, place);
            }
        }
        return true;
    }

    /** A shadow was not what it stood for. */
    static void stale(int place) {
        Region.setWord(Layout.STALE, Region.word(Layout.STALE) + 1);
        Trace.lost(Layout.WHAT_STALE, place);
    }

    /** Leaves the shadow of an argument of a call. */
    public static void pass(int index, int shadow) {
        args[index] = shadow;
    }

    /** The call at this place passes shadows. */
    public static void passing(int place) {
        if (isAside(place)) return;
        isTainted = true;
        site = place;
    }

    /** A method begins that finds its name: 1, if it is followed. */
    public static int enter() {
        if (Thread.currentThread() != followed) return 0;
        token = 0;
        return 1;
    }

    /** A method begins that was not called by the code whose name is there. */
    public static void missed() {
        if (Thread.currentThread() != followed) return;
        untaken();
    }

    /** The call behind which nobody has taken the name. */
    public static void untaken() {
        if (isTainted) {
            Trace.lost(Layout.WHAT_EXTERNAL, site);
            java.util.Arrays.fill(args, 0);
        }
        isTainted = false;
        token = 0;
    }

    /** A method that looks at none of its arguments was called by woven code. */
    static void dropCall() {
        if (isTainted) java.util.Arrays.fill(args, 0);
        isTainted = false;
        token = 0;
    }

    /** An exception arrives at a handler: whatever call it came from is over. */
    public static void caught(Throwable thrown) {
        if (thrown instanceof VirtualMachineError) exhausted = (VirtualMachineError) thrown;
        if (token != 0 && Thread.currentThread() == followed) untaken();
        ret = 0;
        Library.carries = false;
        Hashes.table = null;
    }

    /** The shadow of an argument, taken. */
    public static int taken(int index) {
        int shadow = args[index];
        args[index] = 0;
        return shadow;
    }

    /** A symbolic value is returned to code that is not followed. */
    public static void escaped(int place) {
        if (!isAside(place)) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    /** A reference is returned to code that is not followed, or given to it. */
    public static void escaped(Object value, int shadow, int place) {
        if (isAside(place)) return;
        Refs.use(value, shadow, place);
        Refs.Known known = Refs.known(shadow);
        boolean isSymbolic = known != null && (known.value != 0 || known.text != null);
        if (isSymbolic || Library.reaches(value, 0)) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    /**
     * The program asks an exception what it says, or to show itself. What it was made with is known, if the program made it; what the virtual machine or the libraries
     * say may have an index or a text in it.
     */
    public static void said(Object thrown, boolean isShown, int place) {
        if (!(thrown instanceof Throwable) || isAside(place)) return;
        StackTraceElement[] stack = ((Throwable) thrown).getStackTrace();
        boolean isTheirs = stack.length == 0 || stack[0].getClassName().matches("(java|jdk|sun|symcrete)\\..*");
        boolean isChecked = thrown.getClass() == ArrayIndexOutOfBoundsException.class || thrown.getClass() == NegativeArraySizeException.class
                || thrown.getClass() == NullPointerException.class;
        boolean isHeld = isShown && Library.reaches(((Throwable) thrown).getMessage(), 0);
        boolean isOfProgram = Shapes.isOfProgram(thrown.getClass());
        if (isHeld || !isOfProgram && (isTheirs || isChecked)) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    /** A reference is given to a method that perhaps is not followed. */
    public static void offered(Object value, int place) {
        if (Library.reaches(value, 0)) passing(place);
    }

    /** A method that is not followed is called on this object. */
    public static void escapedReceiver(Object value, int shadow, int place) {
        if (isAside(place)) return;
        Refs.Known known = Refs.known(shadow);
        boolean isSymbolic = known != null && (known.value != 0 || known.text != null);
        if (isSymbolic || Library.reaches(value, 0)) Trace.lost(Layout.WHAT_EXTERNAL, place);
        // What a builder holds afterwards is not known.
        if (value instanceof StringBuilder) Texts.replace(value, null);
    }

    /** Fields without ours: the program does not see them. */
    public static java.lang.reflect.Field[] own(java.lang.reflect.Field[] all) {
        return java.util.Arrays.stream(all).filter(one -> !one.getName().endsWith("$symcrete")).toArray(java.lang.reflect.Field[]::new);
    }

    /** Methods without ours. */
    public static java.lang.reflect.Method[] own(java.lang.reflect.Method[] all) {
        return java.util.Arrays.stream(all).filter(one -> !one.getName().contains("$symcrete")).toArray(java.lang.reflect.Method[]::new);
    }

    /** Does something symbolic belong to this object, of a class that is not followed? */
    static boolean holds(Object value) {
        return value != null && (Texts.holds(value) || Boxes.holds(value) || MatcherModels.holds(value) || OptionalModels.holds(value) || value.getClass().isArray() && Arrs.holds(value));
    }

    /** Something symbolic cannot be expressed here. */
    public static void unsupported(int place) {
        if (!isAside(place)) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
    }

    /** A method that could not be woven runs. */
    public static void unwoven(int place) {
        if (!isAside(place) && Trace.records() > 0) Trace.lost(Layout.WHAT_TOO_LARGE, place);
        if (token != 0) missed();
    }

    /** A check that the virtual machine makes, such as for null: a decision, but none of the source. */
    static void implicit(int condition, boolean holds, int place) {
        if (condition == 0) return;
        Trace.symbolic(Trace.IMPLICIT, holds, Places.module(place), condition, Places.location(place));
    }

    /**
     * From here on the path is that of this value. Which one it is, is decided by halves, so that the others are tried too: what is asked next
     * depends only on the answers before. Small numbers take few questions.
     */
    static void decide(int expr, int value, int place) {
        if (expr <= 0) return;
        long low = 0;
        long high = 0;
        if (isAtMost(expr, value, -1, place)) {
            low = high = -1;
            for (long size = 1; !isAbove(expr, value, low - 1, place); size *= 2) {
                high = low - 1;
                low = Math.max(low - size, Integer.MIN_VALUE);
                if (low == Integer.MIN_VALUE) break;
            }
        } else {
            for (long size = 1; !isAtMost(expr, value, high, place); size *= 2) {
                low = high + 1;
                high = Math.min(high + size, Integer.MAX_VALUE);
                if (high == Integer.MAX_VALUE) break;
            }
        }
        while (low < high) {
            long middle = low + (high - low) / 2;
            if (isAtMost(expr, value, middle, place)) high = middle;
            else low = middle + 1;
        }
    }

    private static boolean isAtMost(int expr, int value, long bound, int place) {
        boolean holds = value <= bound;
        implicit(Ints.compare(Op.Sle, expr, Trace.constant(32, bound & 0xffffffffL), holds), holds, place);
        return holds;
    }

    private static boolean isAbove(int expr, int value, long bound, int place) {
        return !isAtMost(expr, value, bound, place);
    }

    /** The path relies on the value that an expression has, and nothing is known of others. */
    static void fix(int expr, int what, int place) {
        if (expr <= 0) return;
        Trace.symbolic(Trace.FIXED, true, Places.module(place), expr, Places.location(place));
        Trace.lost(what, place);
    }

    /** What a class's initialisation must not disturb: the call that it happens in. */
    public static Object suspend() {
        if (Thread.currentThread() != followed) return null;
        Object[] saved = {token, isTainted, site, isTainted ? args.clone() : null};
        token = 0;
        isTainted = false;
        return saved;
    }

    /** Goes on with what was suspended. */
    public static void resume(Object suspended) {
        if (suspended == null || Thread.currentThread() != followed) return;
        Object[] saved = (Object[]) suspended;
        token = (Integer) saved[0];
        isTainted = (Boolean) saved[1];
        site = (Integer) saved[2];
        if (isTainted) System.arraycopy((int[]) saved[3], 0, args, 0, MAX_ARGS);
    }
}

package symcrete.rt;

import java.util.Arrays;
import java.util.HashMap;

/**
 * Lambdas and method references that woven code made: which method each stands for, and the shadows of what it captured.
 *
 * <p>A call from woven code goes to that method by its name. If the libraries call it, what was captured is known as long as all lambdas of
 * the same method have captured the same; else it is counted as lost.
 */
public final class Captures {
    /** One lambda. */
    private static final class Lambda {
        final int token;
        /** The name of the interface's method; others of it have bodies of their own. */
        final int called;
        final int[] shadows;
        /** Is the first argument of a call the object that the method is called on? */
        final boolean isUnbound;
        /** Is the method one of the libraries? */
        final boolean isForeign;

        Lambda(int token, int called, int[] shadows, boolean isUnbound, boolean isForeign) {
            this.token = token;
            this.called = called;
            this.shadows = shadows;
            this.isUnbound = isUnbound;
            this.isForeign = isForeign;
        }
    }

    private static final int[] AMBIGUOUS = {};
    private static final Identity<Lambda> LAMBDAS = new Identity<>();
    private static final HashMap<Integer, int[]> BY_METHOD = new HashMap<>();

    private Captures() {}

    static void begin() {
        LAMBDAS.clear();
        BY_METHOD.clear();
    }

    /** Notes a lambda. {@code token} is the name of its method, or 0 if that is not woven or takes other types than the interface has; {@code called} that of the interface's. */
    public static void made(Object lambda, int token, int called, int[] shadows, boolean isUnbound, boolean isForeign, int place) {
        if (!Trace.isSymbolic || Rt.isAside(place)) return;
        LAMBDAS.put(lambda, new Lambda(token, called, shadows, isUnbound, isForeign));
        boolean isSymbolic = false;
        for (int one : shadows) isSymbolic |= one != 0;
        if (token == 0) {
            if (isSymbolic && !isForeign) Trace.lost(Layout.WHAT_EXTERNAL, place);
            return;
        }
        int[] before = BY_METHOD.putIfAbsent(token, shadows);
        if (before != null && !Arrays.equals(before, shadows)) BY_METHOD.put(token, AMBIGUOUS);
        if (isSymbolic) Rt.contents++;
    }

    /** Does this stand for a method of the libraries, which may look at what it is given? */
    static boolean isForeign(Object value) {
        Lambda lambda = value == null ? null : LAMBDAS.get(value);
        return lambda != null && lambda.isForeign;
    }

    /** The name for a call of a method of an interface on this object, whose own name is {@code token}; what is passed is put behind what was captured. */
    public static int token(Object receiver, int token, int n) {
        if (receiver == null || !Rt.isFollowed()) return token;
        Lambda lambda = LAMBDAS.get(receiver);
        if (lambda == null || lambda.token == 0 || lambda.called != token) return token;
        int first = lambda.isUnbound ? 1 : 0;
        // Whether the object is null, the lambda itself asks.
        if (lambda.isUnbound && Rt.isTainted && Rt.args[0] > 0) return token;
        int captured = lambda.shadows.length;
        if (Rt.isTainted) {
            System.arraycopy(Rt.args, first, Rt.args, captured, n - first);
            if (first > captured) Rt.args[n - 1] = 0;
        }
        for (int k = 0; k < captured; k++) {
            Rt.args[k] = lambda.shadows[k];
            Rt.isTainted |= lambda.shadows[k] != 0;
        }
        return lambda.token;
    }

    /** The shadow of something captured, in a method that the libraries have called. */
    public static int captured(int token, int index, int place) {
        if (!Rt.isFollowed()) return 0;
        int[] shadows = BY_METHOD.get(token);
        if (shadows == null || shadows != AMBIGUOUS && index >= shadows.length) return 0;
        if (shadows != AMBIGUOUS) return shadows[index];
        Trace.lost(Layout.WHAT_EXTERNAL, place);
        return 0;
    }
}

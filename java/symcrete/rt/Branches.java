package symcrete.rt;

import java.util.ArrayList;

/**
 * Decisions of the source: two-way jumps and switches that the input decides.
 *
 * <p>{@code outcome} is the first outcome of the site; the one behind it stands for a condition that holds. Relations are numbered as
 * the jumps are: ==, !=, &lt;, &gt;=, &gt;, &lt;=.
 */
public final class Branches {
    private static final int[] INTS = {Op.Eq, Op.Ne, Op.Slt, Op.Sge, Op.Sgt, Op.Sle};
    /** Relations of floats when NaN makes the comparison -1, and when it makes it 1. */
    private static final int[] FLOATS_LESS = {Op.FOeq, Op.FUne, Op.FUlt, Op.FOge, Op.FOgt, Op.FUle};
    private static final int[] FLOATS_GREATER = {Op.FOeq, Op.FUne, Op.FOlt, Op.FUge, Op.FUgt, Op.FOle};
    /** The cases of each woven switch, in order. */
    private static final ArrayList<int[]> CASES = new ArrayList<>();

    private Branches() {}

    /** A comparison of two ints that a jump relies on. */
    public static void ints(int x, int y, int sx, int sy, int relation, int outcome, int place) {
        if (Rt.isAside(place)) return;
        boolean holds = holds(relation, Integer.compare(x, y));
        decide(Ints.compare(INTS[relation], Ints.of(sx, x, place), Ints.of(sy, y, place), holds), holds, outcome);
    }

    public static void longs(long x, long y, int sx, int sy, int relation, int outcome, int place) {
        if (Rt.isAside(place)) return;
        boolean holds = holds(relation, Long.compare(x, y));
        decide(Ints.compare(INTS[relation], Longs.of(sx, x, place), Longs.of(sy, y, place), holds), holds, outcome);
    }

    /** {@code nan} is what the comparison gives for NaN. */
    public static void floats(float x, float y, int sx, int sy, int relation, int nan, int outcome, int place) {
        if (Rt.isAside(place)) return;
        boolean holds = holds(relation, x > y ? 1 : x == y ? 0 : x < y ? -1 : nan);
        int op = (nan < 0 ? FLOATS_LESS : FLOATS_GREATER)[relation];
        decide(Ints.compare(op, Floats.of(sx, x, place), Floats.of(sy, y, place), holds), holds, outcome);
    }

    public static void doubles(double x, double y, int sx, int sy, int relation, int nan, int outcome, int place) {
        if (Rt.isAside(place)) return;
        boolean holds = holds(relation, x > y ? 1 : x == y ? 0 : x < y ? -1 : nan);
        int op = (nan < 0 ? FLOATS_LESS : FLOATS_GREATER)[relation];
        decide(Ints.compare(op, Doubles.of(sx, x, place), Doubles.of(sy, y, place), holds), holds, outcome);
    }

    /** A comparison with null; {@code isNull}: the source asks whether it is, not whether it is not. */
    public static void nulls(Object x, int sx, boolean isNull, int outcome, int place) {
        if (Rt.isAside(place)) return;
        int condition = Refs.isNull(sx, x, place);
        decideReference(condition, x == null, isNull, outcome);
    }

    /** A comparison of two references. */
    public static void references(Object x, Object y, int sx, int sy, boolean isSame, int outcome, int place) {
        if (Rt.isAside(place)) return;
        decideReference(Refs.same(x, y, sx, sy, place), x == y, isSame, outcome);
    }

    private static void decideReference(int condition, boolean value, boolean asks, int outcome) {
        boolean holds = value == asks;
        if (condition != 0 && !asks) condition = Trace.record(Op.Xor, 1, condition, Trace.constant(1, 1), 0, holds ? 1 : 0);
        decide(condition, holds, outcome);
    }

    private static void decide(int condition, boolean holds, int outcome) {
        int taken = outcome + (holds ? 1 : 0);
        if (condition == 0) {
            Trace.hit(taken);
            return;
        }
        Trace.count(taken);
        Trace.symbolic(Trace.BRANCH, holds, taken, condition, 0);
    }

    static boolean holds(int relation, int compared) {
        switch (relation) {
            case 0: return compared == 0;
            case 1: return compared != 0;
            case 2: return compared < 0;
            case 3: return compared >= 0;
            case 4: return compared > 0;
            default: return compared <= 0;
        }
    }

    /** A number for a switch with these cases. */
    public static synchronized int addSwitch(int[] cases) {
        CASES.add(cases);
        return CASES.size() - 1;
    }

    /** A switch; the outcome behind those of the cases is the default's. */
    public static void cases(int value, int shadow, int number, int outcome, int place) {
        int[] cases = CASES.get(number);
        int taken = 0;
        while (taken < cases.length && cases[taken] != value) taken++;
        if (shadow == 0 || Rt.isAside(place)) {
            Trace.count(outcome + taken);
            if (shadow == 0) Trace.concrete(Trace.SWITCH, outcome + taken);
            return;
        }
        Trace.count(outcome + taken);
        int expr = Ints.of(shadow, value, place);
        if (expr != 0) Trace.symbolic(Trace.SWITCH, taken < cases.length, outcome + taken, expr, 0);
    }

    /** What a comparison that no jump follows gives: -1, 0 or 1. */
    static int threeWay(int less, int equal, int result) {
        if (less == 0 || equal == 0) return 0;
        int other = Trace.record(Op.Ite, 32, Trace.constant(32, 0), Trace.constant(32, 1), equal, Ints.unsigned(result < 0 ? 1 : result));
        return Trace.record(Op.Ite, 32, Trace.constant(32, -1), other, less, Ints.unsigned(result));
    }
}

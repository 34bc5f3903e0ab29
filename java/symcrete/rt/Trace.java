package symcrete.rt;

import java.util.HashMap;

/**
 * Writes the trace of the current run: expressions with their values, the path, and what was dropped.
 *
 * <p>Invariant: a record's operands have smaller numbers, and its value is what its operator gives on their values. Counters in the
 * header are written with each entry, so that a run that is killed leaves a whole trace. Once something does not fit, nothing more is
 * recorded and the loss is counted.
 */
public final class Trace {
    public static final int BRANCH = 1;
    public static final int SWITCH = 2;
    public static final int IMPLICIT = 3;
    public static final int FIXED = 4;
    public static final int ASSUMED = 5;
    public static final int WITHIN = 6;

    private static final long WHOLE_PATH = 2;
    private static final long COUNT = 4;
    private static final int CONSTANTS = 1 << 10;

    /** Is anything of this run symbolic? */
    static boolean isSymbolic;
    private static boolean tellsConcrete;
    /** Are outcomes counted, not only marked? */
    private static boolean counts;
    /** Is more to be done about an outcome than to mark it? */
    private static boolean isWatched;
    private static boolean isFull;
    private static int nRecords;
    private static int recordLimit;
    private static int nEvents;
    private static long nSymbolic;
    private static long eventLimit;
    /** So many more steps are told that no input decides: those around the steps that it does decide, and not all of a long loop between two of these. */
    private static int nToldYet;
    private static int nLost;
    private static final HashMap<Long, Integer> LOST = new HashMap<>();
    /** Constants of 32 bits that were recorded, by their hash: the number and the run that it was made in. */
    private static final int[] CONSTANT_IDS = new int[CONSTANTS];
    private static final int[] CONSTANT_VALUES = new int[CONSTANTS];

    private Trace() {}

    /** Begins the trace of a run, as the header asks for. */
    static void begin() {
        long flags = Region.word(Layout.FLAGS);
        isSymbolic = (flags & WHOLE_PATH) != 0;
        counts = (flags & COUNT) != 0;
        tell(isSymbolic);
        isFull = false;
        nRecords = 0;
        nEvents = 0;
        nSymbolic = 0;
        nToldYet = (int) Layout.MAX_BEFORE;
        nLost = 0;
        LOST.clear();
        java.util.Arrays.fill(CONSTANT_IDS, 0);
        recordLimit = (int) Math.min(Region.word(Layout.RECORD_LIMIT), Layout.MAX_RECORDS - 2);
        eventLimit = Math.min(Region.word(Layout.EVENT_LIMIT), Layout.MAX_SYMBOLIC);
        Region.setWord(Layout.MODE, 1);
    }

    /** Records an expression; its number, or 0 when there is no room. Bits of the value above the width must be 0. */
    static int record(int op, int width, int a, int b, int c, long value) {
        int id = nRecords + 1;
        if (id > recordLimit || id == 1) return first(op, width, a, b, c, value);
        write(id, op | width << 16, a, b, c, value);
        return id;
    }

    private static void write(int id, int head, int a, int b, int c, long value) {
        long at = Layout.RECORDS_AT + (long) id * Layout.RECORD_SIZE;
        Region.putInts(at, head, a);
        Region.putInts(at + 8, b, c);
        Region.putLong(at + 16, value);
        nRecords = id;
        Region.setWord(Layout.N_RECORDS, id);
    }

    /** The first record, or one for which there is no room. */
    private static int first(int op, int width, int a, int b, int c, long value) {
        if (nRecords >= recordLimit) {
            full();
            return 0;
        }
        write(1, op | width << 16, a, b, c, value);
        tellOn();
        return 1;
    }

    /** After the first record, and after each step that the input decides, more are told. */
    private static void tellOn() {
        long nTold = nEvents - nSymbolic;
        nToldYet = (int) Math.min(Layout.MAX_BEFORE, Layout.MAX_CONCRETE - nTold);
        tell(isSymbolic && !isFull && nToldYet > 0);
    }

    private static void tell(boolean isTold) {
        tellsConcrete = isTold;
        isWatched = isTold || counts;
    }

    /** One record of a table's contents: twenty bytes. */
    static void data(byte[] bytes, int from) {
        int id = record(Op.Data, 8, 0, 0, 0, 0);
        if (id == 0) return;
        long at = Layout.RECORDS_AT + (long) id * Layout.RECORD_SIZE + 4;
        for (int k = 0; k < 20 && from + k < bytes.length; k++) Region.putByte(at + k, bytes[from + k]);
    }

    static boolean hasRoom(int records) {
        return !isFull && recordLimit - nRecords > records;
    }

    static int constant(int width, long value) {
        return width == 32 ? constant((int) value) : record(Op.Const, width, 0, 0, 0, value);
    }

    /** A constant of 32 bits. */
    static int constant(int value) {
        int slot = value * 0x9E3779B1 >>> 22;
        int id = CONSTANT_IDS[slot];
        return id != 0 && CONSTANT_VALUES[slot] == value ? id : newConstant(slot, value);
    }

    private static int newConstant(int slot, int value) {
        int id = record(Op.Const, 32, 0, 0, 0, value & 0xffffffffL);
        CONSTANT_IDS[slot] = id;
        CONSTANT_VALUES[slot] = value;
        return id;
    }

    /** What a recorded expression was in this run. */
    static long value(int id) {
        return Region.getLong(Layout.RECORDS_AT + (long) id * Layout.RECORD_SIZE + 16);
    }

    /** A step of the path that an expression decides. */
    static void symbolic(int kind, boolean taken, int outcome, int expr, int aux) {
        if (isFull) return;
        if (nSymbolic >= eventLimit) {
            full();
            return;
        }
        event(kind | (taken ? 0x100 : 0), outcome, expr, aux);
        nSymbolic++;
        tellOn();
    }

    /** Marks an outcome, and tells it as a step that no input decides. */
    public static void hit(int outcome) {
        if (isWatched) watched(outcome);
        else Region.putInt(Layout.COVERAGE_AT + 4L * outcome, 1);
    }

    private static void watched(int outcome) {
        count(outcome);
        concrete(BRANCH, outcome);
    }

    static void concrete(int kind, int outcome) {
        if (!tellsConcrete || !Rt.isFollowed()) return;
        if (nToldYet-- > 0) event(kind, outcome, 0, 0);
        else untold();
    }

    private static void untold() {
        tell(false);
        if (nRecords != 0) Region.setWord(Layout.UNTOLD, 1);
    }

    static void count(int outcome) {
        long at = Layout.COVERAGE_AT + 4L * outcome;
        Region.putInt(at, counts ? Region.getInt(at) + 1 : 1);
    }

    private static void event(int head, int outcome, int expr, int aux) {
        if (nEvents >= Layout.MAX_EVENTS) {
            full();
            return;
        }
        long at = Layout.EVENTS_AT + (long) nEvents * Layout.EVENT_SIZE;
        Region.putInts(at, head, outcome);
        Region.putInts(at + 8, expr, aux);
        nEvents++;
        Region.setWord(Layout.N_EVENTS, nEvents);
    }

    private static void full() {
        if (isFull) return;
        isFull = true;
        tell(false);
        recordLimit = 0;
        enter(0, Layout.WHAT_FULL, -1);
    }

    /** Counts symbolic data that was dropped at a place. */
    static void lost(int what, int place) {
        if (!isSymbolic) return;
        if (place < 0) enter(0, what, -1);
        else enter(Places.module(place), what, Places.location(place));
    }

    private static void enter(int module, int what, int location) {
        long key = (long) module << 40 | (long) what << 32 | location & 0xffffffffL;
        Integer index = LOST.get(key);
        if (index == null) {
            if (nLost >= Layout.MAX_LOST) {
                Region.setWord(Layout.LOST_ELSEWHERE, Region.word(Layout.LOST_ELSEWHERE) + 1);
                return;
            }
            index = nLost++;
            LOST.put(key, index);
            Region.setWord(Layout.N_LOST, nLost);
        }
        long at = Layout.LOST_AT + (long) index * Layout.LOST_SIZE;
        Region.putShort(at, module);
        Region.putByte(at + 2, what);
        Region.putByte(at + 3, 1);
        Region.putInt(at + 4, location);
        Region.putInt(at + 8, Region.getInt(at + 8) + 1);
    }

    /** How many records there are: shadows of an earlier run are larger or stand for something else. */
    static int records() {
        return nRecords;
    }
}

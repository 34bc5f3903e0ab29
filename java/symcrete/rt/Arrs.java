package symcrete.rt;

import java.lang.reflect.Array;

/**
 * What is symbolic of arrays: their length, and the shadow of each element.
 *
 * <p>Shadows of elements are those that the stack has: an int for a byte. A read at a symbolic index is a look-up in a table of all
 * elements; a write at one is a write at this run's index, which is a decision. An array whose length the input decides has the length of this run, and every use of an index
 * says that it is below the length as an expression: so the length needs not be fixed.
 */
public final class Arrs {
    /** Largest table of a read at a symbolic index, in bytes. */
    private static final int MAX_TABLE = 1 << 14;
    /** Largest array for which there is memory in any case. */
    private static final int MAX_SURE = 1 << 16;
    /** Where tables are said to be. */
    private static final long TABLES = 1L << 40;

    /** The shadows of one array. */
    static final class Shadow {
        /** The length; 0 when the input does not decide. */
        int length;
        /** Those of the elements, or null when there are none. */
        int[] cells;
    }

    private static final Identity<Shadow> SHADOWS = new Identity<>();
    /** The lengths of arrays that have shadows, by their last six bits. */
    private static long lengths;
    private static long references;

    private Arrs() {}

    static void begin() {
        SHADOWS.clear();
        lengths = 0;
        references = 0;
    }

    /** Can an array of this length have shadows? To ask this is much cheaper than to look one up, and most have the length of none that has. */
    public static boolean mayHold(int length) {
        return (lengths >>> length & 1) != 0;
    }

    /** The same of an array of references, which may be to boxes that the libraries put there. */
    public static boolean mayRefer(int length) {
        return (references >>> length & 1) != 0;
    }

    /** There is a box that is known by itself, wherever it is. */
    static void boxed() {
        references = -1;
    }

    static boolean holds(Object array) {
        return SHADOWS.get(array) != null;
    }

    static Shadow of(Object array) {
        return SHADOWS.get(array);
    }

    static Shadow make(Object array) {
        Shadow shadow = SHADOWS.get(array);
        if (shadow == null) {
            shadow = new Shadow();
            SHADOWS.put(array, shadow);
            lengths |= 1L << Array.getLength(array);
            references |= lengths;
            Rt.contents++;
        }
        return shadow;
    }

    /** The shadow of an element. */
    static int cell(Shadow shadow, int index) {
        return shadow == null || shadow.cells == null ? 0 : shadow.cells[index];
    }

    static void setCell(Object array, int index, int cell) {
        Shadow shadow = SHADOWS.get(array);
        if (cell == 0 && (shadow == null || shadow.cells == null)) return;
        if (shadow == null) shadow = make(array);
        if (shadow.cells == null) shadow.cells = new int[Array.getLength(array)];
        shadow.cells[index] = cell;
    }

    /** The expression of an array's length; 0 when the input does not decide. */
    public static int length(Object array, int sa, int place) {
        if (Rt.isAside(place)) return 0;
        Refs.use(array, sa, place);
        Shadow shadow = array == null ? null : SHADOWS.get(array);
        return shadow == null ? 0 : shadow.length;
    }

    /** A new array of this length is about to be made. */
    public static void size(int n, int sn, int place) {
        if (Rt.isAside(place)) return;
        int negative = Ints.compare(Op.Slt, Ints.of(sn, n, place), Trace.constant(32, 0), n < 0);
        Rt.implicit(negative, n < 0, place);
        if (n < 0) return;
        // Whether there is memory for a large one, no condition says.
        boolean isLarge = n > MAX_SURE;
        Rt.implicit(Ints.compare(Op.Sgt, Ints.of(sn, n, place), Trace.constant(32, MAX_SURE), isLarge), isLarge, place);
        if (isLarge) Trace.lost(Layout.WHAT_SIZE, place);
    }

    /** It was made. */
    public static void made(Object array, int sn, int place) {
        if (Rt.isAside(place)) return;
        if (sn > 0) make(array).length = sn;
    }

    /** One of several lengths: arrays of arrays are of this run's size. */
    public static void dimension(int n, int sn, int place) {
        if (Rt.isAside(place)) return;
        size(n, sn, place);
        Rt.decide(Ints.of(sn, n, place), n, place);
    }

    /** Is the index inside? A branch of its own if the input decides. */
    static boolean isInside(Object array, int index, int si, Shadow shadow, int place) {
        int length = Array.getLength(array);
        boolean inside = index >= 0 && index < length;
        int expr = shadow == null ? 0 : shadow.length;
        if (si > 0 || expr != 0) {
            int i = Ints.of(si, index, place);
            int n = Ints.of(expr, length, place);
            Rt.implicit(Ints.compare(Op.Ult, i, n, Integer.compareUnsigned(index, length) < 0), inside, place);
        }
        return inside;
    }

    /** How long an array is, is decided where that is symbolic. */
    static void decideLength(Object array, int place) {
        Shadow shadow = array == null ? null : of(array);
        if (shadow == null || shadow.length == 0) return;
        int length = Array.getLength(array);
        Rt.decide(Ints.of(shadow.length, length, place), length, place);
    }

    /** An element is about to be read: its shadow. */
    public static int load(Object array, int index, int sa, int si, int place) {
        if (Rt.isAside(place)) return 0;
        if (sa != 0) Refs.use(array, sa, place);
        if (array == null) return 0;
        Shadow shadow = SHADOWS.get(array);
        // The usual case, and a frequent one in loops: nothing of this array is symbolic.
        if (shadow == null && si <= 0) return array instanceof Object[] ? held((Object[]) array, index) : 0;
        if (!isInside(array, index, si, shadow, place)) return 0;
        if (si <= 0) return known(array, index, cell(shadow, index));
        // What a symbolic index chooses from depends on the length.
        decideLength(array, place);
        return lookUp(array, index, Ints.of(si, index, place), shadow == null ? null : shadow.cells, place);
    }

    private static int held(Object[] array, int index) {
        return index >= 0 && index < array.length ? known(array, index, 0) : 0;
    }

    /** The shadow of an element: the libraries may have put a box there. */
    private static int known(Object array, int index, int cell) {
        int own = array instanceof Object[] ? Boxes.shadow(((Object[]) array)[index]) : 0;
        return own == 0 || Refs.value(own) == Refs.value(cell) ? cell : own;
    }

    /** An element is about to be written. */
    public static void store(Object array, int index, int sa, int si, int sv, int value, int place) {
        if (isPlain(array, sa, si, sv)) return;
        if (!mayStore(array, index, sa, si, place)) return;
        int cell = sv;
        if (sv > 0) {
            if (array instanceof byte[]) cell = Ints.narrow(Ints.of(sv, value, place), value, 8, true);
            else if (array instanceof boolean[]) cell = Ints.narrow(Ints.of(sv, value, place), value, 1, false);
            else if (array instanceof char[]) cell = Ints.narrow(Ints.of(sv, value, place), value, 16, false);
            else if (array instanceof short[]) cell = Ints.narrow(Ints.of(sv, value, place), value, 16, true);
        }
        setCell(array, index, cell);
    }

    /** The same for what is no int. */
    public static void storeOther(Object array, int index, int sa, int si, int sv, int place) {
        if (!isPlain(array, sa, si, sv) && mayStore(array, index, sa, si, place)) setCell(array, index, sv);
    }

    /** Is there nothing symbolic about this write, nor about the array? */
    private static boolean isPlain(Object array, int sa, int si, int sv) {
        return (sa | si | sv) == 0 && array != null && Rt.isFollowed() && SHADOWS.get(array) == null;
    }

    private static boolean mayStore(Object array, int index, int sa, int si, int place) {
        if (Rt.isAside(place)) return false;
        if (sa != 0) Refs.use(array, sa, place);
        if (array == null) return false;
        boolean inside = isInside(array, index, si, SHADOWS.get(array), place);
        if (inside && si > 0) Rt.decide(Ints.of(si, index, place), index, place);
        return inside;
    }

    /** The element that a symbolic index chooses. */
    static int lookUp(Object array, int index, int si, int[] cells, int place) {
        int length = Array.getLength(array);
        int size = sizeOf(array);
        int bytes = length * size;
        if (size == 0 || (long) length * size > MAX_TABLE || !Trace.hasRoom(8 + bytes / 4)) {
            Rt.decide(si, index, place);
            return known(array, index, cells == null ? 0 : cells[index]);
        }
        int table = table(array, bytes, size, cells);
        int wide = Trace.record(Op.SExt, 64, si, 0, 0, index);
        int scaled = Trace.record(Op.Mul, 64, wide, Trace.constant(64, size), 0, (long) index * size);
        int address = Trace.record(Op.Add, 64, scaled, Trace.constant(64, TABLES), 0, TABLES + (long) index * size);
        long mask = size == 8 ? -1L : (1L << 8 * size) - 1;
        int found = Trace.record(Op.Lookup, 8 * size, address, table, 0, bits(array, index) & mask);
        Trace.symbolic(Trace.WITHIN, true, Places.module(place), found, Places.location(place));
        if (found == 0 || size >= 4) return found;
        return Ints.extend(found, 8 * size, !(array instanceof char[] || array instanceof boolean[]));
    }

    private static int table(Object array, int bytes, int size, int[] shadows) {
        boolean hasCells = shadows != null;
        int table = Trace.record(Op.Table, 8, bytes, hasCells ? bytes : 0, 0, TABLES);
        byte[] contents = new byte[bytes];
        byte[] cells = new byte[hasCells ? 4 * bytes : 0];
        for (int k = 0; k < bytes; k++) {
            contents[k] = (byte) (bits(array, k / size) >>> 8 * (k % size));
            int cell = hasCells ? shadows[k / size] : 0;
            if (cell <= 0) continue;
            int packed = cell | k % size << 28;
            for (int b = 0; b < 4; b++) cells[4 * k + b] = (byte) (packed >>> 8 * b);
        }
        for (int from = 0; from < contents.length; from += 20) Trace.data(contents, from);
        for (int from = 0; from < cells.length; from += 20) Trace.data(cells, from);
        return table;
    }

    /** Bytes of an element; 0 for references. */
    private static int sizeOf(Object array) {
        if (array instanceof byte[] || array instanceof boolean[]) return 1;
        if (array instanceof char[] || array instanceof short[]) return 2;
        if (array instanceof int[] || array instanceof float[]) return 4;
        return array instanceof long[] || array instanceof double[] ? 8 : 0;
    }

    private static long bits(Object array, int k) {
        if (array instanceof int[]) return ((int[]) array)[k];
        if (array instanceof byte[]) return ((byte[]) array)[k];
        if (array instanceof char[]) return ((char[]) array)[k];
        if (array instanceof long[]) return ((long[]) array)[k];
        if (array instanceof short[]) return ((short[]) array)[k];
        if (array instanceof boolean[]) return ((boolean[]) array)[k] ? 1 : 0;
        if (array instanceof float[]) return Float.floatToRawIntBits(((float[]) array)[k]);
        return Double.doubleToRawLongBits(((double[]) array)[k]);
    }
}

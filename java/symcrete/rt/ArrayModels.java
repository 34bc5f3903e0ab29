package symcrete.rt;

import java.lang.reflect.Array;

/** Arrays as a whole: copied. Where a copy begins and how long it is are decisions. */
@Model({System.class, java.util.Arrays.class})
public final class ArrayModels {
    private ArrayModels() {}

    public static void arraycopy(Object from, int at, Object to, int start, int n, int sf, int sa, int st, int ss, int sn, int place) {
        if (Rt.isAside(place)) {
            System.arraycopy(from, at, to, start, n);
            return;
        }
        Refs.use(from, sf, place);
        Refs.use(to, st, place);
        Rt.decide(Ints.checked(sa, at, place), at, place);
        Rt.decide(Ints.checked(ss, start, place), start, place);
        Rt.decide(Ints.checked(sn, n, place), n, place);
        fits(from, at, n, place);
        fits(to, start, n, place);
        System.arraycopy(from, at, to, start, n);
        move(from, at, to, start, n);
    }

    /** Does a part lie inside an array? A decision if the length is symbolic. */
    private static void fits(Object array, int at, int n, int place) {
        Arrs.Shadow shadow = array == null ? null : Arrs.of(array);
        if (shadow == null || shadow.length == 0 || at < 0 || n < 0 || at + n < 0) return;
        int length = Array.getLength(array);
        boolean fits = at + n <= length;
        Rt.implicit(Ints.compare(Op.Sge, Ints.of(shadow.length, length, place), Trace.constant(32, at + n), fits), fits, place);
    }

    private static void move(Object from, int at, Object to, int start, int n) {
        Arrs.Shadow shadow = Arrs.of(from);
        Arrs.Shadow target = Arrs.of(to);
        if ((shadow == null || shadow.cells == null) && (target == null || target.cells == null)) return;
        int[] cells = new int[n];
        for (int k = 0; k < n; k++) cells[k] = Arrs.cell(shadow, at + k);
        for (int k = 0; k < n; k++) Arrs.setCell(to, start + k, cells[k]);
    }

    /** A copy of the whole array, as {@code clone} makes it. */
    public static void cloned(Object copy, Object array, int place) {
        if (Rt.isAside(place)) return;
        Arrs.Shadow shadow = Arrs.of(array);
        if (shadow == null) return;
        if (shadow.length != 0) Arrs.make(copy).length = shadow.length;
        move(array, 0, copy, 0, Array.getLength(array));
    }

    public static int[] copyOf(int[] array, int n, int sa, int sn, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(array, sa, place);
            Rt.decide(Ints.checked(sn, n, place), n, place);
            Arrs.decideLength(array, place);
        }
        int[] copy = java.util.Arrays.copyOf(array, n);
        if (!Rt.isAside(place)) move(array, 0, copy, 0, Math.min(n, array.length));
        return copy;
    }

    public static int[] copyOfRange(int[] array, int from, int to, int sa, int sf, int st, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(array, sa, place);
            Rt.decide(Ints.checked(sf, from, place), from, place);
            Rt.decide(Ints.checked(st, to, place), to, place);
            Arrs.decideLength(array, place);
        }
        int[] copy = java.util.Arrays.copyOfRange(array, from, to);
        if (!Rt.isAside(place)) move(array, from, copy, 0, Math.min(to, array.length) - from);
        return copy;
    }

    public static char[] copyOf(char[] array, int n, int sa, int sn, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(array, sa, place);
            Rt.decide(Ints.checked(sn, n, place), n, place);
            Arrs.decideLength(array, place);
        }
        char[] copy = java.util.Arrays.copyOf(array, n);
        if (!Rt.isAside(place)) move(array, 0, copy, 0, Math.min(n, array.length));
        return copy;
    }

    public static char[] copyOfRange(char[] array, int from, int to, int sa, int sf, int st, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(array, sa, place);
            Rt.decide(Ints.checked(sf, from, place), from, place);
            Rt.decide(Ints.checked(st, to, place), to, place);
            Arrs.decideLength(array, place);
        }
        char[] copy = java.util.Arrays.copyOfRange(array, from, to);
        if (!Rt.isAside(place)) move(array, from, copy, 0, Math.min(to, array.length) - from);
        return copy;
    }

    public static byte[] copyOf(byte[] array, int n, int sa, int sn, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(array, sa, place);
            Rt.decide(Ints.checked(sn, n, place), n, place);
            Arrs.decideLength(array, place);
        }
        byte[] copy = java.util.Arrays.copyOf(array, n);
        if (!Rt.isAside(place)) move(array, 0, copy, 0, Math.min(n, array.length));
        return copy;
    }

    public static byte[] copyOfRange(byte[] array, int from, int to, int sa, int sf, int st, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(array, sa, place);
            Rt.decide(Ints.checked(sf, from, place), from, place);
            Rt.decide(Ints.checked(st, to, place), to, place);
            Arrs.decideLength(array, place);
        }
        byte[] copy = java.util.Arrays.copyOfRange(array, from, to);
        if (!Rt.isAside(place)) move(array, from, copy, 0, Math.min(to, array.length) - from);
        return copy;
    }

    public static long[] copyOf(long[] array, int n, int sa, int sn, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(array, sa, place);
            Rt.decide(Ints.checked(sn, n, place), n, place);
            Arrs.decideLength(array, place);
        }
        long[] copy = java.util.Arrays.copyOf(array, n);
        if (!Rt.isAside(place)) move(array, 0, copy, 0, Math.min(n, array.length));
        return copy;
    }

    public static long[] copyOfRange(long[] array, int from, int to, int sa, int sf, int st, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(array, sa, place);
            Rt.decide(Ints.checked(sf, from, place), from, place);
            Rt.decide(Ints.checked(st, to, place), to, place);
            Arrs.decideLength(array, place);
        }
        long[] copy = java.util.Arrays.copyOfRange(array, from, to);
        if (!Rt.isAside(place)) move(array, from, copy, 0, Math.min(to, array.length) - from);
        return copy;
    }

    /** Are the elements of two arrays compared? Whether they are there and how long they are, is decided. */
    private static boolean areCompared(Object a, Object b, int sa, int sb, int place) {
        if (Rt.isAside(place)) return false;
        Refs.use(a, sa, place);
        Refs.use(b, sb, place);
        if (a == null || b == null || a == b) return false;
        Arrs.decideLength(a, place);
        Arrs.decideLength(b, place);
        return Array.getLength(a) == Array.getLength(b);
    }

    /** The elements of an array, each as a long. */
    private interface Elements {
        long at(int k);
    }

    /** Are all elements of two arrays of one length the same? */
    private static void same(Object a, Object b, Elements left, Elements right, int place) {
        boolean isLong = a instanceof long[];
        int condition = 0;
        for (int k = 0; k < Array.getLength(a); k++) {
            long p = left.at(k);
            long q = right.at(k);
            int x = Arrs.cell(Arrs.of(a), k);
            int y = Arrs.cell(Arrs.of(b), k);
            if (x == 0 && y == 0 && p == q) continue;
            int one = isLong ? Longs.of(x, p, place) : Ints.of(x, (int) p, place);
            int other = isLong ? Longs.of(y, q, place) : Ints.of(y, (int) q, place);
            condition = Chars.both(condition, Ints.compare(Op.Eq, one, other, p == q));
        }
        Rt.ret = Ints.ofCondition(condition);
    }

    public static boolean equals(int[] a, int[] b, int sa, int sb, int place) {
        if (areCompared(a, b, sa, sb, place)) same(a, b, k -> a[k], k -> b[k], place);
        return java.util.Arrays.equals(a, b);
    }

    public static boolean equals(char[] a, char[] b, int sa, int sb, int place) {
        if (areCompared(a, b, sa, sb, place)) same(a, b, k -> a[k], k -> b[k], place);
        return java.util.Arrays.equals(a, b);
    }

    public static boolean equals(byte[] a, byte[] b, int sa, int sb, int place) {
        if (areCompared(a, b, sa, sb, place)) same(a, b, k -> a[k], k -> b[k], place);
        return java.util.Arrays.equals(a, b);
    }

    public static boolean equals(long[] a, long[] b, int sa, int sb, int place) {
        if (areCompared(a, b, sa, sb, place)) same(a, b, k -> a[k], k -> b[k], place);
        return java.util.Arrays.equals(a, b);
    }

    /** Most elements of a sorted array that are compared. */
    private static final int MOST_SORTED = 64;

    public static void sort(int[] array, int sa, int place) {
        if (Rt.isAside(place)) {
            java.util.Arrays.sort(array);
            return;
        }
        Refs.use(array, sa, place);
        Arrs.Shadow shadow = array == null ? null : Arrs.of(array);
        if (shadow != null) {
            Arrs.decideLength(array, place);
            boolean isKnown = shadow.cells == null || array.length <= MOST_SORTED;
            int[] cells = isKnown ? sorted(array, shadow, place) : new int[array.length];
            if (!isKnown) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
            if (shadow.cells != null) shadow.cells = cells;
        }
        java.util.Arrays.sort(array);
    }

    /** The shadows of the elements in their order: each is put among those before it, by halves. */
    private static int[] sorted(int[] array, Arrs.Shadow shadow, int place) {
        int[] order = new int[array.length];
        for (int k = 0; k < array.length; k++) {
            int low = 0;
            int high = k;
            while (low < high) {
                int middle = low + high >>> 1;
                int other = order[middle];
                boolean isLess = array[k] < array[other];
                int x = Arrs.cell(shadow, k);
                int y = Arrs.cell(shadow, other);
                if (x > 0 || y > 0) {
                    Rt.implicit(Ints.compare(Op.Slt, Ints.of(x, array[k], place), Ints.of(y, array[other], place), isLess), isLess, place);
                }
                if (isLess) high = middle;
                else low = middle + 1;
            }
            System.arraycopy(order, low, order, low + 1, k - low);
            order[low] = k;
        }
        int[] cells = new int[array.length];
        for (int k = 0; k < array.length; k++) cells[k] = Arrs.cell(shadow, order[k]);
        return cells;
    }
}

package symcrete.rt;

/** Bits of integers, and integers without a sign. */
@Model({Integer.class, Long.class, Short.class, Byte.class})
public final class BitModels {
    private BitModels() {}

    private static boolean isFollowed(int sx, int sy, int place) {
        return (sx > 0 || sy > 0) && !Rt.isAside(place);
    }

    public static int reverse(int x, int sx, int place) {
        int a = isFollowed(sx, 0, place) ? Ints.of(sx, x, place) : 0;
        if (a != 0) Rt.ret = Trace.record(Op.BitReverse, 32, a, 0, 0, Ints.unsigned(Integer.reverse(x)));
        return Integer.reverse(x);
    }

    public static long reverse(long x, int sx, int place) {
        int a = isFollowed(sx, 0, place) ? Longs.of(sx, x, place) : 0;
        if (a != 0) Rt.ret = Trace.record(Op.BitReverse, 64, a, 0, 0, Long.reverse(x));
        return Long.reverse(x);
    }

    public static int reverseBytes(int x, int sx, int place) {
        int a = isFollowed(sx, 0, place) ? Ints.of(sx, x, place) : 0;
        if (a != 0) Rt.ret = Trace.record(Op.Bswap, 32, a, 0, 0, Ints.unsigned(Integer.reverseBytes(x)));
        return Integer.reverseBytes(x);
    }

    public static long reverseBytes(long x, int sx, int place) {
        int a = isFollowed(sx, 0, place) ? Longs.of(sx, x, place) : 0;
        if (a != 0) Rt.ret = Trace.record(Op.Bswap, 64, a, 0, 0, Long.reverseBytes(x));
        return Long.reverseBytes(x);
    }

    /** A rotation is two shifts, whose counts are taken modulo the width. */
    public static int rotateLeft(int x, int n, int sx, int sn, int place) {
        if (isFollowed(sx, sn, place)) Rt.ret = rotated(x, n, sx, sn, true, place);
        return Integer.rotateLeft(x, n);
    }

    public static int rotateRight(int x, int n, int sx, int sn, int place) {
        if (isFollowed(sx, sn, place)) Rt.ret = rotated(x, n, sx, sn, false, place);
        return Integer.rotateRight(x, n);
    }

    private static int rotated(int x, int n, int sx, int sn, boolean isLeft, int place) {
        int back = Ints.neg(n, sn, place);
        int left = isLeft ? n : -n;
        int high = Ints.shl(x, left, sx, isLeft ? sn : back, place);
        int low = Ints.ushr(x, -left, sx, isLeft ? back : sn, place);
        return Ints.or(x << left, x >>> -left, high, low, place);
    }

    public static long rotateLeft(long x, int n, int sx, int sn, int place) {
        if (isFollowed(sx, sn, place)) Rt.ret = rotated(x, n, sx, sn, true, place);
        return Long.rotateLeft(x, n);
    }

    public static long rotateRight(long x, int n, int sx, int sn, int place) {
        if (isFollowed(sx, sn, place)) Rt.ret = rotated(x, n, sx, sn, false, place);
        return Long.rotateRight(x, n);
    }

    private static int rotated(long x, int n, int sx, int sn, boolean isLeft, int place) {
        int back = Ints.neg(n, sn, place);
        int left = isLeft ? n : -n;
        int high = Longs.shl(x, left, sx, isLeft ? sn : back, place);
        int low = Longs.ushr(x, -left, sx, isLeft ? back : sn, place);
        return Longs.or(x << left, x >>> -left, high, low, place);
    }

    public static int lowestOneBit(int x, int sx, int place) {
        if (isFollowed(sx, 0, place)) Rt.ret = Ints.and(x, -x, sx, Ints.neg(x, sx, place), place);
        return Integer.lowestOneBit(x);
    }

    public static long lowestOneBit(long x, int sx, int place) {
        if (isFollowed(sx, 0, place)) Rt.ret = Longs.and(x, -x, sx, Longs.neg(x, sx, place), place);
        return Long.lowestOneBit(x);
    }

    public static int highestOneBit(int x, int sx, int place) {
        if (isFollowed(sx, 0, place)) {
            int n = Integer.numberOfLeadingZeros(x);
            int zeros = Trace.record(Op.Ctlz, 32, Ints.of(sx, x, place), 0, 0, n);
            Rt.ret = Ints.and(x, Integer.MIN_VALUE >>> n, sx, Ints.ushr(Integer.MIN_VALUE, n, 0, zeros, place), place);
        }
        return Integer.highestOneBit(x);
    }

    public static long highestOneBit(long x, int sx, int place) {
        if (isFollowed(sx, 0, place)) {
            int n = Long.numberOfLeadingZeros(x);
            Rt.ret = Longs.and(x, Long.MIN_VALUE >>> n, sx, Longs.ushr(Long.MIN_VALUE, n, 0, zeros(Op.Ctlz, x, n, sx, place), place), place);
        }
        return Long.highestOneBit(x);
    }

    public static int numberOfLeadingZeros(long x, int sx, int place) {
        int n = Long.numberOfLeadingZeros(x);
        if (isFollowed(sx, 0, place)) Rt.ret = zeros(Op.Ctlz, x, n, sx, place);
        return n;
    }

    public static int numberOfTrailingZeros(long x, int sx, int place) {
        int n = Long.numberOfTrailingZeros(x);
        if (isFollowed(sx, 0, place)) Rt.ret = zeros(Op.Cttz, x, n, sx, place);
        return n;
    }

    /** How many zeros a long begins or ends with, as an int. */
    private static int zeros(int op, long x, int n, int sx, int place) {
        int whole = Trace.record(op, 64, Longs.of(sx, x, place), 0, 0, n);
        return whole == 0 ? 0 : Longs.toInt(n, whole, place);
    }

    public static long toUnsignedLong(int x, int sx, int place) {
        int a = isFollowed(sx, 0, place) ? Ints.of(sx, x, place) : 0;
        if (a != 0) Rt.ret = Trace.record(Op.ZExt, 64, a, 0, 0, Ints.unsigned(x));
        return Integer.toUnsignedLong(x);
    }

    public static int toUnsignedInt(byte x, int sx, int place) {
        if (isFollowed(sx, 0, place)) Rt.ret = Ints.and(x, 0xff, sx, 0, place);
        return Byte.toUnsignedInt(x);
    }

    public static int toUnsignedInt(short x, int sx, int place) {
        if (isFollowed(sx, 0, place)) Rt.ret = Ints.and(x, 0xffff, sx, 0, place);
        return Short.toUnsignedInt(x);
    }

    public static int compareUnsigned(int x, int y, int sx, int sy, int place) {
        if (isFollowed(sx, sy, place)) {
            int a = Ints.of(sx, x, place);
            int b = Ints.of(sy, y, place);
            int order = Integer.compareUnsigned(x, y);
            Rt.ret = Branches.threeWay(Ints.compare(Op.Ult, a, b, order < 0), Ints.compare(Op.Eq, a, b, x == y), order);
        }
        return Integer.compareUnsigned(x, y);
    }

    public static int compareUnsigned(long x, long y, int sx, int sy, int place) {
        if (isFollowed(sx, sy, place)) {
            int a = Longs.of(sx, x, place);
            int b = Longs.of(sy, y, place);
            int order = Long.compareUnsigned(x, y);
            Rt.ret = Branches.threeWay(Ints.compare(Op.Ult, a, b, order < 0), Ints.compare(Op.Eq, a, b, x == y), order);
        }
        return Long.compareUnsigned(x, y);
    }

    public static int divideUnsigned(int x, int y, int sx, int sy, int place) {
        if (isFollowed(sx, sy, place) && !Ints.isZero(y, sy, place)) Rt.ret = quotient(Op.UDiv, x, y, sx, sy, Integer.divideUnsigned(x, y), place);
        return Integer.divideUnsigned(x, y);
    }

    public static int remainderUnsigned(int x, int y, int sx, int sy, int place) {
        if (isFollowed(sx, sy, place) && !Ints.isZero(y, sy, place)) Rt.ret = quotient(Op.URem, x, y, sx, sy, Integer.remainderUnsigned(x, y), place);
        return Integer.remainderUnsigned(x, y);
    }

    private static int quotient(int op, int x, int y, int sx, int sy, int result, int place) {
        int a = Ints.of(sx, x, place);
        int b = Ints.of(sy, y, place);
        return a == 0 || b == 0 ? 0 : Trace.record(op, 32, a, b, 0, Ints.unsigned(result));
    }

    public static long divideUnsigned(long x, long y, int sx, int sy, int place) {
        if (isFollowed(sx, sy, place) && !Longs.isZero(y, sy, place)) Rt.ret = quotient(Op.UDiv, x, y, sx, sy, Long.divideUnsigned(x, y), place);
        return Long.divideUnsigned(x, y);
    }

    public static long remainderUnsigned(long x, long y, int sx, int sy, int place) {
        if (isFollowed(sx, sy, place) && !Longs.isZero(y, sy, place)) Rt.ret = quotient(Op.URem, x, y, sx, sy, Long.remainderUnsigned(x, y), place);
        return Long.remainderUnsigned(x, y);
    }

    private static int quotient(int op, long x, long y, int sx, int sy, long result, int place) {
        int a = Longs.of(sx, x, place);
        int b = Longs.of(sy, y, place);
        return a == 0 || b == 0 ? 0 : Trace.record(op, 64, a, b, 0, result);
    }
}

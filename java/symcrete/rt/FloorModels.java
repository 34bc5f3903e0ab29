package symcrete.rt;

/** Division towards minus infinity: whether the remainder is of the divisor's sign is a decision, as the library makes it. */
@Model({Math.class, StrictMath.class})
public final class FloorModels {
    private FloorModels() {}

    private static boolean isFollowed(int sx, int sy, boolean isZero, int place) {
        return (sx > 0 || sy > 0) && !isZero && !Rt.isAside(place);
    }

    /** Is there a remainder of another sign than the divisor's? */
    private static boolean isMixed(int rest, int y, int sr, int sy, int place) {
        Rt.implicit(Ints.compare(Op.Eq, Ints.of(sr, rest, place), Trace.constant(32, 0), rest == 0), rest == 0, place);
        if (rest == 0) return false;
        boolean isMixed = (rest ^ y) < 0;
        int signs = Ints.xor(rest, y, sr, sy, place);
        if (signs != 0) Rt.implicit(Ints.compare(Op.Slt, signs, Trace.constant(32, 0), isMixed), isMixed, place);
        return isMixed;
    }

    private static boolean isMixed(long rest, long y, int sr, int sy, int place) {
        Rt.implicit(Ints.compare(Op.Eq, Longs.of(sr, rest, place), Trace.constant(64, 0), rest == 0), rest == 0, place);
        if (rest == 0) return false;
        boolean isMixed = (rest ^ y) < 0;
        int signs = Longs.xor(rest, y, sr, sy, place);
        if (signs != 0) Rt.implicit(Ints.compare(Op.Slt, signs, Trace.constant(64, 0), isMixed), isMixed, place);
        return isMixed;
    }

    public static int floorMod(int x, int y, int sx, int sy, int place) {
        int rest = sx > 0 || sy > 0 ? Ints.rem(x, y, sx, sy, place) : 0;
        if (isFollowed(sx, sy, y == 0, place)) Rt.ret = isMixed(x % y, y, rest, sy, place) ? Ints.add(x % y, y, rest, sy, place) : rest;
        return Math.floorMod(x, y);
    }

    public static int floorDiv(int x, int y, int sx, int sy, int place) {
        int rest = sx > 0 || sy > 0 ? Ints.rem(x, y, sx, sy, place) : 0;
        if (isFollowed(sx, sy, y == 0, place)) {
            int whole = Ints.div(x, y, sx, sy, place);
            Rt.ret = isMixed(x % y, y, rest, sy, place) ? Ints.sub(x / y, 1, whole, 0, place) : whole;
        }
        return Math.floorDiv(x, y);
    }

    public static long floorMod(long x, long y, int sx, int sy, int place) {
        int rest = sx > 0 || sy > 0 ? Longs.rem(x, y, sx, sy, place) : 0;
        if (isFollowed(sx, sy, y == 0, place)) Rt.ret = isMixed(x % y, y, rest, sy, place) ? Longs.add(x % y, y, rest, sy, place) : rest;
        return Math.floorMod(x, y);
    }

    public static long floorDiv(long x, long y, int sx, int sy, int place) {
        int rest = sx > 0 || sy > 0 ? Longs.rem(x, y, sx, sy, place) : 0;
        if (isFollowed(sx, sy, y == 0, place)) {
            int whole = Longs.div(x, y, sx, sy, place);
            Rt.ret = isMixed(x % y, y, rest, sy, place) ? Longs.sub(x / y, 1, whole, 0, place) : whole;
        }
        return Math.floorDiv(x, y);
    }
}

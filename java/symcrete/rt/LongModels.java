package symcrete.rt;

/** Comparisons and bits of longs, and of what is in their boxes. */
@Model(Long.class)
public final class LongModels {
    private LongModels() {}

    public static int compare(long x, long y, int sx, int sy, int place) {
        if (sx > 0 || sy > 0) Rt.ret = Longs.compare(x, y, sx, sy, place);
        return Long.compare(x, y);
    }

    public static int compareTo(Long box, Long other, int sb, int so, int place) {
        if (!Rt.isAside(place)) Refs.use(other, so, place);
        return compare(box, other, Boxes.value(box, sb), Boxes.value(other, so), place);
    }

    public static boolean equals(Long box, Object other, int sb, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            int x = Boxes.value(box, sb);
            int y = Boxes.value(other, so);
            if (other instanceof Long && (x != 0 || y != 0)) {
                Rt.ret = Ints.ofCondition(Ints.compare(Op.Eq, Longs.of(x, box, place), Longs.of(y, (Long) other, place), box.equals(other)));
            }
        }
        return box.equals(other);
    }

    public static int intValue(Long box, int sb, int place) {
        int value = Rt.isAside(place) ? 0 : Boxes.value(box, sb);
        if (value != 0) Rt.ret = Longs.toInt(box, value, place);
        return box.intValue();
    }

    public static int bitCount(long x, int sx, int place) {
        int a = sx > 0 && !Rt.isAside(place) ? Longs.of(sx, x, place) : 0;
        int whole = a == 0 ? 0 : Trace.record(Op.Ctpop, 64, a, 0, 0, Long.bitCount(x));
        if (whole != 0) Rt.ret = Longs.toInt(Long.bitCount(x), whole, place);
        return Long.bitCount(x);
    }

    public static int signum(long x, int sx, int place) {
        if (sx > 0) Rt.ret = Longs.compare(x, 0, sx, 0, place);
        return Long.signum(x);
    }
}

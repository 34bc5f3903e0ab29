package symcrete.rt;

/** What a lambda that was made from the input gives whenever it is called. */
public final class Answer {
    private final Object value;
    private final int shadow;
    private final boolean isPrimitive;

    Answer(Object value, int shadow, boolean isPrimitive) {
        this.value = value;
        this.shadow = shadow;
        this.isPrimitive = isPrimitive;
    }

    /** The value, for a caller that may have left this name. What the lambda was given, it does not look at. */
    public Object give(int token) {
        if (!Rt.isFollowed()) return value;
        if (Rt.token == token) {
            Rt.dropCall();
            Rt.ret = shadow;
            return value;
        }
        Rt.missed();
        if (!isPrimitive) Refs.use(value, shadow, 0);
        if (isPrimitive && shadow != 0) Trace.lost(Layout.WHAT_EXTERNAL, -1);
        return value;
    }
}

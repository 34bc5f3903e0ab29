package symcrete.rt;

/** Numbers as texts: whether there is a sign and how many digits there are is decided, each digit is an expression. */
final class Digits {
    private Digits() {}

    /** Appends a number of type {@code int} as the libraries show it. */
    static void append(TextBuilder text, int value, int shadow, int place) {
        int expr = Ints.checked(shadow, value, place);
        String shown = Integer.toString(value);
        if (expr == 0) {
            text.append(shown, null);
            return;
        }
        int zero = Trace.constant(32, 0);
        Rt.implicit(Ints.compare(Op.Slt, expr, zero, value < 0), value < 0, place);
        // The smallest number has no positive one, but as an unsigned number it is right.
        long size = Math.abs((long) value);
        int whole = value < 0 ? Trace.record(Op.Sub, 32, zero, expr, 0, size) : expr;
        if (value < 0) text.append('-', 0);
        int n = shown.length() - (value < 0 ? 1 : 0);
        decideCount(whole, size, n, place);
        long power = 1;
        for (int k = 1; k < n; k++) power *= 10;
        for (int k = 0; k < n; k++, power /= 10) text.append((char) ('0' + size / power % 10), digit(whole, size, power));
    }

    private static void decideCount(int whole, long size, int n, int place) {
        long bound = 10;
        for (int k = 1; k < 10; k++, bound *= 10) {
            boolean isBelow = size < bound;
            Rt.implicit(Ints.compare(Op.Ult, whole, Trace.constant(32, bound), isBelow), isBelow, place);
            if (isBelow) return;
        }
    }

    private static int digit(int whole, long size, long power) {
        int above = power == 1 ? whole : Trace.record(Op.UDiv, 32, whole, Trace.constant(32, power), 0, size / power);
        int digit = Trace.record(Op.URem, 32, above, Trace.constant(32, 10), 0, size / power % 10);
        return Trace.record(Op.Add, 32, digit, Trace.constant(32, '0'), 0, '0' + size / power % 10);
    }
}

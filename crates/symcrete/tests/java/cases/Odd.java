package cases;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

class Odd {
    // A caller's literal is the same object as one of the class; a string that the caller makes is not, and is not tried.
    //~ covered: 2 of 2
    //~ lost: == of equal strings
    static int literal(String s) {
        return s == "red" ? 1 : 2;
    }

    //~ covered: 4 of 4
    //~ finding: IllegalState
    //~ finding: NullPointer
    //~ lost: == of equal strings
    static int refused(String[] all) {
        if (all.length == 1 && all[0] == "red") throw new IllegalStateException();
        return 1;
    }

    //~ covered: 7 of 8
    //~ lost: == of equal strings
    static int identical(String a, String b) {
        if (a == b) return a == null ? 1 : 2;
        return a != null && a.equals(b) ? 3 : 4;
    }

    // Strings that are made are other objects than any literal.
    //~ covered: 1 of 2
    //~ complete
    static int built(char c) {
        String s = new StringBuilder().append(c).toString();
        return s == "r" ? 1 : 2;
    }

    //~ covered: 8 of 8
    //~ complete
    static int boxed(Integer a, Integer b) {
        if (a == b) return a == null ? 1 : 2;
        return a != null && a.equals(b) ? 3 : 4;
    }

    //~ covered: 6 of 6
    //~ complete
    static int objects(double x) {
        Object a = x;
        if (a.equals(0.0)) return 1;
        if (a.equals(-0.0)) return 2;
        return a.equals(Double.NaN) ? 3 : 4;
    }

    //~ covered: 4 of 4
    //~ complete
    static int set(double x) {
        Set<Double> all = new HashSet<>(List.of(0.0, Double.NaN));
        all.add(x);
        return all.size() == 3 ? x == 0 ? 1 : 2 : 3;
    }

    // Not complete: the solver of these tests does not know whether there are others.
    //~ covered: 4 of 4
    static int rounded(double x) {
        return Math.round(x) == 7 ? 1 : Double.isInfinite(x) ? 2 : 3;
    }

    // Not complete, as well.
    //~ covered: 6 of 6
    //~ runs: 40
    static int largest(double a, double b) {
        double most = Math.max(a, b);
        if (most != most) return a != a ? 1 : 2;
        return Double.doubleToLongBits(most) == Long.MIN_VALUE ? 3 : 4;
    }

    //~ covered: 6 of 6
    //~ finding: ArithmeticException
    //~ finding: ArithmeticException
    //~ finding: ArithmeticException
    //~ complete
    static int exact(int x, long y) {
        if (Math.negateExact(x) == 8) return 1;
        if (Math.toIntExact(y) == 9) return 2;
        return Math.incrementExact(x) == 10 ? 3 : 4;
    }

    //~ covered: 16 of 16
    //~ complete
    static int bits(int x, long y) {
        if (Integer.reverse(x) == 6) return 1;
        if (Integer.highestOneBit(x) == 64 && Integer.lowestOneBit(x) == 32) return 2;
        if (Integer.rotateRight(x, -3) == 77) return 3;
        if (Long.rotateLeft(y, 60) == 5) return 4;
        if (Long.numberOfTrailingZeros(y) == 40) return 5;
        if (Integer.toUnsignedLong(x) == 4000000000L) return 6;
        return Long.reverseBytes(y) == 0x0102030405060708L ? 7 : 8;
    }

    //~ covered: 8 of 8
    //~ finding: ArithmeticException
    //~ finding: ArithmeticException
    //~ complete
    static int unsigned(int x, long y) {
        if (Integer.compareUnsigned(x, 3) > 0 && x < 0) return 1;
        if (Integer.divideUnsigned(100, x) == 9) return 2;
        return Long.remainderUnsigned(-1, y) == 5 ? 3 : 4;
    }

    //~ covered: 2 of 2
    //~ finding: NumberFormatException
    //~ lost: cannot be expressed
    static int small(char last) {
        byte b = Byte.parseByte("12" + last);
        return b == 127 ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ finding: IndexOutOfBoundsException
    //~ complete
    static int removed(int at) {
        List<Integer> all = new ArrayList<>(List.of(5, 6, 7));
        return all.remove(at) == 6 ? 1 : 2;
    }
}

package cases;

/** Arithmetic of all widths, and what virtual machines check. */
final class Numbers {
    //~ covered: 34 of 34
    //~ complete
    static int triangle(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) return 4;
        int t = 0;
        if (a == b) t += 1;
        if (a == c) t += 2;
        if (b == c) t += 3;
        if (t == 0) {
            if (a + b <= c || b + c <= a || a + c <= b) return 4;
            return 1;
        }
        if (t > 3) return 3;
        if (t == 1 && a + b > c) return 2;
        if (t == 2 && a + c > b) return 2;
        if (t == 3 && b + c > a) return 2;
        return 4;
    }

    //~ covered: 4 of 4
    //~ finding: AssertionError
    //~ complete
    static int minimum(int x) {
        if (x == 0 - x && x != 0) throw new AssertionError("the smallest int is its own opposite");
        return x;
    }

    //~ covered: 2 of 2
    //~ finding: ArithmeticException
    //~ complete
    static int division(int a, int b) {
        if (a * 3 + b == 91) return 100 / (b - 7);
        return 1;
    }

    //~ covered: 2 of 2
    //~ finding: IllegalStateException
    //~ finding: ArrayIndexOutOfBounds
    //~ complete
    static int table(int i) {
        int[] t = {3, 1, 4, 1, 5, 9, 2, 6};
        if (t[i] == 9) throw new IllegalStateException("nine");
        return t[i];
    }

    //~ covered: 4 of 4
    //~ complete
    static int longs(long x, int n) {
        if ((x ^ x >>> 32) == 0x123456789L) return 1;
        return x << n == -16L ? 2 : 3;
    }

    //~ covered: 6 of 6
    //~ complete
    static int floats(double x) {
        if (x != x) return 1;
        if (x > 1e300) return 2;
        return (int) x == 7 ? 3 : 0;
    }

    //~ covered: 4 of 4
    //~ complete
    static int small(byte b, short s, char c, boolean z) {
        if (z && b + s == c) return 1;
        return 0;
    }

    //~ covered: 2 of 2
    //~ complete
    static int caught(int a, int b) {
        int r;
        try {
            r = a / b;
        } catch (ArithmeticException why) {
            r = -1;
        } finally {
            b = 0;
        }
        return r + b == 8 ? 1 : 0;
    }

    //~ covered: 6 of 6
    //~ complete
    static int math(int x, int y) {
        if (Math.abs(x) == 5) return 1;
        if (Math.max(x, y) == 17) return 2;
        return Math.min(x, 3) == -4 ? 3 : 0;
    }

    //~ covered: 5 of 5
    //~ complete
    static int choice(int x) {
        switch (x + 1) {
            case 3: return 1;
            case 5: return 2;
            case 7: return 3;
            case 1000: return 4;
            default: return 5;
        }
    }

    //~ covered: 4 of 4
    //~ finding: StackOverflowError
    static int deep(int n) {
        if (n == 0) return 0;
        if (n > 30) return 1;
        return deep(n - 1) + 1;
    }

    //~ covered: 4 of 4
    static int overflown(int n) {
        try {
            if (n == 7) return 7;
            return endless(n);
        } catch (StackOverflowError full) {
            return n == 3 ? 1 : 2;
        }
    }

    static int endless(int n) {
        return endless(n + 1) + 1;
    }

    //~ covered: 2 of 2
    //~ finding: NegativeArraySize
    //~ finding: OutOfMemoryError
    //~ lost: symbolic size
    //~ runs: 20
    static int sized(int n) {
        return new int[n].length == 3 ? 1 : 0;
    }

    //~ covered: 6 of 6
    //~ finding: ArithmeticException
    //~ complete
    static int floored(int a, int b, long c) {
        if (a < 0 && Math.floorMod(a, b) == 3) return 1;
        return Math.floorDiv(c, 7L) == -5 ? 2 : 3;
    }
}

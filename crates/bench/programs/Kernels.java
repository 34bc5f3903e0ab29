package kernels;

/** What the suite "overhead-java" runs: loops over arrays and fields that no input decides, and such that it decides. */
public final class Kernels {
    private static final int SIZE = 20_000;
    private static final int SIDE = 60;

    private Kernels() {}

    private static final class Cell {
        int value;
        int count;
        Cell next;
    }

    /** Arrays. */
    public static int sieve(int unused) {
        int n = 0;
        for (int round = 0; round < 20; round++) n += primes();
        return n + unused;
    }

    private static int primes() {
        boolean[] composite = new boolean[SIZE];
        int n = 0;
        for (int i = 2; i < SIZE; i++) {
            if (composite[i]) continue;
            n++;
            for (int j = 2 * i; j < SIZE; j += i) composite[j] = true;
        }
        return n;
    }

    /** Arrays of arrays. */
    public static int matrix(int unused) {
        int sum = 0;
        for (int round = 0; round < 4; round++) sum += product();
        return sum + unused;
    }

    private static int product() {
        int[][] a = new int[SIDE][SIDE];
        int[][] b = new int[SIDE][SIDE];
        for (int i = 0; i < SIDE; i++) {
            for (int j = 0; j < SIDE; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        }
        int trace = 0;
        for (int i = 0; i < SIDE; i++) {
            for (int j = 0; j < SIDE; j++) {
                int cell = 0;
                for (int k = 0; k < SIDE; k++) cell += a[i][k] * b[k][j];
                if (i == j) trace += cell;
            }
        }
        return trace;
    }

    /** Fields of objects. */
    public static int fields(int unused) {
        Cell first = null;
        for (int i = 0; i < 1000; i++) {
            Cell cell = new Cell();
            cell.value = i;
            cell.next = first;
            first = cell;
        }
        int sum = 0;
        for (int round = 0; round < 400; round++) {
            for (Cell at = first; at != null; at = at.next) {
                at.count += at.value;
                sum ^= at.count;
            }
        }
        return sum + unused;
    }

    /** The same with another array that is symbolic. */
    public static int sieveBeside(int[] other) {
        return sieve(0) + other.length;
    }

    public static int matrixBeside(int[] other) {
        return matrix(0) + other.length;
    }

    public static int fieldsBeside(int[] other) {
        return fields(0) + other.length;
    }

    /** Records: three for each round, and a decision now and then. */
    public static int records(int x) {
        int sum = x;
        for (int i = 0; i < 100_000; i++) sum = (sum * 31 + x) ^ i;
        return sum == 5 ? 1 : 0;
    }

    /** A small method. */
    public static int small(int a, int b) {
        if (a < b) return a == 7 ? 1 : 2;
        return a + b == 100 ? 3 : 4;
    }
}

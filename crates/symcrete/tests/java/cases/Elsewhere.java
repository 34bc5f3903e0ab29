package cases;

/** What is done by other threads is not followed. */
final class Elsewhere {
    //~ covered: 1 of 2
    //~ lost: thread
    //~ runs: 3
    static int thread(int x) throws InterruptedException {
        int[] result = {0};
        Thread other = new Thread(() -> result[0] = x + 1);
        other.start();
        other.join();
        return result[0] == 8 ? 1 : 0;
    }
}

package symcrete.rt;

import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The memory shared with the executor: the trace, as crate `trace` specifies it.
 *
 * <p>Plain reads and writes at offsets; whoever calls keeps them inside. The mapping lives as long as the process.
 */
final class Region {
    private static final sun.misc.Unsafe UNSAFE;
    /** Where entries of hash tables have their hash, and sets their table. */
    private static final long HASH;
    private static final long MAP;
    private static long base;
    /** Kept so that the mapping is not taken away. */
    private static MappedByteBuffer mapping;

    static {
        try {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (sun.misc.Unsafe) field.get(null);
            HASH = UNSAFE.objectFieldOffset(Class.forName("java.util.HashMap$Node").getDeclaredField("hash"));
            MAP = UNSAFE.objectFieldOffset(java.util.HashSet.class.getDeclaredField("map"));
        } catch (ReflectiveOperationException why) {
            throw new ExceptionInInitializerError(why);
        }
    }

    /** Where the region is: a constant for compiled code, once it is mapped. */
    private static final class Mapped {
        static final long BASE = base;
    }

    private Region() {}

    /** Maps the region behind this descriptor of the process. */
    static void map(int descriptor) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile("/proc/self/fd/" + descriptor, "rw")) {
            mapping = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, Layout.REGION_SIZE);
        }
        base = UNSAFE.getLong(mapping, UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address")));
    }

    /** The hash by which a table of the libraries keeps this entry. Upper and lower bits are mixed in it, and are taken apart again. */
    static int hashOf(java.util.Map.Entry<?, ?> entry) {
        int mixed = UNSAFE.getInt(entry, HASH);
        return mixed ^ mixed >>> 16;
    }

    /** The table behind a set. */
    static java.util.Map<?, ?> mapOf(java.util.HashSet<?> set) {
        return (java.util.Map<?, ?>) UNSAFE.getObject(set, MAP);
    }

    static boolean isMapped() {
        return base != 0;
    }

    static void putByte(long at, int value) {
        UNSAFE.putByte(Mapped.BASE + at, (byte) value);
    }

    static void putShort(long at, int value) {
        UNSAFE.putShort(Mapped.BASE + at, (short) value);
    }

    static void putInt(long at, int value) {
        UNSAFE.putInt(Mapped.BASE + at, value);
    }

    /** Two ints, one behind the other. */
    static void putInts(long at, int first, int second) {
        UNSAFE.putLong(Mapped.BASE + at, first & 0xffffffffL | (long) second << 32);
    }

    static void putLong(long at, long value) {
        UNSAFE.putLong(Mapped.BASE + at, value);
    }

    static int getByte(long at) {
        return UNSAFE.getByte(Mapped.BASE + at) & 0xff;
    }

    static int getInt(long at) {
        return UNSAFE.getInt(Mapped.BASE + at);
    }

    static long getLong(long at) {
        return UNSAFE.getLong(Mapped.BASE + at);
    }

    /** A word of the header. */
    static long word(int index) {
        return getLong(8L * index);
    }

    static void setWord(int index, long value) {
        putLong(8L * index, value);
    }
}

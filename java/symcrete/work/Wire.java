package symcrete.work;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The socket to the executor, by which it says when to run and is told how a run ended. The protocol is that of crate `exec` (worker.rs).
 */
final class Wire {
    private static final int MAGIC = 0x53594d43;
    private static final int VERSION = 4;
    /** Bytes of a message at most. */
    private static final int MOST = 1 << 15;
    private final FileInputStream in;
    private final FileOutputStream out;

    Wire(int descriptor) throws ReflectiveOperationException {
        FileDescriptor file = descriptor(descriptor);
        in = new FileInputStream(file);
        out = new FileOutputStream(file);
    }

    /** Java has no way to use a descriptor that it was given; but it has the field. */
    private static FileDescriptor descriptor(int number) throws ReflectiveOperationException {
        Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        sun.misc.Unsafe direct = (sun.misc.Unsafe) unsafe.get(null);
        FileDescriptor file = new FileDescriptor();
        direct.putInt(file, direct.objectFieldOffset(FileDescriptor.class.getDeclaredField("fd")), number);
        return file;
    }

    void greet() throws IOException {
        out.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(MAGIC).putInt(VERSION).array());
    }

    /** Waits for the command to run; false when there is nobody any more. */
    boolean isCommanded() throws IOException {
        return in.read(new byte[4]) == 4;
    }

    /** Tells how a run ended, after how many microseconds of processor time. */
    void ended(int kind, long micros, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes = Arrays.copyOf(bytes, Math.min(bytes.length, MOST - 8));
        ByteBuffer whole = ByteBuffer.allocate(8 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        out.write(whole.putInt(kind).putInt((int) Math.min(micros, Integer.MAX_VALUE)).put(bytes).array());
    }
}

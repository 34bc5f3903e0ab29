package symcrete.work;

import java.net.URL;
import symcrete.weave.ClassPath;
import symcrete.weave.Marks;

/**
 * Loads the classes of the program, woven or as they are. A new loader is a new program: nothing static is shared with the old one.
 *
 * <p>The classes of the virtual machine come from itself, those of the runtime from the loader that loaded it, and nothing of ours is seen
 * by the program besides these.
 */
public final class ProgramLoader extends ClassLoader {
    private final ClassPath classes;
    private final Woven woven;
    private final String seat;
    private boolean hasState;
    private int nDefined;

    /** {@code woven} is null for the plain program; {@code seat} is the file and line that is marked in it, or null. */
    public ProgramLoader(ClassPath classes, Woven woven, String seat) {
        super("program", ClassLoader.getPlatformClassLoader());
        this.classes = classes;
        this.woven = woven;
        this.seat = seat;
    }

    /** Must a run that shares nothing with those before have a new loader? */
    boolean hasState() {
        return hasState;
    }

    /** How many classes have been loaded. */
    int defined() {
        return nDefined;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith("symcrete.rt.")) return ProgramLoader.class.getClassLoader().loadClass(name);
        String internal = name.replace('.', '/');
        byte[] bytes = classes.find(internal);
        if (bytes == null) throw new ClassNotFoundException(name);
        if (woven != null) {
            Woven.Entry entry = woven.of(internal, bytes);
            bytes = entry.bytes;
            hasState |= entry.hasState;
        } else if (seat != null && Marks.file(bytes).equals(seat.substring(0, seat.lastIndexOf(':')))) {
            bytes = Marks.mark(bytes, Integer.parseInt(seat.substring(seat.lastIndexOf(':') + 1)));
        }
        nDefined++;
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** Adds a class that is none of the class path. */
    Class<?> define(String name, byte[] bytes) {
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected URL findResource(String name) {
        return classes.url(name);
    }
}

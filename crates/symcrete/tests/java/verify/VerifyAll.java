import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import symcrete.rt.Run;
import symcrete.weave.ClassPath;
import symcrete.weave.Weaver;

/** Weaves every class of some jars and has the virtual machine verify and initialise it. Prints those that it refuses, and how many there were. */
public final class VerifyAll {
    private VerifyAll() {}

    private static final class Loader extends ClassLoader {
        private final ClassPath classes;
        private final Weaver weaver;

        Loader(ClassPath classes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
            this.weaver = new Weaver(classes);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("symcrete.rt.")) return VerifyAll.class.getClassLoader().loadClass(name);
            byte[] bytes = classes.find(name.replace('.', '/'));
            if (bytes == null) throw new ClassNotFoundException(name);
            byte[] woven = weaver.weave(bytes, 0, 0);
            return defineClass(name, woven, 0, woven.length);
        }
    }

    public static void main(String[] jars) throws Exception {
        // The trace is descriptor 9, a file of the right size.
        Run.open(9, new long[] {1}, new int[] {1 << 20});
        Loader loader = new Loader(new ClassPath(String.join(":", jars)));
        int n = 0;
        List<String> refused = new ArrayList<>();
        for (String jar : jars) {
            try (JarFile file = new JarFile(jar)) {
                for (JarEntry entry : Collections.list(file.entries())) {
                    String path = entry.getName();
                    if (!path.endsWith(".class") || path.startsWith("META-INF") || path.endsWith("module-info.class")) continue;
                    String name = path.substring(0, path.length() - 6).replace('/', '.');
                    n++;
                    try {
                        Class.forName(name, true, loader);
                    } catch (VerifyError | ClassFormatError | IllegalArgumentException why) {
                        refused.add(name + ": " + why);
                    } catch (Throwable why) {
                        // What its dependencies or its initialisation lack is not our matter.
                        continue;
                    }
                }
            }
        }
        for (String one : refused) System.out.println(one);
        System.out.println("verified " + (n - refused.size()) + " of " + n);
        Runtime.getRuntime().halt(0);
    }
}

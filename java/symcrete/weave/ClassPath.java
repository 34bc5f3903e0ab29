package symcrete.weave;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Where the classes of the program are: folders and jars, in order. Names are internal ones: {@code a/b/C}. */
public final class ClassPath {
    private final List<Object> entries = new ArrayList<>();
    private final Map<String, ClassReader> headers = new HashMap<>();
    private final Map<String, Set<String>> methods = new HashMap<>();

    public ClassPath(String path) throws IOException {
        for (String entry : path.split(File.pathSeparator)) {
            if (entry.isEmpty()) continue;
            Path file = Path.of(entry);
            if (Files.isDirectory(file)) entries.add(file);
            // Without checking signatures: they hold for classes as they are delivered, and the plain program loads those.
            else entries.add(new JarFile(file.toFile(), false, JarFile.OPEN_READ, Runtime.version()));
        }
    }

    /** The bytes of a resource; null when no entry has it. */
    public byte[] resource(String name) {
        for (Object entry : entries) {
            try {
                if (entry instanceof Path) {
                    Path file = ((Path) entry).resolve(name);
                    if (Files.isRegularFile(file)) return Files.readAllBytes(file);
                } else {
                    JarFile jar = (JarFile) entry;
                    ZipEntry found = jar.getJarEntry(name);
                    if (found != null) {
                        try (InputStream in = jar.getInputStream(found)) {
                            return in.readAllBytes();
                        }
                    }
                }
            } catch (IOException | java.nio.file.InvalidPathException why) {
                // An entry that cannot be read does not have the class, as for the virtual machine.
                continue;
            }
        }
        return null;
    }

    /** The names of all classes of the program, in alphabetical order. */
    public Set<String> names() throws UncheckedIOException {
        Set<String> names = new TreeSet<>();
        for (Object entry : entries) {
            if (entry instanceof JarFile) ((JarFile) entry).versionedStream().forEach(one -> add(one.getName(), names));
            else {
                Path folder = (Path) entry;
                try (Stream<Path> all = Files.walk(folder)) {
                    all.forEach(one -> add(folder.relativize(one).toString(), names));
                } catch (IOException why) {
                    throw new UncheckedIOException(why);
                }
            }
        }
        return names;
    }

    private static void add(String file, Set<String> names) {
        boolean isClass = file.endsWith(".class") && !file.endsWith("-info.class") && !file.startsWith("META-INF");
        if (isClass) names.add(file.substring(0, file.length() - ".class".length()));
    }

    /** Where a resource is; null when no entry has it. */
    public URL url(String name) {
        for (Object entry : entries) {
            try {
                if (entry instanceof Path) {
                    Path file = ((Path) entry).resolve(name);
                    if (Files.exists(file)) return file.toUri().toURL();
                } else {
                    JarFile jar = (JarFile) entry;
                    if (jar.getJarEntry(name) != null) return new URL("jar:" + new File(jar.getName()).toURI() + "!/" + name);
                }
            } catch (java.net.MalformedURLException | java.nio.file.InvalidPathException why) {
                continue;
            }
        }
        return null;
    }

    /** The bytes of a class of the program; null when it is none of it. */
    public byte[] find(String name) {
        return name.startsWith("java/") ? null : resource(name + ".class");
    }

    /** Is this a class of the program? */
    public boolean has(String name) {
        return header(name) != null && !(headers.get(name) instanceof Foreign);
    }

    /** The class of this name, of the program or of the virtual machine's libraries; null when there is none. */
    public synchronized ClassReader header(String name) {
        if (headers.containsKey(name)) return headers.get(name);
        ClassReader header = null;
        byte[] own = find(name);
        if (own != null) header = new ClassReader(own);
        else {
            try (InputStream in = ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
                if (in != null) header = new Foreign(in.readAllBytes());
            } catch (IOException why) {
                header = null;
            }
        }
        headers.put(name, header);
        return header;
    }

    /** Does a class of the program, or one that it extends in the program, have a method of this name and descriptor? */
    boolean declares(String name, String method) {
        for (String at = name; at != null && has(at); at = header(at).getSuperName()) if (methods(at).contains(method)) return true;
        return false;
    }

    private synchronized Set<String> methods(String name) {
        return methods.computeIfAbsent(name, key -> {
            Set<String> found = new TreeSet<>();
            header(key).accept(new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(int access, String one, String descriptor, String signature, String[] exceptions) {
                    found.add(one + descriptor);
                    return null;
                }
            }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return found;
        });
    }

    /** The nearest class that both are; {@code java/lang/Object} where that is not known. */
    String common(String one, String other) {
        if (one.equals(other)) return one;
        List<String> ancestors = new ArrayList<>();
        for (String at = one; at != null; at = superOf(at)) ancestors.add(at);
        for (String at = other; at != null; at = superOf(at)) if (ancestors.contains(at)) return at;
        return "java/lang/Object";
    }

    private String superOf(String name) {
        ClassReader header = header(name);
        if (header == null || (header.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
            return name.equals("java/lang/Object") ? null : "java/lang/Object";
        }
        return header.getSuperName();
    }

    /** A class of the virtual machine's libraries. */
    private static final class Foreign extends ClassReader {
        Foreign(byte[] bytes) {
            super(bytes);
        }
    }
}

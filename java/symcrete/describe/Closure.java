package symcrete.describe;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;
import symcrete.weave.ClassPath;
import symcrete.weave.Weaver;

/** The classes of the program that the method under test and its arguments can come to by names in their code: whatever they name, and what those name. */
final class Closure {
    /** Most classes that are followed; the others are loaded as they are, and that is counted. */
    static final int MOST = 4000;

    private Closure() {}

    static Map<String, byte[]> of(ClassPath classes, Collection<String> seeds) {
        Map<String, byte[]> found = new LinkedHashMap<>();
        ArrayDeque<String> open = new ArrayDeque<>();
        open.addAll(seeds);
        while (!open.isEmpty() && found.size() < MOST) {
            String name = open.poll();
            if (found.containsKey(name)) continue;
            byte[] bytes = classes.find(name);
            if (bytes == null) continue;
            found.put(name, bytes);
            for (String other : named(bytes)) if (!found.containsKey(other)) open.add(other);
        }
        return found;
    }

    /** The classes that a class names, in alphabetical order. */
    private static Set<String> named(byte[] bytes) {
        Set<String> names = new TreeSet<>();
        Remapper remapper = new Remapper() {
            @Override
            public String map(String name) {
                names.add(name);
                return name;
            }
        };
        new ClassReader(bytes).accept(new ClassRemapper(new ClassNode(), remapper), ClassReader.SKIP_FRAMES);
        return names;
    }
}

package symcrete.describe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import symcrete.weave.ClassPath;

/** Which classes of the class path implement an interface or extend an abstract class. The class path is looked through when the first one is asked for. */
final class Implementations {
    private final ClassPath classes;
    private Map<String, List<String>> below;
    private final Map<String, String[]> asked = new LinkedHashMap<>();

    Implementations(ClassPath classes) {
        this.classes = classes;
    }

    /** The classes that objects can be made of, with dots, in alphabetical order. */
    String[] of(String type) {
        return asked.computeIfAbsent(type, key -> look(key.replace('.', '/')));
    }

    /** Everything that was asked for and has an answer. */
    Map<String, String[]> asked() {
        return asked;
    }

    private String[] look(String type) {
        if (below == null) read();
        Set<String> seen = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(below.getOrDefault(type, List.of()));
        List<String> found = new ArrayList<>();
        while (!open.isEmpty()) {
            String at = open.remove(0);
            if (!seen.add(at)) continue;
            open.addAll(below.getOrDefault(at, List.of()));
            int access = classes.header(at).getAccess();
            if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) found.add(at.replace('/', '.'));
        }
        found.sort(null);
        return found.toArray(new String[0]);
    }

    private void read() {
        below = new HashMap<>();
        for (String name : classes.names()) {
            ClassReader header;
            try {
                header = classes.header(name);
            } catch (IllegalArgumentException why) {
                // A class of a newer version is no choice.
                continue;
            }
            if (header == null || header.getSuperName() == null) continue;
            below.computeIfAbsent(header.getSuperName(), key -> new ArrayList<>()).add(name);
            for (String one : header.getInterfaces()) below.computeIfAbsent(one, key -> new ArrayList<>()).add(name);
        }
    }
}

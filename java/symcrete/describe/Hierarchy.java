package symcrete.describe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Which methods of the described classes a call can run, by the classes that there are. */
final class Hierarchy {
    private final Map<String, ClassNode> nodes = new HashMap<>();
    private final Map<String, List<String>> below = new HashMap<>();

    Hierarchy(Collection<ClassNode> classes) {
        for (ClassNode node : classes) nodes.put(node.name, node);
        for (ClassNode node : classes) {
            if (node.superName != null) below.computeIfAbsent(node.superName, key -> new ArrayList<>()).add(node.name);
            for (String one : node.interfaces) below.computeIfAbsent(one, key -> new ArrayList<>()).add(node.name);
        }
    }

    /** Is this a described class? */
    boolean isDescribed(String owner) {
        return nodes.containsKey(owner);
    }

    /** The owners of the methods that a call may run, of which those that classes inherit from outside are not described; empty when none is known. */
    Set<String> targets(int opcode, String owner, String name, String descriptor) {
        Set<String> targets = new LinkedHashSet<>();
        if (opcode == Opcodes.INVOKESTATIC || opcode == Opcodes.INVOKESPECIAL) {
            String found = declaring(owner, name, descriptor);
            if (found != null) targets.add(found);
            return targets;
        }
        // The object may be of the library's own class.
        if (opcode == Opcodes.INVOKEVIRTUAL && !nodes.containsKey(owner)) targets.add(owner);
        Set<String> seen = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(List.of(owner));
        while (!open.isEmpty()) {
            String at = open.remove(open.size() - 1);
            if (!seen.add(at)) continue;
            open.addAll(below.getOrDefault(at, List.of()));
            ClassNode node = nodes.get(at);
            if (node == null || (node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) != 0) continue;
            String found = declaring(at, name, descriptor);
            targets.add(found != null ? found : nodes.containsKey(owner) ? outside(at) : owner);
        }
        return targets;
    }

    /**
     * The nearest superclass that is not described: what a class does not have is inherited from there. An interface that no described class
     * implements is that of lambdas: itself.
     */
    String outside(String owner) {
        String at = owner;
        if (nodes.containsKey(at) && (nodes.get(at).access & Opcodes.ACC_INTERFACE) != 0) return at;
        while (nodes.containsKey(at) && nodes.get(at).superName != null) at = nodes.get(at).superName;
        return at;
    }

    /** The class that a method is inherited from, with a body; interfaces last. */
    private String declaring(String owner, String name, String descriptor) {
        for (String at = owner; at != null && nodes.containsKey(at); at = nodes.get(at).superName) {
            if (hasBody(nodes.get(at), name, descriptor)) return at;
        }
        for (String at = owner; at != null && nodes.containsKey(at); at = nodes.get(at).superName) {
            for (String one : nodes.get(at).interfaces) {
                String found = declaring(one, name, descriptor);
                if (found != null) return found;
            }
        }
        return null;
    }

    private static boolean hasBody(ClassNode node, String name, String descriptor) {
        for (MethodNode method : node.methods) {
            boolean isIt = method.name.equals(name) && method.desc.equals(descriptor);
            if (isIt) return (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
        }
        return false;
    }
}

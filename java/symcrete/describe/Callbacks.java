package symcrete.describe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import symcrete.weave.ClassPath;

/**
 * Methods that run without being called by name: initialisers, and what overrides a method of a class that is not described, which may call it. Those of
 * lambdas count as called where the lambda is made.
 */
final class Callbacks {
    private final ClassPath classes;

    Callbacks(ClassPath classes) {
        this.classes = classes;
    }

    Set<String> of(Collection<ClassNode> nodes) {
        Set<String> names = new LinkedHashSet<>();
        for (ClassNode node : nodes) {
            for (MethodNode method : node.methods) {
                if (method.name.equals("<clinit>") || isOverriding(node, method)) names.add(Names.method(node.name, method.name, method.desc));
            }
        }
        return names;
    }

    private boolean isOverriding(ClassNode node, MethodNode method) {
        if (method.name.startsWith("<") || (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_ABSTRACT)) != 0) return false;
        List<String> open = new ArrayList<>(node.interfaces);
        if (node.superName != null) open.add(node.superName);
        Set<String> seen = new LinkedHashSet<>();
        while (!open.isEmpty()) {
            String at = open.remove(open.size() - 1);
            ClassReader header = seen.add(at) ? classes.header(at) : null;
            if (header == null) continue;
            if (!classes.has(at) && declares(header, method.name, method.desc)) return true;
            open.addAll(List.of(header.getInterfaces()));
            if (header.getSuperName() != null) open.add(header.getSuperName());
        }
        return false;
    }

    private static boolean declares(ClassReader header, String name, String descriptor) {
        boolean[] found = {false};
        header.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String other, String otherDescriptor, String signature, String[] exceptions) {
                found[0] |= other.equals(name) && otherDescriptor.equals(descriptor);
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found[0];
    }
}

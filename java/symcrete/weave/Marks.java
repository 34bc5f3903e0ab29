package symcrete.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Marks one line of a class that is otherwise as it was: whoever comes there is seen. */
public final class Marks implements Opcodes {
    private Marks() {}

    /** The class with a mark at this line; the same bytes when it has no code there. */
    public static byte[] mark(byte[] bytes, int line) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        boolean isMarked = false;
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (!(insn instanceof LineNumberNode) || ((LineNumberNode) insn).line != line) continue;
                AbstractInsnNode next = insn;
                while (next != null && next.getOpcode() < 0) next = next.getNext();
                if (next == null) continue;
                method.instructions.insertBefore(next, new MethodInsnNode(INVOKESTATIC, "symcrete/rt/Run", "seen", "()V", false));
                isMarked = true;
            }
        }
        if (!isMarked) return bytes;
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    /** The source file of a class, with the folders of its package. */
    public static String file(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_CODE);
        int slash = node.name.lastIndexOf('/');
        String file = node.sourceFile == null ? node.name.substring(slash + 1) : node.sourceFile;
        return node.name.substring(0, slash + 1) + file;
    }
}

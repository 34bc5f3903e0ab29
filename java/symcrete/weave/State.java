package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Does a class keep anything from one run to the next? Then each run gets a class of its own.
 *
 * <p>A class keeps nothing if its static fields are constants that never change, and if its initialisation calls nothing and decides nothing: then
 * it makes no difference that it happens only once.
 */
public final class State implements Opcodes {
    private State() {}

    public static boolean isKept(byte[] bytes) {
        ClassNode node = Weaver.read(bytes);
        for (FieldNode field : node.fields) {
            boolean isConstant = (field.access & ACC_FINAL) != 0 && (field.desc.length() == 1 || field.desc.equals("Ljava/lang/String;"));
            if ((field.access & ACC_STATIC) != 0 && !isConstant) return true;
        }
        Sites sites = new Sites(node);
        for (MethodNode method : node.methods) {
            if (!method.name.equals("<clinit>")) continue;
            for (AbstractInsnNode insn : method.instructions) if (sites.of(insn) != null || calls(insn)) return true;
        }
        return false;
    }

    private static boolean calls(AbstractInsnNode insn) {
        if (insn.getOpcode() == INVOKEDYNAMIC || insn.getOpcode() == NEW || insn.getOpcode() == GETSTATIC) return true;
        return insn instanceof MethodInsnNode && !((MethodInsnNode) insn).name.equals("desiredAssertionStatus");
    }
}

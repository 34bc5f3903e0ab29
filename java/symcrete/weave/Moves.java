package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Instructions that only move values: constants, locals, and what rearranges the stack. Shadows move along. */
final class Moves implements Opcodes {
    private Moves() {}

    static boolean weave(Body body, AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (op >= ACONST_NULL && op <= LDC) body.clear(body.top(0));
        else if (op >= ILOAD && op <= ALOAD) body.copy(body.ofLocal(((VarInsnNode) insn).var), body.top(0));
        else if (op >= ISTORE && op <= ASTORE) body.copy(body.top(1), body.ofLocal(((VarInsnNode) insn).var));
        else if (op == IINC) increment(body, (IincInsnNode) insn);
        else if (op >= DUP && op <= SWAP) rearrange(body, op);
        else if (op != NOP && op != POP && op != POP2) return false;
        body.add(insn);
        return true;
    }

    private static void increment(Body body, IincInsnNode insn) {
        LabelNode skip = new LabelNode();
        int shadow = body.ofLocal(insn.var);
        if (body.isPlain(shadow)) return;
        body.skipUnless(skip, shadow);
        body.var(ILOAD, insn.var);
        body.push(insn.incr);
        body.load(shadow);
        body.op(ICONST_0);
        body.pushPlace();
        body.call("symcrete/rt/Ints", "add", "(IIIII)I");
        body.store(shadow);
        body.label(skip);
    }

    /** What an instruction does to the values on top of the stack, by number from the top (1): what stands there afterwards, from the top. */
    private static void rearrange(Body body, int op) {
        int depth = body.frame.getStackSize();
        boolean first = depth >= 1 && body.value(1).getSize() == 2;
        boolean second = depth >= 2 && body.value(2).getSize() == 2;
        switch (op) {
            case DUP: place(body, 1, 1, 1); break;
            case DUP_X1: place(body, 2, 1, 2, 1); break;
            case DUP_X2: if (second) place(body, 2, 1, 2, 1); else place(body, 3, 1, 2, 3, 1); break;
            case DUP2: if (first) place(body, 1, 1, 1); else place(body, 2, 1, 2, 1, 2); break;
            case DUP2_X1: if (first) place(body, 2, 1, 2, 1); else place(body, 3, 1, 2, 3, 1, 2); break;
            case DUP2_X2:
                if (first && second) place(body, 2, 1, 2, 1);
                else if (first) place(body, 3, 1, 2, 3, 1);
                else if (body.value(3).getSize() == 2) place(body, 3, 1, 2, 3, 1, 2);
                else place(body, 4, 1, 2, 3, 4, 1, 2);
                break;
            default: place(body, 2, 2, 1);
        }
    }

    /** The topmost {@code n} values become these, the new top first. */
    private static void place(Body body, int n, int... values) {
        int base = body.frame.getStackSize() - n;
        for (int value : values) body.load(body.top(value));
        for (int k = values.length - 1; k >= 0; k--) body.store(body.ofStack(base + values.length - 1 - k));
    }
}

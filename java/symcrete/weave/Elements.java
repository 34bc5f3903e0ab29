package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/** Arrays: their elements, their length, and making them. Nothing is asked while no array has shadows and no operand has one. */
final class Elements implements Opcodes {
    private static final String ARRS = "symcrete/rt/Arrs";
    private Elements() {}

    static boolean weave(Body body, AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (op >= IALOAD && op <= SALOAD) load(body, op == AALOAD);
        else if (op >= IASTORE && op <= SASTORE) store(body, op);
        else if (op == ARRAYLENGTH) length(body);
        else if (op == NEWARRAY || op == ANEWARRAY) {
            make(body, insn);
            return true;
        } else if (op == MULTIANEWARRAY) dimensions(body, ((MultiANewArrayInsnNode) insn).dims);
        else return false;
        body.add(insn);
        return true;
    }

    /** Jumps unless one of these shadows, or an array, is symbolic. */
    private static void skipUnless(Body body, LabelNode skip, int... shadows) {
        body.getStatic("contents", "I");
        body.or(shadows);
        body.jump(IFEQ, skip);
    }

    /** Jumps unless one of these shadows is symbolic, or the array on top may have shadows of its own. The array is taken. */
    private static void skipUnlessHeld(Body body, LabelNode skip, boolean ofReferences, int... shadows) {
        LabelNode slow = new LabelNode();
        if (!body.isPlain(shadows)) {
            LabelNode plain = new LabelNode();
            body.skipUnless(plain, shadows);
            body.op(POP);
            body.jump(GOTO, slow);
            body.label(plain);
        }
        // Null fails here as it would behind this: without a shadow, nothing is to be told of it.
        body.op(ARRAYLENGTH);
        body.call(ARRS, ofReferences ? "mayRefer" : "mayHold", "(I)Z");
        body.jump(IFEQ, skip);
        body.label(slow);
    }

    private static void load(Body body, boolean ofReferences) {
        LabelNode concrete = new LabelNode();
        LabelNode end = new LabelNode();
        skipUnless(body, concrete, body.top(2), body.top(1));
        body.op(DUP2);
        body.op(POP);
        skipUnlessHeld(body, concrete, ofReferences, body.top(2), body.top(1));
        body.op(DUP2);
        body.load(body.top(2));
        body.load(body.top(1));
        body.pushPlace();
        body.call(ARRS, "load", "(Ljava/lang/Object;IIII)I");
        body.store(body.top(2));
        body.jump(GOTO, end);
        body.label(concrete);
        body.clear(body.top(2));
        body.label(end);
    }

    private static void store(Body body, int op) {
        char letter = op == LASTORE ? 'J' : op == FASTORE ? 'F' : op == DASTORE ? 'D' : op == AASTORE ? 'A' : 'I';
        LabelNode skip = new LabelNode();
        LabelNode concrete = new LabelNode();
        int[] shadows = {body.top(3), body.top(2), body.top(1)};
        skipUnless(body, skip, shadows);
        int value = body.temporary(Body.slots(letter));
        body.var(Body.storing(letter), value);
        body.op(DUP2);
        body.op(POP);
        skipUnlessHeld(body, concrete, false, shadows);
        body.op(DUP2);
        for (int shadow : shadows) body.load(shadow);
        if (letter == 'I') body.var(ILOAD, value);
        body.pushPlace();
        if (letter == 'I') body.call(ARRS, "store", "(Ljava/lang/Object;IIIIII)V");
        else body.call(ARRS, "storeOther", "(Ljava/lang/Object;IIIII)V");
        body.label(concrete);
        body.var(Body.loading(letter), value);
        body.label(skip);
    }

    private static void length(Body body) {
        LabelNode end = new LabelNode();
        skipUnless(body, end, body.top(1));
        body.op(DUP);
        skipUnlessHeld(body, end, false, body.top(1));
        body.op(DUP);
        body.load(body.top(1));
        body.pushPlace();
        body.call(ARRS, "length", "(Ljava/lang/Object;II)I");
        body.store(body.top(1));
        body.label(end);
    }

    private static void make(Body body, AbstractInsnNode insn) {
        LabelNode concrete = new LabelNode();
        LabelNode end = new LabelNode();
        if (body.isPlain(body.top(1))) {
            body.add(insn);
            return;
        }
        body.skipUnless(concrete, body.top(1));
        body.op(DUP);
        body.load(body.top(1));
        body.pushPlace();
        body.call(ARRS, "size", "(III)V");
        body.add(insn);
        body.op(DUP);
        body.load(body.top(1));
        body.pushPlace();
        body.call(ARRS, "made", "(Ljava/lang/Object;II)V");
        body.clear(body.top(1));
        body.jump(GOTO, end);
        body.label(concrete);
        body.add(insn);
        body.label(end);
    }

    private static void dimensions(Body body, int n) {
        LabelNode skip = new LabelNode();
        int[] shadows = new int[n];
        for (int k = 0; k < n; k++) shadows[k] = body.top(n - k);
        if (body.isPlain(shadows)) {
            body.clear(body.top(n));
            return;
        }
        body.skipUnless(skip, shadows);
        int first = body.temporary(n);
        for (int k = n - 1; k >= 0; k--) body.var(ISTORE, first + k);
        for (int k = 0; k < n; k++) {
            LabelNode next = new LabelNode();
            body.skipUnless(next, shadows[k]);
            body.var(ILOAD, first + k);
            body.load(shadows[k]);
            body.pushPlace();
            body.call(ARRS, "dimension", "(III)V");
            body.label(next);
        }
        for (int k = 0; k < n; k++) body.var(ILOAD, first + k);
        body.label(skip);
        body.clear(body.top(n));
    }
}

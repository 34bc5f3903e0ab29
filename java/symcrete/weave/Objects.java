package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;

/** Objects as such: made, cast, tested, locked, thrown; and the check for null wherever one is used. */
final class Objects implements Opcodes {
    private static final String REFS = "symcrete/rt/Refs";

    private Objects() {}

    static boolean weave(Body body, AbstractInsnNode insn) {
        switch (insn.getOpcode()) {
            case NEW: body.clear(body.top(0)); break;
            case ATHROW:
            case MONITORENTER:
            case MONITOREXIT: use(body, 1); break;
            // A cast that fails ends in an exception, and which class an object has no input decides: shadows stay.
            case CHECKCAST: break;
            case INSTANCEOF: {
                instanceOf(body, insn);
                return true;
            }
            default: return false;
        }
        body.add(insn);
        return true;
    }

    /** The object so far below the top is used; only the top one can be looked at. */
    static void use(Body body, int below) {
        LabelNode skip = new LabelNode();
        if (body.isPlain(body.top(below))) return;
        body.skipUnless(skip, body.top(below));
        body.op(DUP);
        body.load(body.top(below));
        body.pushPlace();
        body.call(REFS, "use", "(Ljava/lang/Object;II)V");
        body.label(skip);
    }

    private static void instanceOf(Body body, AbstractInsnNode insn) {
        LabelNode concrete = new LabelNode();
        LabelNode end = new LabelNode();
        if (body.isPlain(body.top(1))) {
            body.add(insn);
            return;
        }
        body.skipUnless(concrete, body.top(1));
        int object = body.temporary(1);
        body.op(DUP);
        body.var(ASTORE, object);
        body.add(insn);
        body.op(DUP);
        int result = body.temporary(1);
        body.var(ISTORE, result);
        body.var(ALOAD, object);
        body.load(body.top(1));
        body.var(ILOAD, result);
        body.pushPlace();
        body.call(REFS, "isInstance", "(Ljava/lang/Object;IZI)I");
        body.store(body.top(1));
        body.jump(GOTO, end);
        body.label(concrete);
        body.add(insn);
        body.label(end);
    }
}

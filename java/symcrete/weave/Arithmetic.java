package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Arithmetic, conversions, and comparisons that no jump follows.
 *
 * <pre>
 *   x y            if (sx | sy) { s = Ints.add(x, y, sx, sy, place) } else { s = 0 }; iadd
 * </pre>
 */
final class Arithmetic implements Opcodes {
    private static final String[] BINARY = {"add", "sub", "mul", "div", "rem"};
    private static final String[] BITS = {"shl", "shr", "ushr", "and", "or", "xor"};
    private static final String[] CLASSES = {"Ints", "Longs", "Floats", "Doubles"};
    private static final String LETTERS = "IJFD";

    private Arithmetic() {}

    static boolean weave(Body body, AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (op >= IADD && op <= DREM) binary(body, (op - IADD) % 4, BINARY[(op - IADD) / 4]);
        else if (op >= INEG && op <= DNEG) unary(body, op - INEG, LETTERS.charAt(op - INEG), "neg");
        else if (op >= ISHL && op <= LXOR) binary(body, (op - ISHL) % 2, BITS[(op - ISHL) / 2]);
        else if (op == LCMP) binary(body, 1, "compare");
        else if (op >= FCMPL && op <= DCMPG) binary(body, op <= FCMPG ? 2 : 3, (op - FCMPL) % 2 == 0 ? "compareLess" : "compareGreater");
        else if (op >= I2L && op <= I2S) convert(body, op);
        else return false;
        body.add(insn);
        return true;
    }

    private static void binary(Body body, int kind, String name) {
        char left = LETTERS.charAt(kind);
        char right = Body.letter(body.value(1));
        if (body.isPlain(body.top(2), body.top(1))) {
            body.clear(body.top(2));
            return;
        }
        LabelNode concrete = new LabelNode();
        LabelNode end = new LabelNode();
        body.skipUnless(concrete, body.top(2), body.top(1));
        int y = body.temporary(Body.slots(right));
        int x = body.temporary(Body.slots(left));
        body.var(Body.storing(right), y);
        body.var(Body.storing(left), x);
        body.var(Body.loading(left), x);
        body.var(Body.loading(right), y);
        body.var(Body.loading(left), x);
        body.var(Body.loading(right), y);
        body.load(body.top(2));
        body.load(body.top(1));
        body.pushPlace();
        body.call("symcrete/rt/" + CLASSES[kind], name, "(" + left + right + "III)I");
        body.store(body.top(2));
        body.jump(GOTO, end);
        body.label(concrete);
        body.clear(body.top(2));
        body.label(end);
    }

    private static void unary(Body body, int kind, char from, String name) {
        LabelNode end = new LabelNode();
        if (body.isPlain(body.top(1))) return;
        body.skipUnless(end, body.top(1));
        body.op(Body.slots(from) == 2 ? DUP2 : DUP);
        body.load(body.top(1));
        body.pushPlace();
        body.call("symcrete/rt/" + CLASSES[kind], name, "(" + from + "II)I");
        body.store(body.top(1));
        body.label(end);
    }

    private static void convert(Body body, int op) {
        switch (op) {
            case I2L: unary(body, 1, 'I', "ofInt"); break;
            case I2F: unary(body, 2, 'I', "ofInt"); break;
            case I2D: unary(body, 3, 'I', "ofInt"); break;
            case L2I: unary(body, 1, 'J', "toInt"); break;
            case L2F: unary(body, 2, 'J', "ofLong"); break;
            case L2D: unary(body, 3, 'J', "ofLong"); break;
            case F2I: unary(body, 2, 'F', "toInt"); break;
            case F2L: unary(body, 2, 'F', "toLong"); break;
            case F2D: unary(body, 3, 'F', "ofFloat"); break;
            case D2I: unary(body, 3, 'D', "toInt"); break;
            case D2L: unary(body, 3, 'D', "toLong"); break;
            case D2F: unary(body, 2, 'D', "ofDouble"); break;
            case I2B: unary(body, 0, 'I', "toByte"); break;
            case I2C: unary(body, 0, 'I', "toChar"); break;
            default: unary(body, 0, 'I', "toShort");
        }
    }
}

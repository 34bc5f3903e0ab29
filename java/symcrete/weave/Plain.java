package symcrete.weave;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/**
 * Which values of a method have no shadow, whatever the input: constants, new objects, the object that the method is called on, and what is computed from such values alone.
 *
 * <p>Of these nothing is asked when the program runs. What comes from a parameter, a field, an element or a call may have a shadow.
 */
final class Plain extends Interpreter<Plain.Mark> implements Opcodes {
    /** A value: its size, and whether it is sure to have no shadow. */
    static final class Mark implements Value {
        private final int size;
        final boolean isPlain;

        Mark(int size, boolean isPlain) {
            this.size = size;
            this.isPlain = isPlain;
        }

        @Override
        public int getSize() {
            return size;
        }
    }

    private static final Mark[] PLAIN = {new Mark(1, true), new Mark(2, true)};
    private static final Mark[] OPEN = {new Mark(1, false), new Mark(2, false)};

    private Plain() {
        super(ASM9);
    }

    /** The values before each instruction; null for what never runs. */
    static Frame<Mark>[] of(String owner, MethodNode method) throws AnalyzerException {
        return new Analyzer<>(new Plain()).analyze(owner, method);
    }

    private static Mark mark(int size, boolean isPlain) {
        return (isPlain ? PLAIN : OPEN)[size - 1];
    }

    @Override
    public Mark newValue(Type type) {
        if (type == null) return PLAIN[0];
        return type == Type.VOID_TYPE ? null : mark(type.getSize(), false);
    }

    @Override
    public Mark newParameterValue(boolean isInstance, int local, Type type) {
        return isInstance && local == 0 ? PLAIN[0] : newValue(type);
    }

    @Override
    public Mark newExceptionValue(org.objectweb.asm.tree.TryCatchBlockNode block, Frame<Mark> frame, Type type) {
        return PLAIN[0];
    }

    @Override
    public Mark newOperation(AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (op == GETSTATIC) return newValue(Type.getType(((FieldInsnNode) insn).desc));
        if (op == LDC) {
            Object constant = ((org.objectweb.asm.tree.LdcInsnNode) insn).cst;
            return mark(constant instanceof Long || constant instanceof Double ? 2 : 1, true);
        }
        boolean isWide = op == LCONST_0 || op == LCONST_1 || op == DCONST_0 || op == DCONST_1;
        return mark(isWide ? 2 : 1, true);
    }

    @Override
    public Mark copyOperation(AbstractInsnNode insn, Mark value) {
        return value;
    }

    @Override
    public Mark unaryOperation(AbstractInsnNode insn, Mark value) {
        int op = insn.getOpcode();
        if (op == GETFIELD) return newValue(Type.getType(((FieldInsnNode) insn).desc));
        if (op == ARRAYLENGTH) return OPEN[0];
        if (op == NEWARRAY || op == ANEWARRAY) return PLAIN[0];
        boolean isKept = op == IINC || op >= INEG && op <= DNEG || op == CHECKCAST;
        if (isKept) return value;
        if (op == INSTANCEOF) return mark(1, value.isPlain);
        if (op < I2L || op > I2S) return null;
        boolean isWide = op == I2L || op == I2D || op == L2D || op == F2L || op == F2D || op == D2L;
        return mark(isWide ? 2 : 1, value.isPlain);
    }

    @Override
    public Mark binaryOperation(AbstractInsnNode insn, Mark one, Mark other) {
        int op = insn.getOpcode();
        if (op >= IALOAD && op <= SALOAD) return OPEN[op == LALOAD || op == DALOAD ? 1 : 0];
        boolean isPlain = one.isPlain && other.isPlain;
        if (op >= LCMP && op <= DCMPG) return mark(1, isPlain);
        return op >= IADD && op <= LXOR ? mark(one.getSize(), isPlain) : null;
    }

    @Override
    public Mark ternaryOperation(AbstractInsnNode insn, Mark one, Mark two, Mark three) {
        return null;
    }

    @Override
    public Mark naryOperation(AbstractInsnNode insn, List<? extends Mark> values) {
        if (insn.getOpcode() == MULTIANEWARRAY) return PLAIN[0];
        String descriptor = insn instanceof InvokeDynamicInsnNode ? ((InvokeDynamicInsnNode) insn).desc : ((MethodInsnNode) insn).desc;
        return newValue(Type.getReturnType(descriptor));
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, Mark value, Mark expected) {}

    @Override
    public Mark merge(Mark one, Mark other) {
        if (one == other) return one;
        return mark(one.getSize() == other.getSize() ? one.getSize() : 1, false);
    }
}

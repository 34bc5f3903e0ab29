package symcrete.describe;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import symcrete.weave.Sites;

/**
 * The code of one method as instructions over slots: {@code l3} is a local, {@code s0} the deepest value on the stack.
 *
 * <p>One line each: number, location, whether it may throw, what it is, and its operands. Crate `jvm` reads them (lower/). What the
 * static model has no use for is {@code other}: it sets its slot to anything.
 */
final class Code implements Opcodes {
    private static final String[] BINARY = {"add", "sub", "mul", "div", "rem"};
    private static final String[] BITS = {"shl", "ashr", "lshr", "and", "or", "xor"};
    private static final String LETTERS = "IJFD";
    private final PrintStream out;
    private final MethodNode method;
    private final Sites sites;
    private final Hierarchy hierarchy;
    private final Map<AbstractInsnNode, Integer> numbers = new HashMap<>();
    private Frame<BasicValue> frame;
    private int depth;

    Code(PrintStream out, MethodNode method, Sites sites, Hierarchy hierarchy) {
        this.out = out;
        this.method = method;
        this.sites = sites;
        this.hierarchy = hierarchy;
    }

    void describe(ClassNode node) throws AnalyzerException {
        Frame<BasicValue>[] frames = new Analyzer<>(new BasicInterpreter()).analyze(node.name, method);
        AbstractInsnNode[] insns = method.instructions.toArray();
        int n = 0;
        for (int k = 0; k < insns.length; k++) {
            numbers.put(insns[k], n);
            if (isDescribed(insns[k], frames[k])) n++;
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            out.println("try " + at(block.start) + " " + at(block.end) + " " + at(block.handler));
        }
        for (int k = 0; k < insns.length; k++) {
            if (!isDescribed(insns[k], frames[k])) continue;
            frame = frames[k];
            depth = frame.getStackSize();
            out.println("i " + sites.location(insns[k]) + " " + (throwsAny(insns[k]) ? "!" : "-") + " " + text(insns[k]));
        }
    }

    private static boolean isDescribed(AbstractInsnNode insn, Frame<BasicValue> frame) {
        return insn.getOpcode() >= 0 && frame != null;
    }

    private int at(LabelNode label) {
        return numbers.get(label);
    }

    private String s(int below) {
        return "s" + (depth - below);
    }

    private static char letter(BasicValue value) {
        if (value == BasicValue.INT_VALUE) return 'I';
        if (value == BasicValue.LONG_VALUE) return 'J';
        if (value == BasicValue.FLOAT_VALUE) return 'F';
        return value == BasicValue.DOUBLE_VALUE ? 'D' : 'A';
    }

    private char top(int below) {
        return letter(frame.getStack(depth - below));
    }

    private static boolean throwsAny(AbstractInsnNode insn) {
        int op = insn.getOpcode();
        return op >= IALOAD && op <= SALOAD || op >= IASTORE && op <= SASTORE || op == IDIV || op == LDIV || op == IREM || op == LREM
                || op >= GETSTATIC && op <= MULTIANEWARRAY;
    }

    private String text(AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (op >= ILOAD && op <= ALOAD) return "set " + s(0) + " " + "IJFDA".charAt(op - ILOAD) + " mov l" + ((VarInsnNode) insn).var;
        if (op >= ISTORE && op <= ASTORE) return "set l" + ((VarInsnNode) insn).var + " " + "IJFDA".charAt(op - ISTORE) + " mov " + s(1);
        if (op == IINC) return "set l" + ((IincInsnNode) insn).var + " I add l" + ((IincInsnNode) insn).var + " I:" + ((IincInsnNode) insn).incr;
        if (op >= ACONST_NULL && op <= LDC) return constant(insn);
        if (op >= IADD && op <= DREM) return binary(BINARY[(op - IADD) / 4], LETTERS.charAt((op - IADD) % 4));
        if (op >= ISHL && op <= LXOR) return binary(BITS[(op - ISHL) / 2], LETTERS.charAt((op - ISHL) % 2));
        if (op >= INEG && op <= DNEG) return "set " + s(1) + " " + LETTERS.charAt(op - INEG) + " neg " + s(1);
        if (insn instanceof JumpInsnNode) return jump((JumpInsnNode) insn);
        if (sites.of(insn) != null) return cases(insn);
        if (insn instanceof MethodInsnNode) return call((MethodInsnNode) insn);
        if (insn instanceof FieldInsnNode) return field((FieldInsnNode) insn);
        if (op == RETURN) return "ret - V";
        if (op >= IRETURN && op < RETURN) return "ret " + s(1) + " " + "IJFDA".charAt(op - IRETURN);
        if (op == ATHROW) return "throw";
        return other(insn);
    }

    private String binary(String name, char letter) {
        return "set " + s(2) + " " + letter + " " + name + " " + s(2) + " " + s(1);
    }

    private String constant(AbstractInsnNode insn) {
        int op = insn.getOpcode();
        String to = "set " + s(0) + " ";
        if (op == ACONST_NULL) return to + "A mov A:0";
        if (op <= ICONST_5) return to + "I mov I:" + (op - ICONST_0);
        if (op <= LCONST_1) return to + "J mov J:" + (op - LCONST_0);
        if (op == BIPUSH || op == SIPUSH) return to + "I mov I:" + ((IntInsnNode) insn).operand;
        if (op == LDC) {
            Object value = ((LdcInsnNode) insn).cst;
            if (value instanceof Integer) return to + "I mov I:" + value;
            if (value instanceof Long) return to + "J mov J:" + value;
            if (value instanceof Float) return to + "F mov F:" + Float.floatToRawIntBits((Float) value);
            if (value instanceof Double) return to + "D mov D:" + Double.doubleToRawLongBits((Double) value);
            return "other " + s(0) + " A";
        }
        if (op <= FCONST_2) return to + "F mov F:" + Float.floatToRawIntBits(op - FCONST_0);
        return to + "D mov D:" + Double.doubleToRawLongBits(op - DCONST_0);
    }

    /** The relation is the source's, the first target where it holds. */
    private String jump(JumpInsnNode insn) {
        int op = insn.getOpcode();
        if (op == GOTO) return "goto " + at(insn.label);
        Sites.Site site = sites.of(insn);
        boolean isOne = op <= IFLE || op >= IFNULL;
        int relation = op <= IFLE ? op - IFEQ : op <= IF_ICMPLE ? op - IF_ICMPEQ : op <= IF_ACMPNE ? op - IF_ACMPEQ : op - IFNULL;
        boolean whenTrue = site == null || site.jumpsWhenTrue;
        String zero = op <= IFLE ? "I:0" : "A:0";
        String operands = isOne ? top(1) + " " + s(1) + " " + zero : top(1) + " " + s(2) + " " + s(1);
        return "br " + (whenTrue ? relation : relation ^ 1) + " " + operands + " " + at(insn.label) + " " + (whenTrue ? 1 : 0) + " "
                + (site == null ? "-" : site.first);
    }

    private String cases(AbstractInsnNode insn) {
        Sites.Site site = sites.of(insn);
        StringBuilder text = new StringBuilder("switch " + s(1) + " " + site.first);
        int k = 0;
        for (LabelNode target : Sites.targets(insn)) {
            text.append(' ').append(k < site.cases.length ? String.valueOf(site.cases[k]) : "default").append(':').append(at(target));
            k++;
        }
        return text.toString();
    }

    private String call(MethodInsnNode insn) {
        int n = Type.getArgumentTypes(insn.desc).length + (insn.getOpcode() == INVOKESTATIC ? 0 : 1);
        StringBuilder text = new StringBuilder("call ").append(result(insn.desc, n));
        text.append(' ').append(n);
        for (int k = n; k > 0; k--) text.append(' ').append(top(k)).append(' ').append(s(k));
        var targets = hierarchy.targets(insn.getOpcode(), insn.owner, insn.name, insn.desc);
        if (targets.isEmpty()) text.append(' ').append(Names.method(hierarchy.outside(insn.owner), insn.name, insn.desc));
        for (String owner : targets) text.append(' ').append(Names.method(owner, insn.name, insn.desc));
        return text.toString();
    }

    private String result(String descriptor, int n) {
        Type type = Type.getReturnType(descriptor);
        return type == Type.VOID_TYPE ? "- V" : s(n) + " " + letterOf(type.getDescriptor());
    }

    static char letterOf(String descriptor) {
        char first = descriptor.charAt(0);
        return first == 'J' || first == 'F' || first == 'D' ? first : first == 'L' || first == '[' ? 'A' : 'I';
    }

    private String field(FieldInsnNode insn) {
        char letter = letterOf(insn.desc);
        String name = insn.owner.replace('/', '.') + "." + insn.name;
        switch (insn.getOpcode()) {
            case GETSTATIC: return "load " + s(0) + " " + letter + " " + name;
            case PUTSTATIC: return "store " + s(1) + " " + letter + " " + name;
            case GETFIELD: return "other " + s(1) + " " + letter;
            default: return "other - V";
        }
    }

    /** What happens to the stack is that of the frame: the slot that is new or may have changed. */
    private String other(AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (op >= IALOAD && op <= SALOAD) return "other " + s(2) + " " + (op == LALOAD ? 'J' : op == FALOAD ? 'F' : op == DALOAD ? 'D' : op == AALOAD ? 'A' : 'I');
        if (op >= LCMP && op <= DCMPG) return "other " + s(2) + " I";
        if (op >= I2L && op <= I2S) return convert(op);
        if (op == NEW) return "other " + s(0) + " A";
        if (op == NEWARRAY || op == ANEWARRAY || op == CHECKCAST) return op == CHECKCAST ? "other - V" : "other " + s(1) + " A";
        if (op == ARRAYLENGTH || op == INSTANCEOF) return "other " + s(1) + " I";
        if (op == MULTIANEWARRAY) return "other " + s(((MultiANewArrayInsnNode) insn).dims) + " A";
        if (insn instanceof InvokeDynamicInsnNode) return dynamic((InvokeDynamicInsnNode) insn);
        if (op == DUP) return "set " + s(0) + " " + top(1) + " mov " + s(1);
        if (op > DUP && op <= SWAP) return "other * V";
        return "other - V";
    }

    /** A lambda stands for a call of its method: whoever is given it may make one. */
    private String dynamic(InvokeDynamicInsnNode insn) {
        String made = s(Type.getArgumentTypes(insn.desc).length) + " " + letterOf(Type.getReturnType(insn.desc).getDescriptor());
        StringBuilder names = new StringBuilder();
        for (Object argument : insn.bsmArgs) {
            if (!(argument instanceof Handle) || !((Handle) argument).getDesc().startsWith("(")) continue;
            Handle handle = (Handle) argument;
            names.append(' ').append(Names.method(handle.getOwner(), handle.getName(), handle.getDesc()));
        }
        return names.length() == 0 ? "other " + made : "lambda " + made + names;
    }

    private String convert(int op) {
        char to = "JFDIFDIJDIJFIII".charAt(op - I2L);
        switch (op) {
            case I2L: return "set " + s(1) + " J sext " + s(1);
            case L2I: return "set " + s(1) + " I trunc " + s(1);
            default: return "other " + s(1) + " " + to;
        }
    }
}

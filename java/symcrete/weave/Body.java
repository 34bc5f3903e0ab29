package symcrete.weave;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The body of a method as it is woven: the instructions so far, and where shadows are kept.
 *
 * <pre>
 * locals of the method | shadow of each local | shadow of each value on the stack | called by us? | suspended | temporaries
 * </pre>
 *
 * <p>Shadows are ints, all 0 at first. The families of instructions write through this; what they put in leaves the stack as it was.
 */
final class Body implements Opcodes {
    static final String RT = "symcrete/rt/Rt";
    static final String TRACE = "symcrete/rt/Trace";

    final MethodNode method;
    final InsnList out = new InsnList();
    private final int locals;
    private final int stack;
    private final Map<LabelNode, LabelNode> labels = new HashMap<>();
    private int nTemporaries;
    /** Of the instruction that is woven: the frame before it, what in it has no shadow, and its place. */
    Frame<BasicValue> frame;
    Frame<Plain.Mark> marks;
    int place;
    /** In a constructor, before that of the superclass was called: the object is no whole one and can be given to nobody. */
    private boolean isUninitialized;
    private int nNew;

    Body(MethodNode method) {
        this.method = method;
        this.locals = method.maxLocals;
        this.stack = method.maxStack + 1;
        this.isUninitialized = method.name.equals("<init>");
        for (AbstractInsnNode insn : method.instructions) if (insn instanceof LabelNode) labels.put((LabelNode) insn, (LabelNode) insn);
    }

    boolean isUninitialized() {
        return isUninitialized;
    }

    /** Notes what is about to be woven. A constructor that belongs to no {@code new} is that of the superclass, or another one of the class. */
    void passes(AbstractInsnNode insn) {
        if (insn.getOpcode() == NEW) nNew++;
        boolean isConstructor = insn.getOpcode() == INVOKESPECIAL && ((MethodInsnNode) insn).name.equals("<init>");
        if (isConstructor && nNew-- == 0) {
            nNew = 0;
            isUninitialized = false;
        }
    }

    /** Where the shadow of a local is. */
    int ofLocal(int variable) {
        return locals + variable;
    }

    /** Where the shadow of a value on the stack is; the deepest is number 0. */
    int ofStack(int depth) {
        return 2 * locals + depth;
    }

    /** The shadow of the value so far below the top: 1 is the top. */
    int top(int below) {
        return ofStack(frame.getStackSize() - below);
    }

    BasicValue value(int below) {
        return frame.getStack(frame.getStackSize() - below);
    }

    /** Holds 1 when the method was called by woven code. */
    int calledByUs() {
        return 2 * locals + stack;
    }

    int firstShadow() {
        return locals;
    }

    /** One behind the last local that holds a shadow. */
    int shadowEnd() {
        return 2 * locals + stack + 1;
    }

    /** Holds what an initializer has suspended. */
    int suspended() {
        return shadowEnd();
    }

    /** The next temporaries begin anew for each instruction. */
    void freeTemporaries() {
        nTemporaries = 0;
    }

    /** A local for a value of so many slots. */
    int temporary(int size) {
        int at = shadowEnd() + 1 + nTemporaries;
        nTemporaries += size;
        return at;
    }

    /** Appends a copy of an instruction; labels are not copied. */
    void add(AbstractInsnNode insn) {
        out.add(insn instanceof LabelNode ? insn : insn.clone(labels));
    }

    void op(int opcode) {
        out.add(new InsnNode(opcode));
    }

    void var(int opcode, int variable) {
        out.add(new VarInsnNode(opcode, variable));
    }

    void load(int shadow) {
        var(ILOAD, shadow);
    }

    void store(int shadow) {
        var(ISTORE, shadow);
    }

    void push(int number) {
        if (number >= -1 && number <= 5) op(ICONST_0 + number);
        else if (number >= Byte.MIN_VALUE && number <= Byte.MAX_VALUE) out.add(new IntInsnNode(BIPUSH, number));
        else if (number >= Short.MIN_VALUE && number <= Short.MAX_VALUE) out.add(new IntInsnNode(SIPUSH, number));
        else out.add(new LdcInsnNode(number));
    }

    void pushPlace() {
        push(place);
    }

    void jump(int opcode, LabelNode to) {
        out.add(new JumpInsnNode(opcode, to));
    }

    void label(LabelNode label) {
        out.add(label);
    }

    void call(String owner, String name, String descriptor) {
        out.add(new MethodInsnNode(INVOKESTATIC, owner, name, descriptor, false));
    }

    void getStatic(String name, String descriptor) {
        out.add(new FieldInsnNode(GETSTATIC, RT, name, descriptor));
    }

    void putStatic(String name, String descriptor) {
        out.add(new FieldInsnNode(PUTSTATIC, RT, name, descriptor));
    }

    void getStatic(String owner, String name, String descriptor) {
        out.add(new FieldInsnNode(GETSTATIC, owner, name, descriptor));
    }

    void putStatic(String owner, String name, String descriptor) {
        out.add(new FieldInsnNode(PUTSTATIC, owner, name, descriptor));
    }

    void copy(int from, int to) {
        if (from == to) return;
        load(from);
        store(to);
    }

    void clear(int shadow) {
        op(ICONST_0);
        store(shadow);
    }

    /** Are all these shadows 0 in every run? */
    boolean isPlain(int... shadows) {
        for (int shadow : shadows) {
            boolean isOfLocal = shadow < 2 * locals;
            Plain.Mark mark = isOfLocal ? marks.getLocal(shadow - locals) : marks.getStack(shadow - 2 * locals);
            if (!mark.isPlain) return false;
        }
        return true;
    }

    /** Jumps if all these shadows are 0. */
    void skipUnless(LabelNode skip, int... shadows) {
        op(ICONST_0);
        or(shadows);
        jump(IFEQ, skip);
    }

    /** Joins these shadows with what is on the stack, so far as they may be other than 0. */
    void or(int... shadows) {
        for (int shadow : shadows) {
            if (isPlain(shadow)) continue;
            load(shadow);
            op(IOR);
        }
    }

    /** The letter by which instructions of a type begin. */
    static char letter(BasicValue value) {
        if (value == BasicValue.INT_VALUE) return 'I';
        if (value == BasicValue.LONG_VALUE) return 'J';
        if (value == BasicValue.FLOAT_VALUE) return 'F';
        return value == BasicValue.DOUBLE_VALUE ? 'D' : 'A';
    }

    static int storing(char letter) {
        return ISTORE + "IJFDA".indexOf(letter);
    }

    static int loading(char letter) {
        return ILOAD + "IJFDA".indexOf(letter);
    }

    static int slots(char letter) {
        return letter == 'J' || letter == 'D' ? 2 : 1;
    }

    /** The letter of a type, by its descriptor. */
    static char letterOf(String descriptor) {
        switch (descriptor.charAt(0)) {
            case 'J': return 'J';
            case 'F': return 'F';
            case 'D': return 'D';
            case 'L':
            case '[': return 'A';
            default: return 'I';
        }
    }
}

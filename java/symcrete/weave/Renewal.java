package symcrete.weave;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Classes that are made anew for each run without a new loader: what the virtual machine does once, when a class is used for the first time, is done by the class itself.
 *
 * <p>The initialisation becomes a method, and wherever the virtual machine would initialise the class, woven code asks whether it was:
 *
 * <pre>
 *   before new, getstatic, putstatic; first in static methods:    if (!ready) ready();
 *   ready()    if (Statics.begin(class)) try { super.ready(); clinit(); Statics.done(class); ready = true; } catch (all) { Statics.failed }
 *   clear()    every static field as it was before anything ran, ready too
 * </pre>
 *
 * <p>What never runs is not initialised, and what is in progress is not begun again, as the specification of the virtual machine (5.5) has it. Names with a hyphen are no
 * names of Java.
 */
final class Renewal implements Opcodes {
    private static final String READY = "ready-" + Fields.SHADOW;
    private static final String MAKE = symcrete.rt.Statics.MAKER;
    /** What the initialisation of a class is called; stacks show it as what it was. */
    private static final String INITIALIZE = symcrete.rt.Statics.INITIALIZER;
    private static final String CLEAR = symcrete.rt.Statics.CLEAR;
    private static final String STATICS = "symcrete/rt/Statics";
    private final State state;
    private final ClassPath classes;
    private final Fields fields;

    Renewal(ClassPath classes, State state, Fields fields) {
        this.classes = classes;
        this.state = state;
        this.fields = fields;
    }

    /** What comes before a method of this class: whoever calls it by reflection or a reference has asked nobody. */
    InsnList entry(ClassNode node, MethodNode method) {
        InsnList list = new InsnList();
        boolean isAsked = (method.access & ACC_STATIC) != 0 && !method.name.equals("<clinit>");
        return check(list, node.name, isAsked && state.renewed(node.name) != null);
    }

    /** What comes before an instruction that may be the first use of a class. */
    InsnList before(ClassNode node, MethodNode method, AbstractInsnNode insn) {
        InsnList list = new InsnList();
        if (insn.getOpcode() == NEW) {
            String made = ((TypeInsnNode) insn).desc;
            return check(list, made, classes.has(made) && !isWithin(node, method, made) && state.renewed(made) != null);
        }
        if (insn.getOpcode() != GETSTATIC && insn.getOpcode() != PUTSTATIC) return list;
        FieldInsnNode field = (FieldInsnNode) insn;
        String declaring = fields.declaring(field.owner, field.name, field.desc);
        String renewed = declaring.isEmpty() || isWithin(node, method, declaring) ? null : state.renewed(declaring);
        if (renewed == null) return list;
        // By the name that the program uses: the class that declares the field may be hidden behind it.
        if (renewed.equals(state.renewed(field.owner))) return check(list, field.owner, true);
        list.add(new LdcInsnNode(Type.getObjectType(field.owner)));
        list.add(new LdcInsnNode(declaring.replace('/', '.')));
        list.add(new MethodInsnNode(INVOKESTATIC, STATICS, "use", "(Ljava/lang/Class;Ljava/lang/String;)V", false));
        return list;
    }

    /** Is this a static method of the class? It was asked for at the beginning. Classes that it extends may have failed, and objects may be of a class that did. */
    private static boolean isWithin(ClassNode node, MethodNode method, String other) {
        return (method.access & ACC_STATIC) != 0 && node.name.equals(other);
    }

    private static InsnList check(InsnList list, String owner, boolean isNeeded) {
        if (!isNeeded) return list;
        LabelNode ready = new LabelNode();
        list.add(new FieldInsnNode(GETSTATIC, owner, READY, "Z"));
        list.add(new JumpInsnNode(IFNE, ready));
        list.add(new MethodInsnNode(INVOKESTATIC, owner, MAKE, "()V", false));
        list.add(ready);
        return list;
    }

    /** Makes a woven class one that is made anew. */
    void extend(ClassNode node) {
        if (state.of(node.name) != State.Kind.RENEWED) return;
        boolean hasInitializer = false;
        for (MethodNode method : node.methods) {
            if (!method.name.equals("<clinit>")) continue;
            method.name = INITIALIZE;
            method.access = ACC_STATIC | ACC_SYNTHETIC;
            hasInitializer = true;
        }
        // A field without a value of its own is written by what is now a method like any other.
        for (FieldNode field : node.fields) if ((field.access & ACC_STATIC) != 0 && field.value == null) field.access &= ~ACC_FINAL;
        clear(node);
        make(node, hasInitializer);
        node.fields.add(new FieldNode(ACC_PUBLIC | ACC_STATIC | ACC_VOLATILE | ACC_SYNTHETIC, READY, "Z", null, null));
    }

    private static void clear(ClassNode node) {
        MethodNode clear = new MethodNode(ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC, CLEAR, "()V", null, null);
        for (FieldNode field : node.fields) {
            if ((field.access & ACC_STATIC) == 0 || field.value != null && (field.access & ACC_FINAL) != 0) continue;
            if (field.value != null) clear.visitLdcInsn(field.value);
            else clear.visitInsn(nothing(field.desc));
            clear.visitFieldInsn(PUTSTATIC, node.name, field.name, field.desc);
        }
        clear.visitInsn(ICONST_0);
        clear.visitFieldInsn(PUTSTATIC, node.name, READY, "Z");
        clear.visitInsn(RETURN);
        node.methods.add(clear);
    }

    private static int nothing(String descriptor) {
        switch (Body.letterOf(descriptor)) {
            case 'J': return LCONST_0;
            case 'F': return FCONST_0;
            case 'D': return DCONST_0;
            case 'A': return ACONST_NULL;
            default: return ICONST_0;
        }
    }

    private void make(ClassNode node, boolean hasInitializer) {
        MethodNode make = new MethodNode(ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC, MAKE, "()V", null, null);
        Type own = Type.getObjectType(node.name);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label done = new Label();
        make.visitTryCatchBlock(start, end, handler, null);
        make.visitLdcInsn(own);
        call(make, STATICS, "begin", "(Ljava/lang/Class;)Z");
        make.visitJumpInsn(IFEQ, done);
        make.visitLabel(start);
        if (state.renewed(node.superName) != null) {
            Label ready = new Label();
            make.visitFieldInsn(GETSTATIC, node.superName, READY, "Z");
            make.visitJumpInsn(IFNE, ready);
            call(make, node.superName, MAKE, "()V");
            make.visitLabel(ready);
        }
        if (hasInitializer) call(make, node.name, INITIALIZE, "()V");
        make.visitInsn(ICONST_1);
        make.visitFieldInsn(PUTSTATIC, node.name, READY, "Z");
        make.visitLdcInsn(own);
        call(make, STATICS, "done", "(Ljava/lang/Class;)V");
        make.visitLabel(end);
        make.visitJumpInsn(GOTO, done);
        make.visitLabel(handler);
        make.visitLdcInsn(own);
        call(make, STATICS, "failed", "(Ljava/lang/Throwable;Ljava/lang/Class;)Ljava/lang/Throwable;");
        make.visitInsn(ATHROW);
        make.visitLabel(done);
        make.visitInsn(RETURN);
        node.methods.add(make);
    }

    private static void call(MethodVisitor code, String owner, String name, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, owner, name, descriptor, false);
    }
}

package symcrete.weave;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Does a class keep anything from one run to the next? Then it is made anew for each run.
 *
 * <p>A class keeps nothing if its static fields are constants that never change, and if its initialisation calls nothing and decides nothing: then
 * it makes no difference that it happens only once. The same is true of an enumeration whose constants are made of constants alone.
 */
public final class State implements Opcodes {
    /** What a class needs so that a run finds nothing of those before. */
    public enum Kind {
        /** Nothing. */
        NONE,
        /** Its static fields are cleared, and its initialisation happens again: see {@link Renewal}. */
        RENEWED,
        /** A new class, by a new loader. */
        LOADED
    }

    private final ClassPath classes;
    private final boolean mayRenew;
    private final Map<String, Kind> kinds = new HashMap<>();

    /** {@code mayRenew}: nothing in the program sees the difference between a class that is new and one that was made so. */
    State(ClassPath classes, boolean mayRenew) {
        this.classes = classes;
        this.mayRenew = mayRenew;
    }

    /** What a class of the program needs. */
    synchronized Kind of(String name) {
        Kind known = kinds.get(name);
        if (known != null) return known;
        byte[] bytes = classes.find(name);
        Kind kind = bytes == null ? Kind.NONE : look(Weaver.read(bytes));
        kinds.put(name, kind);
        return kind;
    }

    /** The nearest class that is made anew, of this one and those that it extends; null if there is none. */
    String renewed(String name) {
        for (String at = name; at != null && classes.has(at); at = classes.header(at).getSuperName()) if (of(at) == Kind.RENEWED) return at;
        return null;
    }

    private Kind look(ClassNode node) {
        if (!isKept(node) || isFixed(node)) return Kind.NONE;
        // The fields of an interface stay final, and who has seen the constants of an enumeration would miss them.
        boolean isOrdinary = (node.access & (ACC_INTERFACE | ACC_ENUM)) == 0 && !"java/lang/Enum".equals(node.superName);
        return mayRenew && isOrdinary ? Kind.RENEWED : Kind.LOADED;
    }

    private static boolean isKept(ClassNode node) {
        for (FieldNode field : node.fields) if ((field.access & ACC_STATIC) != 0 && !isConstant(field)) return true;
        Sites sites = new Sites(node);
        for (MethodNode method : node.methods) {
            if (!method.name.equals("<clinit>")) continue;
            for (AbstractInsnNode insn : method.instructions) if (sites.of(insn) != null || calls(insn)) return true;
        }
        return false;
    }

    private static boolean isConstant(FieldNode field) {
        return (field.access & ACC_FINAL) != 0 && (field.desc.length() == 1 || field.desc.equals("Ljava/lang/String;"));
    }

    private static boolean calls(AbstractInsnNode insn) {
        if (insn.getOpcode() == INVOKEDYNAMIC || insn.getOpcode() == NEW || insn.getOpcode() == GETSTATIC) return true;
        return insn instanceof MethodInsnNode && !((MethodInsnNode) insn).name.equals("desiredAssertionStatus");
    }

    /** Is this an enumeration that is the same in every run: its constants hold numbers and texts that never change, and nothing but them is made? */
    private boolean isFixed(ClassNode node) {
        if ((node.access & ACC_ENUM) == 0 || !"java/lang/Enum".equals(node.superName) || !holdsConstants(node)) return false;
        for (FieldNode field : node.fields) {
            boolean isOwn = (field.access & ACC_ENUM) != 0 || (field.access & ACC_SYNTHETIC) != 0 && field.desc.equals("[L" + node.name + ";");
            if ((field.access & ACC_STATIC) != 0 && !isConstant(field) && !isOwn) return false;
        }
        for (MethodNode method : node.methods) {
            boolean runs = method.name.equals("<clinit>") || method.name.equals("<init>") || method.name.equals("$values");
            if (runs && !isStraight(node.name, method)) return false;
        }
        return true;
    }

    private static boolean holdsConstants(ClassNode node) {
        for (FieldNode field : node.fields) if ((field.access & ACC_STATIC) == 0 && !isConstant(field)) return false;
        return true;
    }

    /** Does this do nothing but make constants of the enumeration, and store what they are given? */
    private boolean isStraight(String name, MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (!isMove(insn, name)) return false;
            if (insn instanceof MethodInsnNode && !isMaking(name, (MethodInsnNode) insn)) return false;
        }
        return true;
    }

    /** Is this an instruction that computes and decides nothing, and looks at no field of another class? */
    private static boolean isMove(AbstractInsnNode insn, String own) {
        int op = insn.getOpcode();
        boolean computes = op >= IALOAD && op <= SALOAD || op >= IADD && op <= LOOKUPSWITCH || op == INVOKEDYNAMIC || op == ATHROW || op == MONITORENTER;
        return !computes && (!(insn instanceof FieldInsnNode) || ((FieldInsnNode) insn).owner.equals(own));
    }

    /** Is this a constructor of the enumeration, or of a constant with a body, or what gathers the constants? */
    private boolean isMaking(String name, MethodInsnNode call) {
        if (call.owner.equals(name)) return call.name.equals("<init>") || call.name.equals("$values");
        if (!call.name.equals("<init>")) return false;
        if (call.owner.equals("java/lang/Enum")) return true;
        byte[] bytes = classes.find(call.owner);
        ClassNode body = bytes == null ? null : Weaver.read(bytes);
        if (body == null || !name.equals(body.superName) || isKept(body) || !holdsConstants(body)) return false;
        return body.methods.stream().noneMatch(method -> method.name.equals("<init>") && !isOnlyPassing(name, body.name, method));
    }

    /** Does the constructor of a constant with a body only call that of the enumeration, and store? */
    private static boolean isOnlyPassing(String name, String own, MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            boolean isSuper = insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(name) && ((MethodInsnNode) insn).name.equals("<init>");
            if (insn instanceof MethodInsnNode && !isSuper || !isMove(insn, own)) return false;
        }
        return true;
    }
}

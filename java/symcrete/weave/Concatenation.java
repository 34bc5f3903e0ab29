package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;

/** String concatenation by {@code invokedynamic}: the library concatenates, and the model says what of the result is symbolic. */
final class Concatenation implements Opcodes {
    private Concatenation() {}

    static void weave(Body body, InvokeDynamicInsnNode insn, Type[] types) {
        int n = types.length;
        LabelNode concrete = new LabelNode();
        LabelNode end = new LabelNode();
        body.getStatic("contents", "I");
        for (int k = 0; k < n; k++) {
            body.load(body.top(n - k));
            body.op(IOR);
        }
        body.jump(IFEQ, concrete);
        int[] saved = new int[n];
        for (int k = n - 1; k >= 0; k--) {
            saved[k] = body.temporary(types[k].getSize());
            body.var(types[k].getOpcode(ISTORE), saved[k]);
        }
        for (int k = 0; k < n; k++) if (isAsked(types[k])) text(body, saved[k], body.top(n - k));
        for (int k = 0; k < n; k++) body.var(types[k].getOpcode(ILOAD), saved[k]);
        body.add(new InvokeDynamicInsnNode(insn.name, Type.getMethodDescriptor(Type.getReturnType(insn.desc), told(types)), insn.bsm, insn.bsmArgs));
        body.op(DUP);
        body.add(new LdcInsnNode(recipe(insn, n)));
        operands(body, types, saved);
        shadows(body, n);
        body.pushPlace();
        body.call("symcrete/rt/Concat", "result", "(Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;[II)I");
        body.store(body.ofStack(body.frame.getStackSize() - n));
        body.jump(GOTO, end);
        body.label(concrete);
        body.add(insn);
        body.clear(body.ofStack(body.frame.getStackSize() - n));
        body.label(end);
        body.freeTemporaries();
    }

    /** Is the text of such an operand what its own method says? That is called once. */
    private static boolean isAsked(Type type) {
        return type.getSort() >= Type.ARRAY && !type.getClassName().equals("java.lang.String");
    }

    /** Puts the text of an operand in its place. */
    private static void text(Body body, int saved, int shadow) {
        body.var(ALOAD, saved);
        body.load(shadow);
        body.pushPlace();
        body.call("symcrete/rt/Concat", "text", "(Ljava/lang/Object;II)Ljava/lang/Object;");
        body.var(ASTORE, saved);
        body.getStatic("ret", "I");
        body.store(shadow);
        body.op(ICONST_0);
        body.putStatic("ret", "I");
    }

    /** The types with any object in place of those whose text was asked for. */
    private static Type[] told(Type[] types) {
        Type[] told = types.clone();
        for (int k = 0; k < told.length; k++) if (isAsked(told[k])) told[k] = Type.getType(Object.class);
        return told;
    }

    /** The recipe: \1 stands for the next operand. Constants beside it are put in. */
    private static String recipe(InvokeDynamicInsnNode insn, int n) {
        if (!insn.name.equals("makeConcatWithConstants")) return "\1".repeat(n);
        StringBuilder whole = new StringBuilder();
        int constant = 1;
        for (char c : ((String) insn.bsmArgs[0]).toCharArray()) {
            if (c == '\2') whole.append(insn.bsmArgs[constant++]);
            else whole.append(c);
        }
        return whole.toString();
    }

    /** An array of the operands, in boxes. */
    static void operands(Body body, Type[] types, int[] saved) {
        body.push(types.length);
        body.add(new org.objectweb.asm.tree.TypeInsnNode(ANEWARRAY, "java/lang/Object"));
        for (int k = 0; k < types.length; k++) {
            body.op(DUP);
            body.push(k);
            body.var(types[k].getOpcode(ILOAD), saved[k]);
            Boxing.box(body, types[k]);
            body.op(AASTORE);
        }
    }

    /** An array of the shadows of the operands. */
    static void shadows(Body body, int n) {
        shadows(body, n, 0);
    }

    /** The same without the first ones. */
    static void shadows(Body body, int n, int first) {
        body.push(n - first);
        body.add(new org.objectweb.asm.tree.IntInsnNode(NEWARRAY, T_INT));
        for (int k = first; k < n; k++) {
            body.op(DUP);
            body.push(k - first);
            body.load(body.top(n - k));
            body.op(IASTORE);
        }
    }
}

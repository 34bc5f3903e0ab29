package symcrete.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes lambdas of references to methods of the libraries, of those to constructors, and of those whose result goes into a box or comes out of one, as compilers make them of lambdas.
 *
 * <pre>
 *   Integer::sum        becomes        private static Integer reference$symcrete0(Integer a, Integer b) { return Integer.sum(a, b); }
 * </pre>
 *
 * <p>So the call is one of the program's: models know it, what is lost is lost at its line, and objects are made where it can be seen. A reference that would need an unusual conversion stays.
 */
final class References implements Opcodes {
    private static final String NAME = "reference$symcrete";
    private final ClassNode node;
    private final List<MethodNode> made = new ArrayList<>();

    private References(ClassNode node) {
        this.node = node;
    }

    /** Does this in all methods of a class. */
    static void expand(ClassNode node) {
        // Interfaces cannot have private methods before.
        if ((node.version & 0xffff) < V1_8) return;
        References references = new References(node);
        for (MethodNode method : node.methods) references.expand(method);
        node.methods.addAll(references.made);
    }

    private void expand(MethodNode method) {
        int line = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode) line = ((LineNumberNode) insn).line;
            if (!(insn instanceof InvokeDynamicInsnNode)) continue;
            InvokeDynamicInsnNode dynamic = (InvokeDynamicInsnNode) insn;
            boolean isLambda = dynamic.bsm.getOwner().equals(Handles.FACTORY) && dynamic.bsm.getName().equals("metafactory");
            if (!isLambda) continue;
            Handle handle = (Handle) dynamic.bsmArgs[1];
            boolean isKnown = handle.getTag() == H_INVOKEVIRTUAL || handle.getTag() == H_INVOKEINTERFACE || handle.getTag() == H_INVOKESTATIC
                    || handle.getTag() == H_NEWINVOKESPECIAL;
            boolean isForeign = handle.getOwner().startsWith("java/");
            boolean isTold = isForeign || handle.getTag() == H_NEWINVOKESPECIAL || !Handles.isDirect(dynamic, Type.getArgumentTypes(dynamic.desc));
            if (isKnown && isTold) expand(dynamic, handle, line);
        }
    }

    private void expand(InvokeDynamicInsnNode insn, Handle handle, int line) {
        Type interfaces = (Type) insn.bsmArgs[2];
        List<Type> given = new ArrayList<>(Arrays.asList(Type.getArgumentTypes(insn.desc)));
        given.addAll(Arrays.asList(interfaces.getArgumentTypes()));
        List<Type> wanted = wanted(handle);
        boolean isMaking = handle.getTag() == H_NEWINVOKESPECIAL;
        Type result = isMaking ? Type.getObjectType(handle.getOwner()) : Type.getReturnType(handle.getDesc());
        if (given.size() != wanted.size() || !isConvertible(result, interfaces.getReturnType())) return;
        for (int k = 0; k < given.size(); k++) if (!isConvertible(given.get(k), wanted.get(k))) return;
        String name = NAME + made.size();
        String descriptor = Type.getMethodDescriptor(interfaces.getReturnType(), given.toArray(new Type[0]));
        MethodNode method = new MethodNode(ASM9, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, name, descriptor, null, null);
        GeneratorAdapter code = new GeneratorAdapter(method, method.access, name, descriptor);
        code.visitCode();
        if (line != 0) code.visitLineNumber(line, code.mark());
        if (isMaking) {
            code.newInstance(result);
            code.dup();
        }
        for (int k = 0; k < given.size(); k++) {
            code.loadArg(k);
            convert(code, given.get(k), wanted.get(k));
        }
        code.visitMethodInsn(opcode(handle), handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
        convert(code, result, interfaces.getReturnType());
        code.returnValue();
        code.endMethod();
        int size = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
        // Besides the arguments, a new object twice, or one that is converted.
        method.visitMaxs(size + 3, size);
        made.add(method);
        insn.bsmArgs[1] = new Handle(H_INVOKESTATIC, node.name, name, descriptor, (node.access & ACC_INTERFACE) != 0);
    }

    private static int opcode(Handle handle) {
        switch (handle.getTag()) {
            case H_INVOKESTATIC: return INVOKESTATIC;
            case H_INVOKEINTERFACE: return INVOKEINTERFACE;
            case H_NEWINVOKESPECIAL: return INVOKESPECIAL;
            default: return INVOKEVIRTUAL;
        }
    }

    /** What the method takes, the object that it is called on first. */
    private static List<Type> wanted(Handle handle) {
        List<Type> wanted = new ArrayList<>();
        boolean hasReceiver = handle.getTag() == H_INVOKEVIRTUAL || handle.getTag() == H_INVOKEINTERFACE;
        if (hasReceiver) wanted.add(Type.getObjectType(handle.getOwner()));
        wanted.addAll(Arrays.asList(Type.getArgumentTypes(handle.getDesc())));
        return wanted;
    }

    /** Numbers are only widened, and go in and out of their own boxes. */
    private static boolean isConvertible(Type from, Type to) {
        if (to == Type.VOID_TYPE || isReference(from) && isReference(to)) return true;
        if (from == Type.VOID_TYPE) return false;
        if (isReference(to)) return true;
        Type held = isReference(from) ? heldBy(from) : from;
        return held != null && (held.equals(to) || rank(held) > 0 && rank(held) < rank(to));
    }

    private static void convert(GeneratorAdapter code, Type from, Type to) {
        if (to == Type.VOID_TYPE) {
            if (from.getSize() == 2) code.pop2();
            else if (from.getSize() == 1) code.pop();
        } else if (isReference(from) && isReference(to)) {
            if (!from.equals(to) && !to.equals(Type.getType(Object.class))) code.checkCast(to);
        } else if (isReference(to)) {
            String box = boxOf(from);
            code.visitMethodInsn(INVOKESTATIC, box, "valueOf", "(" + from.getDescriptor() + ")L" + box + ";", false);
        } else {
            Type held = from;
            if (isReference(from)) {
                held = heldBy(from);
                code.visitMethodInsn(INVOKEVIRTUAL, from.getInternalName(), held.getClassName() + "Value", "()" + held.getDescriptor(), false);
            }
            code.cast(held, to);
        }
    }

    private static boolean isReference(Type type) {
        return type.getSort() >= Type.ARRAY;
    }

    private static int rank(Type type) {
        return "SIJFD".indexOf(type.getDescriptor()) + 1;
    }

    private static final Type[] PRIMITIVES = {Type.BOOLEAN_TYPE, Type.BYTE_TYPE, Type.CHAR_TYPE, Type.SHORT_TYPE, Type.INT_TYPE, Type.LONG_TYPE,
        Type.FLOAT_TYPE, Type.DOUBLE_TYPE};
    private static final String[] BOXES = {"java/lang/Boolean", "java/lang/Byte", "java/lang/Character", "java/lang/Short", "java/lang/Integer",
        "java/lang/Long", "java/lang/Float", "java/lang/Double"};

    private static Type heldBy(Type box) {
        int k = Arrays.asList(BOXES).indexOf(box.getInternalName());
        return k < 0 ? null : PRIMITIVES[k];
    }

    private static String boxOf(Type primitive) {
        return BOXES[Arrays.asList(PRIMITIVES).indexOf(primitive)];
    }
}

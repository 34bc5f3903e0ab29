package symcrete.weave;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Methods of a class that lambdas and method references in it stand for; and what one of these makes of a call. */
final class Handles implements Opcodes {
    static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
    private final Set<String> lambdas = new HashSet<>();
    private final Set<String> comparators = new HashSet<>();

    Handles(ClassNode node) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (!(insn instanceof InvokeDynamicInsnNode)) continue;
                InvokeDynamicInsnNode dynamic = (InvokeDynamicInsnNode) insn;
                if (!dynamic.bsm.getOwner().equals(FACTORY)) continue;
                Handle handle = (Handle) dynamic.bsmArgs[1];
                if (!handle.getOwner().equals(node.name)) continue;
                lambdas.add(handle.getName() + handle.getDesc());
                if (dynamic.desc.endsWith(")Ljava/util/Comparator;")) comparators.add(handle.getName() + handle.getDesc());
            }
        }
    }

    boolean isLambda(MethodNode method) {
        return lambdas.contains(method.name + method.desc);
    }

    /** Do callers look only at the sign of what this returns? */
    boolean isComparator(MethodNode method) {
        boolean isCompare = method.name.equals("compare") || method.name.equals("compareTo");
        return method.desc.endsWith(")I") && (isCompare || comparators.contains(method.name + method.desc));
    }

    /** Is the first argument of a call the object that the method is called on? */
    static boolean isUnbound(Handle handle, int nCaptured) {
        return takesObject(handle) && nCaptured == 0;
    }

    /** Is the object that the method is called on captured? */
    static boolean isBound(Handle handle, int nCaptured) {
        return takesObject(handle) && nCaptured > 0;
    }

    private static boolean takesObject(Handle handle) {
        int tag = handle.getTag();
        return tag == H_INVOKEVIRTUAL || tag == H_INVOKEINTERFACE || tag == H_INVOKESPECIAL;
    }

    /** Does the method take and give what the interface's does, without boxes between? */
    static boolean isDirect(InvokeDynamicInsnNode insn, Type[] captured) {
        Handle handle = (Handle) insn.bsmArgs[1];
        Type instantiated = (Type) insn.bsmArgs[2];
        Type[] wanted = Type.getArgumentTypes(handle.getDesc());
        int first = isBound(handle, captured.length) ? 1 : 0;
        int unbound = isUnbound(handle, captured.length) ? 1 : 0;
        Type[] passed = instantiated.getArgumentTypes();
        int nCaptured = captured.length - first;
        if (nCaptured + passed.length - unbound != wanted.length) return false;
        for (int k = 0; k < passed.length - unbound; k++) {
            if (isPrimitive(passed[k + unbound]) != isPrimitive(wanted[nCaptured + k])) return false;
        }
        Type given = Type.getReturnType(handle.getDesc());
        Type asked = instantiated.getReturnType();
        boolean isMaking = handle.getTag() == H_NEWINVOKESPECIAL;
        return isMaking || isPrimitive(given) == isPrimitive(asked) && (given == Type.VOID_TYPE) == (asked == Type.VOID_TYPE);
    }

    private static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }
}

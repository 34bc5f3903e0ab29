package symcrete.describe;

import java.util.Collection;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Can classes of a program be made anew for each run without a new loader? Not if something in it may see the difference: reflection, which uses static fields
 * and classes without naming them in code, the names of methods on the stack, native methods, an interface with code whose initialisation happens within that of a class.
 */
final class Renewable implements Opcodes {
    /** Code that is so large that what is added to it may not fit. */
    private static final int LARGE = 5000;
    private static final Set<String> CLASSES = Set.of("java/lang/ClassLoader", "java/lang/StackWalker", "java/util/ServiceLoader", "java/io/ObjectInputStream",
            "java/io/ObjectOutputStream", "sun/misc/Unsafe", "java/lang/System$Logger");
    private static final Set<String> PACKAGES = Set.of("java/lang/reflect/", "java/lang/invoke/", "java/beans/", "javax/", "sun/", "jdk/");
    private static final Set<String> METHODS = Set.of("forName", "getStackTrace", "printStackTrace", "getField", "getDeclaredField", "getFields",
            "getDeclaredFields", "getMethod", "getDeclaredMethod", "getMethods", "getDeclaredMethods", "getModifiers", "getClassLoader");
    private static final Set<String> FACTORIES = Set.of("java/lang/invoke/LambdaMetafactory", "java/lang/invoke/StringConcatFactory",
            "java/lang/runtime/ObjectMethods");

    private Renewable() {}

    static boolean of(Collection<ClassNode> nodes) {
        return nodes.stream().allMatch(Renewable::isClosed);
    }

    private static boolean isClosed(ClassNode node) {
        boolean isInterface = (node.access & ACC_INTERFACE) != 0;
        boolean hasCode = false;
        boolean hasInitializer = false;
        for (MethodNode method : node.methods) {
            if ((method.access & ACC_NATIVE) != 0 || method.instructions.size() > LARGE) return false;
            hasInitializer |= method.name.equals("<clinit>");
            hasCode |= (method.access & (ACC_STATIC | ACC_ABSTRACT)) == 0;
            for (AbstractInsnNode insn : method.instructions) if (sees(insn)) return false;
        }
        return !(isInterface && hasCode && hasInitializer);
    }

    /** Constructors that nobody could make a lambda of are called where nothing asks. */
    private static boolean isPlain(InvokeDynamicInsnNode insn) {
        for (Object argument : insn.bsmArgs) if (argument instanceof Handle && ((Handle) argument).getTag() == H_NEWINVOKESPECIAL) return false;
        return FACTORIES.contains(insn.bsm.getOwner());
    }

    private static boolean sees(AbstractInsnNode insn) {
        if (insn instanceof LdcInsnNode) {
            Object constant = ((LdcInsnNode) insn).cst;
            return constant instanceof Handle || constant instanceof org.objectweb.asm.ConstantDynamic;
        }
        if (insn instanceof InvokeDynamicInsnNode) return !isPlain((InvokeDynamicInsnNode) insn);
        if (!(insn instanceof MethodInsnNode)) return false;
        MethodInsnNode call = (MethodInsnNode) insn;
        if (call.owner.equals("java/lang/reflect/Array")) return false;
        if (CLASSES.contains(call.owner) || PACKAGES.stream().anyMatch(call.owner::startsWith)) return true;
        boolean isPrinted = call.name.equals("printStackTrace") && call.desc.equals("()V");
        boolean isAsked = call.owner.equals("java/lang/Class") || call.owner.equals("java/lang/Thread") || call.owner.endsWith("Exception")
                || call.owner.endsWith("Error") || call.owner.endsWith("Throwable");
        return isAsked && METHODS.contains(call.name) && !isPrinted;
    }
}

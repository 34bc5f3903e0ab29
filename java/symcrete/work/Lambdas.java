package symcrete.work;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import symcrete.rt.Answer;
import symcrete.rt.Arguments;
import symcrete.rt.Run;

/** Classes for lambdas that are arguments: one for each interface, in the package of the interface or else of the method under test. */
final class Lambdas implements Arguments.Forge, Opcodes {
    private static final String ANSWER = Type.getInternalName(Answer.class);
    private final ProgramLoader loader;
    private final Class<?> owner;
    private final Map<Class<?>, Class<?>> made = new HashMap<>();

    Lambdas(ProgramLoader loader, Class<?> owner) {
        this.loader = loader;
        this.owner = owner;
    }

    @Override
    public Class<?> lambda(Class<?> type, Method method) {
        return made.computeIfAbsent(type, key -> {
            Class<?> near = type.getClassLoader() == loader ? type : owner;
            String name = (near.getPackageName() + ".Given$" + type.getName().replace('.', '$')).replaceAll("^\\.", "");
            return loader.define(name, bytes(name.replace('.', '/'), type, method));
        });
    }

    private static byte[] bytes(String name, Class<?> type, Method method) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V11, ACC_PUBLIC | ACC_FINAL | ACC_SYNTHETIC, name, null, "java/lang/Object", new String[] {Type.getInternalName(type)});
        writer.visitField(ACC_PRIVATE | ACC_FINAL, "answer", "L" + ANSWER + ";", null, null).visitEnd();
        constructor(writer, name);
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitFieldInsn(GETFIELD, name, "answer", "L" + ANSWER + ";");
        code.visitLdcInsn(Run.token(method.getName(), Type.getMethodDescriptor(method)));
        code.visitMethodInsn(INVOKEVIRTUAL, ANSWER, "give", "(I)Ljava/lang/Object;", false);
        returns(code, method.getReturnType());
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void constructor(ClassWriter writer, String name) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "<init>", "(L" + ANSWER + ";)V", null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, 1);
        code.visitFieldInsn(PUTFIELD, name, "answer", "L" + ANSWER + ";");
        code.visitInsn(RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Returns what is on the stack, out of its box if need be. */
    private static void returns(MethodVisitor code, Class<?> result) {
        Type type = Type.getType(result);
        if (result == void.class) code.visitInsn(POP);
        else if (!result.isPrimitive()) code.visitTypeInsn(CHECKCAST, type.getInternalName());
        else {
            String box = result == int.class ? "java/lang/Integer" : result == char.class ? "java/lang/Character"
                    : "java/lang/" + Character.toUpperCase(result.getName().charAt(0)) + result.getName().substring(1);
            code.visitTypeInsn(CHECKCAST, box);
            code.visitMethodInsn(INVOKEVIRTUAL, box, result.getName() + "Value", "()" + type.getDescriptor(), false);
        }
        code.visitInsn(type.getOpcode(IRETURN));
    }
}

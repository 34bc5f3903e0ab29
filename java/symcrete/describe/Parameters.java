package symcrete.describe;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** Parameters of a method: where they are, and what the source calls them. */
final class Parameters {
    private Parameters() {}

    /** The name in the source, if the class has it; else {@code arg0} and so on, as reflection has it. */
    static String name(MethodNode method, int index) {
        if (method.parameters != null && method.parameters.size() > index && method.parameters.get(index).name != null) {
            return method.parameters.get(index).name;
        }
        int slot = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        Type[] types = Type.getArgumentTypes(method.desc);
        for (int k = 0; k < index; k++) slot += types[k].getSize();
        if (method.localVariables != null) {
            for (LocalVariableNode variable : method.localVariables) {
                boolean isWhole = variable.index == slot && method.instructions.indexOf(variable.start) <= 1;
                if (isWhole) return variable.name;
            }
        }
        return "arg" + index;
    }

    /** Letter and local of each, the receiver's first. */
    static String slots(MethodNode method) {
        StringBuilder text = new StringBuilder();
        int slot = 0;
        if ((method.access & Opcodes.ACC_STATIC) == 0) text.append(" A:").append(slot++);
        for (Type type : Type.getArgumentTypes(method.desc)) {
            text.append(' ').append(Code.letterOf(type.getDescriptor())).append(':').append(slot);
            slot += type.getSize();
        }
        return text.toString();
    }
}

package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts primitive values into boxes, where ours are given as objects. */
final class Boxing implements Opcodes {
    private Boxing() {}

    static void box(Body body, Type type) {
        String owner;
        switch (type.getSort()) {
            case Type.BOOLEAN: owner = "java/lang/Boolean"; break;
            case Type.BYTE: owner = "java/lang/Byte"; break;
            case Type.CHAR: owner = "java/lang/Character"; break;
            case Type.SHORT: owner = "java/lang/Short"; break;
            case Type.INT: owner = "java/lang/Integer"; break;
            case Type.LONG: owner = "java/lang/Long"; break;
            case Type.FLOAT: owner = "java/lang/Float"; break;
            case Type.DOUBLE: owner = "java/lang/Double"; break;
            default: return;
        }
        body.call(owner, "valueOf", "(" + type.getDescriptor() + ")L" + owner + ";");
    }
}

package symcrete.describe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import symcrete.weave.ClassPath;
import symcrete.weave.Weaver;

/**
 * How arguments are made: which constructor objects of each class are made by.
 *
 * <p>A public one is preferred, then one of the package of the method under test; among these the one with the most parameters, which can
 * bring an object into the most states.
 */
final class Shapes {
    private static final Set<String> BOXES = Set.of("java.lang.Integer", "java.lang.Long", "java.lang.Boolean", "java.lang.Character",
            "java.lang.Byte", "java.lang.Short", "java.lang.Float", "java.lang.Double");
    private final ClassPath classes;
    private final String owner;
    private final Map<String, Type[]> constructors = new LinkedHashMap<>();

    Shapes(ClassPath classes, String owner) {
        this.classes = classes;
        this.owner = owner;
    }

    /** By class, the parameters of the constructor that makes it. */
    Map<String, Type[]> constructors() {
        return constructors;
    }

    /** Can arguments of this type be made? */
    boolean canMake(Type type) {
        if (type.getSort() == Type.ARRAY) {
            Type element = type.getElementType();
            return type.getDimensions() == 1 && (element.getSort() != Type.OBJECT || isValue(element.getClassName()));
        }
        if (type.getSort() != Type.OBJECT || isValue(type.getClassName())) return true;
        return canConstruct(type.getInternalName());
    }

    private boolean isValue(String name) {
        if (name.equals("java.lang.String") || BOXES.contains(name)) return true;
        ClassNode node = node(name.replace('.', '/'));
        return node != null && "java/lang/Enum".equals(node.superName);
    }

    private ClassNode node(String name) {
        byte[] bytes = classes.find(name);
        return bytes == null ? null : Weaver.read(bytes);
    }

    /** Can objects of this class be made? What its constructor needs may need such an object itself: then that is null at last. */
    boolean canConstruct(String name) {
        String key = name.replace('/', '.');
        if (constructors.containsKey(key)) return true;
        ClassNode node = node(name);
        if (node == null || (node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) != 0 || isInner(node)) return false;
        Type[] best = null;
        boolean isBestPublic = false;
        for (MethodNode method : node.methods) {
            if (!method.name.equals("<init>") || (method.access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_PRIVATE)) != 0) continue;
            boolean isPublic = (method.access & node.access & Opcodes.ACC_PUBLIC) != 0;
            if (!isPublic && !packageOf(name).equals(packageOf(owner))) continue;
            Type[] types = Type.getArgumentTypes(method.desc);
            constructors.put(key, types);
            boolean isPossible = true;
            for (Type type : types) isPossible &= canMake(type);
            boolean isBetter = best == null || isPublic && !isBestPublic || isPublic == isBestPublic && types.length > best.length;
            if (isPossible && isBetter) {
                best = types;
                isBestPublic = isPublic;
            }
        }
        if (best == null) constructors.remove(key);
        else constructors.put(key, best);
        return best != null;
    }

    private static boolean isInner(ClassNode node) {
        for (FieldNode field : node.fields) if (field.name.startsWith("this$")) return true;
        return node.outerMethod != null;
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(name.lastIndexOf('/'), 0));
    }
}

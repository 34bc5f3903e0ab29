package symcrete.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields: each field of a woven class has a second one beside it, its shadow.
 *
 * <p>Fields of classes that are not woven have none: what is written there is lost, and counted.
 */
final class Fields implements Opcodes {
    /** What the name of a shadow ends with. */
    static final String SHADOW = "$symcrete";
    private final ClassPath classes;
    /** By owner and name, the class that declares the field, or "" when that is not woven. */
    private final Map<String, String> declared = new HashMap<>();

    Fields(ClassPath classes) {
        this.classes = classes;
    }

    /** Adds the shadows to a class. An interface can have none: its fields never change. */
    static void extend(ClassNode node) {
        if ((node.access & ACC_INTERFACE) != 0) return;
        List<FieldNode> shadows = new ArrayList<>();
        for (FieldNode field : node.fields) {
            int access = field.access & ACC_STATIC | ACC_PUBLIC | ACC_SYNTHETIC | ACC_TRANSIENT;
            shadows.add(new FieldNode(access, field.name + SHADOW, "I", null, null));
        }
        node.fields.addAll(shadows);
    }

    boolean weave(Body body, AbstractInsnNode insn) {
        if (!(insn instanceof FieldInsnNode)) return false;
        FieldInsnNode field = (FieldInsnNode) insn;
        boolean hasShadow = !declaring(field.owner, field.name, field.desc).isEmpty();
        switch (field.getOpcode()) {
            case GETSTATIC: getStatic(body, field, hasShadow); break;
            case PUTSTATIC: putStatic(body, field, hasShadow); break;
            case GETFIELD: getField(body, field, hasShadow); break;
            default: putField(body, field, hasShadow);
        }
        body.add(insn);
        return true;
    }

    private static FieldInsnNode shadow(FieldInsnNode field) {
        return new FieldInsnNode(field.getOpcode(), field.owner, field.name + SHADOW, "I");
    }

    private static void getStatic(Body body, FieldInsnNode field, boolean hasShadow) {
        if (hasShadow) body.add(shadow(field));
        else body.op(ICONST_0);
        body.store(body.top(0));
    }

    private static void putStatic(Body body, FieldInsnNode field, boolean hasShadow) {
        if (!hasShadow) {
            countLost(body);
            return;
        }
        body.load(body.top(1));
        body.add(shadow(field));
    }

    private static void getField(Body body, FieldInsnNode field, boolean hasShadow) {
        Objects.use(body, 1);
        if (!hasShadow) {
            body.clear(body.top(1));
            return;
        }
        body.op(DUP);
        body.add(shadow(field));
        body.store(body.top(1));
    }

    private static void putField(Body body, FieldInsnNode field, boolean hasShadow) {
        char letter = Body.letterOf(field.desc);
        int value = -1;
        LabelNode known = new LabelNode();
        if (!hasShadow) {
            countLost(body);
            return;
        }
        value = body.temporary(Body.slots(letter));
        body.var(Body.storing(letter), value);
        if (!body.isUninitialized() && !body.isPlain(body.top(2))) {
            body.skipUnless(known, body.top(2));
            body.op(DUP);
            body.load(body.top(2));
            body.pushPlace();
            body.call("symcrete/rt/Refs", "use", "(Ljava/lang/Object;II)V");
            body.label(known);
        }
        body.op(DUP);
        body.load(body.top(1));
        body.add(shadow(field));
        body.var(Body.loading(letter), value);
    }

    private static void countLost(Body body) {
        LabelNode skip = new LabelNode();
        if (body.isPlain(body.top(1))) return;
        body.skipUnless(skip, body.top(1));
        body.pushPlace();
        body.call(Body.RT, "escaped", "(I)V");
        body.label(skip);
    }

    /** The woven class that declares a field; "" when the field has no shadow. */
    String declaring(String owner, String name, String descriptor) {
        return declared.computeIfAbsent(owner + "." + name + ":" + descriptor, key -> look(owner, name, descriptor));
    }

    private String look(String owner, String name, String descriptor) {
        for (String at = owner; at != null && classes.has(at); ) {
            ClassReader header = classes.header(at);
            if (declares(header, name, descriptor)) return (header.getAccess() & ACC_INTERFACE) != 0 ? "" : at;
            at = header.getSuperName();
        }
        return "";
    }

    private static boolean declares(ClassReader header, String name, String descriptor) {
        boolean[] found = {false};
        header.accept(new ClassVisitor(ASM9) {
            @Override
            public FieldVisitor visitField(int access, String other, String otherDescriptor, String signature, Object value) {
                found[0] |= other.equals(name) && otherDescriptor.equals(descriptor);
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found[0];
    }
}

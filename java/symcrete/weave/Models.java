package symcrete.weave;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import symcrete.rt.Model;

/**
 * Which methods of the libraries have a model. A model is a static method with the same name, whose parameters are the receiver, if there is
 * one, the arguments, a shadow for each of these, and the place; it does what the method does and leaves the result's shadow.
 */
final class Models {
    private static final Map<String, String> MODELS = new HashMap<>();
    private static final Map<String, Boolean> FINAL = new HashMap<>();

    private static final Set<String> ALWAYS = new HashSet<>();

    static {
        for (Class<?> one : symcrete.rt.AllModels.CLASSES) {
            if (one.getAnnotation(Model.class).isAlways()) ALWAYS.add(Type.getInternalName(one));
            for (Class<?> modelled : one.getAnnotation(Model.class).value()) add(one, modelled);
        }
    }

    private Models() {}

    private static void add(Class<?> models, Class<?> modelled) {
        for (Method method : models.getDeclaredMethods()) {
            if (!Modifier.isPublic(method.getModifiers())) continue;
            for (Method original : modelled.getMethods()) {
                if (!original.getName().equals(method.getName())) continue;
                boolean isStatic = Modifier.isStatic(original.getModifiers());
                String owner = Type.getInternalName(modelled);
                String descriptor = Type.getMethodDescriptor(original);
                int n = original.getParameterCount() + (isStatic ? 0 : 1);
                String wanted = descriptor(owner, descriptor, isStatic, n);
                if (wanted.equals(Type.getMethodDescriptor(method))) {
                    MODELS.put(owner + "." + method.getName() + descriptor + isStatic, Type.getInternalName(models));
                }
            }
        }
    }

    /** The class that holds the model of a method; null when it has none. */
    static String find(String owner, String name, String descriptor, boolean isStatic) {
        return MODELS.get(owner + "." + name + descriptor + isStatic);
    }

    /** Is there a model of this constructor? */
    static boolean hasConstructor(String owner, String descriptor) {
        String arguments = descriptor.substring(1, descriptor.indexOf(')'));
        int n = Type.getArgumentTypes(descriptor).length;
        if (!owner.equals("java/lang/String") && !owner.equals("java/lang/StringBuilder") || n == 0) return false;
        for (Method method : symcrete.rt.Constructed.class.getDeclaredMethods()) {
            String wanted = "(Ljava/lang/Object;" + arguments + "I".repeat(n) + "I)V";
            if (method.getName().equals("made") && Type.getMethodDescriptor(method).equals(wanted)) return true;
        }
        return false;
    }

    /** Does the model run even if nothing of the call is symbolic yet? */
    static boolean isAlways(String model) {
        return ALWAYS.contains(model);
    }

    /** The descriptor of the model of a method with so many operands. */
    static String descriptor(String owner, String descriptor, boolean isStatic, int n) {
        String arguments = descriptor.substring(1, descriptor.indexOf(')'));
        String result = descriptor.substring(descriptor.indexOf(')') + 1);
        return "(" + (isStatic ? "" : "L" + owner + ";") + arguments + "I".repeat(n) + "I)" + result;
    }

    /** Is this a class of the libraries that nobody can extend, so that a woven method never runs in place of its own? */
    static boolean isFinal(String owner) {
        return FINAL.computeIfAbsent(owner, name -> {
            if (!name.startsWith("java/")) return false;
            try {
                Class<?> found = Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
                return Modifier.isFinal(found.getModifiers());
            } catch (ClassNotFoundException | LinkageError why) {
                return false;
            }
        });
    }
}

package symcrete.describe;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import symcrete.rt.Shapes;
import symcrete.weave.ClassPath;
import symcrete.weave.Sites;
import symcrete.weave.Weaver;
import symcrete.work.ProgramLoader;

/**
 * Tells crate `jvm` what the program is: {@code describe CLASSPATH a.B.c}, or {@code a.B.c(int,int)} for one of several.
 *
 * <p>Either the classes with their code, or a line {@code error KIND REST} that says what is wrong with the question.
 */
public final class Describe {
    private final PrintStream out;

    private Describe(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8);
        new Describe(out).describe(new ClassPath(args[0]), args[1]);
        out.flush();
    }

    private void describe(ClassPath classes, String wanted) throws Exception {
        int parenthesis = wanted.indexOf('(');
        String whole = parenthesis < 0 ? wanted : wanted.substring(0, parenthesis);
        String owner = whole.substring(0, Math.max(whole.lastIndexOf('.'), 0)).replace('.', '/');
        String name = whole.substring(whole.lastIndexOf('.') + 1);
        byte[] bytes = owner.isEmpty() ? null : classes.find(owner);
        if (bytes == null) {
            out.println("error class " + owner.replace('/', '.'));
            return;
        }
        ClassNode node;
        try {
            node = Weaver.read(bytes);
        } catch (IllegalArgumentException why) {
            out.println("error version " + owner.replace('/', '.') + " " + (bytes[6] << 8 | bytes[7] & 0xff));
            return;
        }
        List<MethodNode> found = new ArrayList<>();
        for (MethodNode method : node.methods) {
            String full = Names.method(owner, method.name, method.desc);
            boolean isIt = method.name.equals(name) && (parenthesis < 0 || full.equals(wanted.replace(" ", "")));
            if (isIt && (method.access & Opcodes.ACC_BRIDGE) == 0) found.add(method);
        }
        if (found.size() != 1) {
            refuse(node, owner, name, found);
            return;
        }
        MethodNode method = found.get(0);
        if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            out.println("error " + ((method.access & Opcodes.ACC_NATIVE) != 0 ? "native " : "abstract ") + Names.method(owner, name, method.desc));
            return;
        }
        entry(classes, owner, method);
    }

    private void refuse(ClassNode node, String owner, String name, List<MethodNode> found) {
        boolean isNone = found.isEmpty();
        out.println((isNone ? "error method " : "error overloaded ") + owner.replace('/', '.') + " " + name);
        for (MethodNode method : isNone ? node.methods : found) {
            boolean isHidden = method.name.startsWith("<") || (method.access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE)) != 0;
            if (!isHidden) out.println("candidate " + Names.method(owner, method.name, method.desc));
        }
    }

    /** The method under test: its parameters, how arguments are made, and the program. */
    private void entry(ClassPath classes, String owner, MethodNode method) throws Exception {
        String name = Names.method(owner, method.name, method.desc);
        Implementations implementations = new Implementations(classes);
        Shapes shapes;
        Class<?> type;
        java.lang.reflect.Type[] types;
        try {
            type = Class.forName(owner.replace('/', '.'), false, new ProgramLoader(classes, null, null));
            shapes = new Shapes(type, implementations::of);
            types = shapes.parameters(executable(type, method), type);
            if (refused(shapes, types, type, name, (method.access & Opcodes.ACC_STATIC) != 0)) return;
        } catch (UnsupportedClassVersionError why) {
            String newer = why.getMessage().split(" ")[0];
            out.println("error runtime " + newer.replace('/', '.') + " " + Runtime.version().feature());
            return;
        } catch (LinkageError why) {
            out.println("error missing " + name + " " + String.valueOf(why.getMessage()).replace('/', '.').split(" ")[0]);
            return;
        }
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        out.println("entry " + owner.replace('/', '.') + " " + method.name + " " + method.desc + " " + (isStatic ? "static" : "instance")
                + " " + ((method.access & Opcodes.ACC_PRIVATE) != 0 ? "private" : "open"));
        for (int k = 0; k < types.length; k++) out.println("parameter " + Type.getArgumentTypes(method.desc)[k].getClassName() + " " + Parameters.name(method, k));
        implementations.asked().forEach((one, all) -> out.println("choice " + one + (all.length > 0 ? " " : "") + String.join(" ", all)));
        for (String one : shapes.bounds(types, !isStatic)) out.println("bound " + one);
        List<String> seeds = new ArrayList<>(List.of(owner));
        for (String one : shapes.classes()) seeds.add(one.replace('.', '/'));
        program(classes, seeds);
    }

    private boolean refused(Shapes shapes, java.lang.reflect.Type[] types, Class<?> owner, String name, boolean isStatic) {
        for (java.lang.reflect.Type type : types) {
            String obstacle = shapes.obstacle(type);
            if (obstacle == null) continue;
            out.println("error parameter " + obstacle);
            return true;
        }
        if (isStatic || owner.isEnum() || shapes.obstacle(owner) == null) return false;
        out.println("error instance " + name + " " + owner.getName());
        return true;
    }

    private static java.lang.reflect.Method executable(Class<?> owner, MethodNode method) {
        for (java.lang.reflect.Method one : owner.getDeclaredMethods()) {
            if (one.getName().equals(method.name) && Type.getMethodDescriptor(one).equals(method.desc)) return one;
        }
        throw new IllegalStateException(method.name + " is not there");
    }

    private void program(ClassPath classes, List<String> seeds) throws Exception {
        List<ClassNode> nodes = new ArrayList<>();
        Map<String, byte[]> closure = Closure.of(classes, seeds);
        for (byte[] bytes : closure.values()) nodes.add(Weaver.read(bytes));
        Hierarchy hierarchy = new Hierarchy(nodes);
        for (ClassNode node : nodes) {
            Sites sites = new Sites(node);
            out.println("class " + node.name + " " + hash(closure.get(node.name)) + " " + sites.outcomes() + " " + Names.file(node.name, node.sourceFile));
            StringBuilder lines = new StringBuilder("lines");
            for (int line : sites.lines()) lines.append(' ').append(line);
            out.println(lines);
            for (MethodNode method : node.methods) {
                if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) continue;
                out.println("method " + Names.method(node.name, method.name, method.desc));
                out.println("params" + Parameters.slots(method));
                new Code(out, method, sites, hierarchy).describe(node);
            }
        }
        // Classes that are not woven ask nobody.
        if (nodes.size() < Closure.MOST && Renewable.of(nodes)) out.println("renewable");
        for (String name : new Callbacks(classes).of(nodes)) out.println("open " + name);
        out.println("end");
    }

    /** A number for the bytes of a class (FNV-1a). */
    private static String hash(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte one : bytes) hash = (hash ^ one & 0xff) * 0x100000001b3L;
        return Long.toHexString(hash);
    }
}

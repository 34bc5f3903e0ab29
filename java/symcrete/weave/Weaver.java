package symcrete.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import java.util.HashSet;
import java.util.Set;
import symcrete.rt.Places;

/**
 * Weaves shadows into a class: it does what it did, and tells the runtime what of it is symbolic.
 *
 * <p>A method that would become larger than the virtual machine allows stays as it is, but for a call at its beginning that counts it as
 * not followed.
 */
public final class Weaver implements Opcodes {
    private final ClassPath classes;
    private final Fields fields;
    private final Calls calls;
    private final State state;
    private final Renewal renewal;

    /** {@code mayRenew}: classes may be made anew without a new loader. */
    public Weaver(ClassPath classes, boolean mayRenew) {
        this.classes = classes;
        this.fields = new Fields(classes);
        this.calls = new Calls(classes);
        this.state = new State(classes, mayRenew);
        this.renewal = new Renewal(classes, state, fields);
    }

    /** Must a run that shares nothing with those before load this class anew? */
    public boolean isLoaded(String name) {
        return state.of(name) == State.Kind.LOADED;
    }

    /** Reads a class as sites are numbered on it. */
    public static ClassNode read(byte[] bytes) {
        ClassNode node = new ClassNode(ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor whole = super.visitMethod(access, name, descriptor, signature, exceptions);
                return new JSRInlinerAdapter(whole, access, name, descriptor, signature, exceptions);
            }
        };
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        References.expand(node);
        return node;
    }

    /** The class with shadows. Its number in the trace is {@code module}; its outcomes are counted from {@code base} on. */
    public byte[] weave(byte[] bytes, int module, int base) {
        Set<String> tooLarge = new HashSet<>();
        while (true) {
            try {
                return attempt(bytes, module, base, tooLarge);
            } catch (MethodTooLargeException why) {
                if (!tooLarge.add(why.getMethodName() + why.getDescriptor())) throw why;
            }
        }
    }

    private byte[] attempt(byte[] bytes, int module, int base, Set<String> tooLarge) {
        ClassNode node = read(bytes);
        Sites sites = new Sites(node);
        calls.begin(node);
        for (MethodNode method : node.methods) {
            if (method.name.equals("hashCode") && method.desc.equals("()I")) symcrete.rt.Hashes.own();
            if ((method.access & (ACC_ABSTRACT | ACC_NATIVE)) != 0) continue;
            if (tooLarge.contains(method.name + method.desc)) leave(node, method, module, sites);
            else weave(node, method, sites, module, base);
        }
        Fields.extend(node);
        renewal.extend(node);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                return classes.common(one, other);
            }
        };
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Only counts that it runs. */
    private void leave(ClassNode node, MethodNode method, int module, Sites sites) {
        AbstractInsnNode first = method.instructions.getFirst();
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            InsnList before = renewal.before(node, method, insn);
            if (before.size() > 0) method.instructions.insertBefore(insn, before);
        }
        InsnList begin = renewal.entry(node, method);
        begin.add(new org.objectweb.asm.tree.LdcInsnNode(Places.add(module, sites.location(firstLine(first)))));
        begin.add(new MethodInsnNode(INVOKESTATIC, Body.RT, "unwoven", "(I)V", false));
        method.instructions.insert(begin);
    }

    private static AbstractInsnNode firstLine(AbstractInsnNode insn) {
        AbstractInsnNode at = insn;
        while (at != null && !(at instanceof LineNumberNode)) at = at.getNext();
        return at == null ? insn : at;
    }

    private void weave(ClassNode node, MethodNode method, Sites sites, int module, int base) {
        Frame<BasicValue>[] frames;
        Frame<Plain.Mark>[] marks;
        try {
            frames = new Analyzer<>(new BasicInterpreter()).analyze(node.name, method);
            marks = Plain.of(node.name, method);
        } catch (AnalyzerException why) {
            throw new IllegalArgumentException(node.name + "." + method.name + ": " + why.getMessage(), why);
        }
        Body body = new Body(method);
        Jumps jumps = new Jumps(body, sites, base);
        boolean isInitializer = method.name.equals("<clinit>");
        Initializer initializer = isInitializer ? new Initializer(body) : null;
        body.place = Places.add(module, sites.location(firstLine(method.instructions.getFirst())));
        body.out.add(renewal.entry(node, method));
        for (int k = body.firstShadow(); k < body.shadowEnd(); k++) body.clear(k);
        if (isInitializer) initializer.begin();
        else calls.entry(body, method.name, method.desc, (method.access & ACC_STATIC) != 0);
        Set<LabelNode> handlers = new HashSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) handlers.add(block.handler);
        AbstractInsnNode[] insns = method.instructions.toArray();
        int lastLocation = -1;
        for (int k = 0; k < insns.length; k++) {
            AbstractInsnNode insn = insns[k];
            body.frame = frames[k];
            body.marks = marks[k];
            // What never runs stays as it is.
            if (insn.getOpcode() < 0 || body.frame == null) {
                if (!(insn instanceof FrameNode)) body.add(insn);
                if (handlers.contains(insn) && body.frame != null) {
                    body.op(DUP);
                    body.call(Body.RT, "caught", "(Ljava/lang/Throwable;)V");
                    body.clear(body.ofStack(0));
                }
                continue;
            }
            int location = sites.location(insn);
            if (location != lastLocation) body.place = Places.add(module, location);
            lastLocation = location;
            body.freeTemporaries();
            body.passes(insn);
            body.out.add(renewal.before(node, method, insn));
            if (isInitializer && insn.getOpcode() == RETURN) initializer.end();
            if (jumps.isFused(insn)) k++;
            weave(body, jumps, insn);
        }
        if (isInitializer) initializer.close();
        method.instructions = body.out;
        method.localVariables = null;
        method.visibleLocalVariableAnnotations = null;
        method.invisibleLocalVariableAnnotations = null;
    }

    /** Each family of instructions has its own file; what none of them knows moves no value. */
    private void weave(Body body, Jumps jumps, AbstractInsnNode insn) {
        boolean isWoven = jumps.weave(insn) || Moves.weave(body, insn) || Arithmetic.weave(body, insn)
                || fields.weave(body, insn) || Elements.weave(body, insn) || Objects.weave(body, insn)
                || calls.weave(body, insn);
        if (!isWoven) body.add(insn);
    }
}

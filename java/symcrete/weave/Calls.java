package symcrete.weave;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import symcrete.rt.Hashes;
import symcrete.rt.Library;
import symcrete.rt.Orders;
import symcrete.rt.Run;

/**
 * Calls and returns: how shadows get from a caller to a callee and back, or are counted as lost.
 *
 * <pre>
 *   x y            if (sx | sy) { Rt.pass(0, sx); Rt.pass(1, sy); Rt.passing(place) }; Rt.token = name; invoke;
 *                  if (Rt.token != 0) Rt.untaken(); s = Rt.ret; Rt.ret = 0
 * </pre>
 *
 * <p>A call of a method that has a model goes to the model instead, if an operand is symbolic. Methods that cannot be woven, such as those
 * of the virtual machine's libraries that nobody overrides, are given no name: what they are given is lost.
 */
final class Calls implements Opcodes {
    private static final String REFS = "symcrete/rt/Refs";
    private static final String LIBRARY = "symcrete/rt/Library";
    private static final String CAPTURES = "symcrete/rt/Captures";
    private static final String HASHES = "symcrete/rt/Hashes";
    private final ClassPath classes;

    /** Of the class that is woven. */
    private Handles handles;

    Calls(ClassPath classes) {
        this.classes = classes;
    }

    /** A class is about to be woven. */
    void begin(ClassNode node) {
        handles = new Handles(node);
    }

    boolean weave(Body body, AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode) call(body, (MethodInsnNode) insn);
        else if (insn instanceof InvokeDynamicInsnNode) dynamic(body, (InvokeDynamicInsnNode) insn);
        else if (insn.getOpcode() >= IRETURN && insn.getOpcode() <= RETURN) {
            returns(body, insn.getOpcode());
            body.add(insn);
        } else return false;
        return true;
    }

    private void call(Body body, MethodInsnNode insn) {
        Type[] types = Type.getArgumentTypes(insn.desc);
        boolean isStatic = insn.getOpcode() == INVOKESTATIC;
        int n = types.length + (isStatic ? 0 : 1);
        boolean isConstructor = insn.name.equals("<init>");
        if (isConstructor && insn.owner.equals("java/lang/Object")) {
            body.add(insn);
            return;
        }
        if (isConstructor && Models.hasConstructor(insn.owner, insn.desc)) {
            constructed(body, insn, types);
            return;
        }
        if (!isStatic && !isConstructor) receiver(body, types, n);
        if (insn.owner.startsWith("[") && insn.name.equals("clone")) {
            cloned(body, insn);
            return;
        }
        String model = isConstructor ? null : Models.find(insn.owner, insn.name, insn.desc, isStatic);
        LabelNode end = new LabelNode();
        if (model != null) modelled(body, insn, types, n, isStatic, model, end);
        if (insn.owner.equals("java/lang/Class") && insn.name.matches("get(Declared)?(Fields|Methods)")) {
            body.add(insn);
            body.call(Body.RT, "own", Type.getMethodDescriptor(Type.getReturnType(insn.desc), Type.getReturnType(insn.desc)));
            body.clear(body.top(1));
            return;
        }
        if (isSaying(insn)) {
            body.op(DUP);
            body.push(insn.name.equals("toString") ? 1 : 0);
            body.pushPlace();
            body.call(Body.RT, "said", "(Ljava/lang/Object;ZI)V");
        }
        if (model == null && isCarrier(insn)) {
            carried(body, insn, types, n, isStatic || isConstructor);
            return;
        }
        if (mayBeWoven(insn)) named(body, insn, types, n, isStatic, !classes.has(insn.owner) || !classes.declares(insn.owner, insn.name + insn.desc));
        else foreign(body, insn, types, n, isStatic);
        body.label(end);
        if (model != null && Type.getReturnType(insn.desc) != Type.VOID_TYPE) takeResult(body, body.frame.getStackSize() - n);
    }

    /** Can the method that runs be a woven one? Methods of foreign classes can be overridden, unless there is nobody to do it. */
    private boolean mayBeWoven(MethodInsnNode insn) {
        if (insn.owner.startsWith("[")) return false;
        if (insn.getOpcode() == INVOKESTATIC || insn.getOpcode() == INVOKESPECIAL) return classes.has(insn.owner);
        return !Models.isFinal(insn.owner);
    }

    /** Is an exception asked what it says? */
    private static boolean isSaying(MethodInsnNode insn) {
        boolean isException = insn.owner.startsWith("java/") && insn.owner.matches(".*(Exception|Error|Throwable)");
        return isException && insn.getOpcode() == INVOKEVIRTUAL && insn.name.matches("getMessage|getLocalizedMessage|toString");
    }

    /** Is this a method of the libraries that {@code Library} knows? */
    private boolean isCarrier(MethodInsnNode insn) {
        if (insn.owner.equals("java/lang/Comparable")) return true;
        if (insn.owner.equals("java/lang/Object")) return insn.getOpcode() == INVOKEVIRTUAL && (insn.name.equals("equals") || insn.name.equals("hashCode"));
        boolean isUtil = insn.owner.startsWith("java/util/") && !insn.owner.startsWith("java/util/concurrent/");
        return (isUtil || insn.owner.equals("java/lang/Iterable")) && !classes.has(insn.owner);
    }

    /**
     * A call of a collection or the like. With something symbolic in the run, the runtime decides first what the method decides; a result is known by its
     * identity.
     */
    private void carried(Body body, MethodInsnNode insn, Type[] types, int n, boolean hasNoReceiver) {
        LabelNode concrete = new LabelNode();
        LabelNode call = new LabelNode();
        boolean mayBeWoven = mayBeWoven(insn);
        if (Orders.matters(insn.name) || Orders.hashes(insn.name)) ordered(body, types, hasNoReceiver, Orders.hashes(insn.name) ? "hash" : "look");
        int saved = body.temporary(1);
        body.getStatic(LIBRARY, "carries", "Z");
        body.var(ISTORE, saved);
        int table = body.temporary(1);
        body.getStatic(HASHES, "table", "Ljava/lang/Object;");
        body.var(ASTORE, table);
        unlessSymbolic(body, types.length, concrete, Hashes.TABLED.contains(insn.name));
        int[] arguments = spill(body, types);
        if (hasNoReceiver) body.op(ACONST_NULL);
        else body.op(DUP);
        int receiver = body.temporary(1);
        body.var(ASTORE, receiver);
        body.push(Library.add(insn.owner, insn.name, insn.desc, kinds(types)));
        body.var(ALOAD, receiver);
        Concatenation.operands(body, types, arguments);
        Concatenation.shadows(body, types.length);
        body.push(mayBeWoven ? Run.token(insn.name, insn.desc) : 0);
        body.pushPlace();
        body.call(LIBRARY, "enter", "(ILjava/lang/Object;[Ljava/lang/Object;[III)I");
        body.putStatic("token", "I");
        restore(body, types, arguments);
        body.jump(GOTO, call);
        body.label(concrete);
        body.push(mayBeWoven ? Run.token(insn.name, insn.desc) : 0);
        body.putStatic("token", "I");
        body.label(call);
        body.add(insn);
        LabelNode taken = new LabelNode();
        body.getStatic("token", "I");
        body.jump(IFEQ, taken);
        body.call(Body.RT, "untaken", "()V");
        body.label(taken);
        body.var(ILOAD, saved);
        body.putStatic(LIBRARY, "carries", "Z");
        body.var(ALOAD, table);
        body.putStatic(HASHES, "table", "Ljava/lang/Object;");
        result(body, Type.getReturnType(insn.desc), body.frame.getStackSize() - n);
        body.freeTemporaries();
    }

    /** What the method does depends on the order or the hashes of what it is called on, or given: the runtime asks whether anything says which they are. */
    private static void ordered(Body body, Type[] types, boolean hasNoReceiver, String asked) {
        int[] saved = spill(body, types);
        if (!hasNoReceiver) {
            body.op(DUP);
            order(body, asked);
        }
        for (int k = 0; k < types.length; k++) {
            if (types[k].getSort() < Type.ARRAY) continue;
            body.var(ALOAD, saved[k]);
            order(body, asked);
        }
        restore(body, types, saved);
        body.freeTemporaries();
    }

    private static void order(Body body, String asked) {
        body.pushPlace();
        body.call("symcrete/rt/Orders", asked, "(Ljava/lang/Object;I)V");
    }

    private static String kinds(Type[] types) {
        StringBuilder kinds = new StringBuilder();
        for (Type type : types) kinds.append(Body.letterOf(type.getDescriptor()));
        return kinds.toString();
    }

    /** The shadow of what a library method gave: that of a box is known by its identity. */
    private static void result(Body body, Type type, int depth) {
        if (type == Type.VOID_TYPE) return;
        if (type.getSort() < Type.ARRAY) {
            takeResult(body, depth);
            return;
        }
        body.op(DUP);
        body.call(LIBRARY, "left", "(Ljava/lang/Object;)I");
        body.store(body.ofStack(depth));
    }

    /** Is the object null that the method is called on? It lies below the arguments. */
    private static void receiver(Body body, Type[] types, int n) {
        LabelNode skip = new LabelNode();
        if (body.isPlain(body.top(n))) return;
        body.skipUnless(skip, body.top(n));
        int[] saved = spill(body, types);
        body.op(DUP);
        body.load(body.top(n));
        body.pushPlace();
        body.call(REFS, "use", "(Ljava/lang/Object;II)V");
        restore(body, types, saved);
        body.label(skip);
        body.freeTemporaries();
    }

    private static int[] spill(Body body, Type[] types) {
        int[] saved = new int[types.length];
        for (int k = types.length - 1; k >= 0; k--) {
            saved[k] = body.temporary(types[k].getSize());
            body.var(types[k].getOpcode(ISTORE), saved[k]);
        }
        return saved;
    }

    private static void restore(Body body, Type[] types, int[] saved) {
        for (int k = 0; k < types.length; k++) body.var(types[k].getOpcode(ILOAD), saved[k]);
    }

    /** A call of a method that may find its name. */
    private static void named(Body body, MethodInsnNode insn, Type[] types, int n, boolean isStatic, boolean isForeign) {
        pass(body, n, isStatic ? 0 : 1);
        if (!isStatic && (isForeign || insn.itf)) offer(body, types, n);
        if (insn.itf && !isStatic) lambda(body, insn, types);
        else {
            body.push(Run.token(insn.name, insn.desc));
            body.putStatic("token", "I");
        }
        body.add(insn);
        LabelNode taken = new LabelNode();
        body.getStatic("token", "I");
        body.jump(IFEQ, taken);
        body.call(Body.RT, "untaken", "()V");
        body.label(taken);
        if (Type.getReturnType(insn.desc) != Type.VOID_TYPE) takeResult(body, body.frame.getStackSize() - n);
    }

    /** Leaves the name of the method, or that of the lambda that the interface stands for here. */
    private static void lambda(Body body, MethodInsnNode insn, Type[] types) {
        LabelNode plain = new LabelNode();
        LabelNode end = new LabelNode();
        body.getStatic("isTainted", "Z");
        body.getStatic("contents", "I");
        body.op(IOR);
        body.jump(IFEQ, plain);
        int[] saved = spill(body, types);
        body.op(DUP);
        body.push(Run.token(insn.name, insn.desc));
        body.push(types.length);
        body.call(CAPTURES, "token", "(Ljava/lang/Object;II)I");
        body.putStatic("token", "I");
        restore(body, types, saved);
        body.jump(GOTO, end);
        body.label(plain);
        body.push(Run.token(insn.name, insn.desc));
        body.putStatic("token", "I");
        body.label(end);
        body.freeTemporaries();
    }

    /** Leaves the shadows of the arguments, if there are any; not that of the receiver, which is not null. */
    private static void pass(Body body, int n, int first) {
        if (n == first) return;
        LabelNode concrete = new LabelNode();
        int[] shadows = new int[n - first];
        for (int k = first; k < n; k++) shadows[k - first] = body.top(n - k);
        if (body.isPlain(shadows)) return;
        body.skipUnless(concrete, shadows);
        for (int k = first; k < n; k++) {
            body.push(k - first);
            body.load(body.top(n - k));
            body.call(Body.RT, "pass", "(II)V");
        }
        body.pushPlace();
        body.call(Body.RT, "passing", "(I)V");
        body.label(concrete);
    }

    /** What belongs to the objects that are given counts as given, if it turns out that nobody follows the call. */
    private static void offer(Body body, Type[] types, int n) {
        LabelNode skip = new LabelNode();
        body.getStatic("contents", "I");
        body.jump(IFEQ, skip);
        int[] saved = spill(body, types);
        body.op(DUP);
        body.pushPlace();
        body.call(Body.RT, "offered", "(Ljava/lang/Object;I)V");
        for (int k = 0; k < types.length; k++) {
            if (types[k].getSort() < Type.ARRAY) continue;
            body.var(ALOAD, saved[k]);
            body.pushPlace();
            body.call(Body.RT, "offered", "(Ljava/lang/Object;I)V");
        }
        restore(body, types, saved);
        body.label(skip);
        body.freeTemporaries();
    }

    private static void takeResult(Body body, int depth) {
        body.getStatic("ret", "I");
        body.store(body.ofStack(depth));
        body.op(ICONST_0);
        body.putStatic("ret", "I");
    }

    /** A call of a method that is never woven: what it is given is lost. */
    private static void foreign(Body body, MethodInsnNode insn, Type[] types, int n, boolean isStatic) {
        escape(body, types, n, isStatic || insn.name.equals("<init>"), keepsTexts(insn));
        body.add(insn);
        if (Type.getReturnType(insn.desc) != Type.VOID_TYPE) body.clear(body.ofStack(body.frame.getStackSize() - n));
    }

    /** Constructors of exceptions keep what they say without looking at it: it comes back as the same string. */
    private static boolean keepsTexts(MethodInsnNode insn) {
        boolean isException = insn.owner.endsWith("Exception") || insn.owner.endsWith("Error");
        return insn.name.equals("<init>") && insn.owner.startsWith("java/") && isException;
    }

    /** Counts what a method that is not followed is given: the shadows, and what belongs to the objects. */
    private static void escape(Body body, Type[] types, int n, boolean hasNoReceiver, boolean keepsTexts) {
        if (n == 0 || types.length == 0 && hasNoReceiver) return;
        LabelNode skip = new LabelNode();
        unlessSymbolic(body, types.length, skip);
        int[] saved = spill(body, types);
        for (int k = 0; k < types.length; k++) {
            boolean isReference = types[k].getSort() >= Type.ARRAY;
            LabelNode next = new LabelNode();
            if (isReference && !keepsTexts) {
                body.var(ALOAD, saved[k]);
                body.load(body.top(types.length - k));
                body.pushPlace();
                body.call(Body.RT, "escaped", "(Ljava/lang/Object;II)V");
            } else {
                body.skipUnless(next, body.top(types.length - k));
                body.pushPlace();
                body.call(Body.RT, "escaped", "(I)V");
                body.label(next);
            }
        }
        if (!hasNoReceiver) {
            body.op(DUP);
            body.load(body.top(n));
            body.pushPlace();
            body.call(Body.RT, "escapedReceiver", "(Ljava/lang/Object;II)V");
        }
        restore(body, types, saved);
        body.label(skip);
        body.freeTemporaries();
    }

    /** Jumps if neither the topmost operands nor the contents of any object are symbolic. */
    private static void unlessSymbolic(Body body, int operands, LabelNode concrete) {
        unlessSymbolic(body, operands, concrete, false);
    }

    /** The same; if hashes are looked at, those that objects of the program tell may be symbolic too. */
    private static void unlessSymbolic(Body body, int operands, LabelNode concrete, boolean isTabled) {
        body.getStatic("contents", "I");
        if (isTabled) {
            body.getStatic(HASHES, "isOwn", "Z");
            body.op(IOR);
        }
        for (int k = operands; k > 0; k--) body.or(body.top(k));
        body.jump(IFEQ, concrete);
    }

    /** If something symbolic takes part, the model runs in place of the method. */
    private static void modelled(Body body, MethodInsnNode insn, Type[] types, int n, boolean isStatic, String model, LabelNode end) {
        LabelNode concrete = new LabelNode();
        if (Models.isAlways(model)) {
            body.push(1);
            body.jump(IFEQ, concrete);
        } else unlessSymbolic(body, n, concrete);
        for (int k = 0; k < n; k++) body.load(body.top(n - k));
        body.pushPlace();
        body.call(model, insn.name, Models.descriptor(insn.owner, insn.desc, isStatic, n));
        body.jump(GOTO, end);
        body.label(concrete);
    }

    /** A copy of an array: its shadows are copied too. */
    private static void cloned(Body body, MethodInsnNode insn) {
        LabelNode end = new LabelNode();
        int array = body.temporary(1);
        body.op(DUP);
        body.var(ASTORE, array);
        body.add(insn);
        body.getStatic("contents", "I");
        body.jump(IFEQ, end);
        body.op(DUP);
        body.var(ALOAD, array);
        body.pushPlace();
        body.call("symcrete/rt/ArrayModels", "cloned", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
        body.label(end);
        body.clear(body.top(1));
    }

    /** A constructor with a model: what was made is below what it was made with, as compilers have it, and is asked whether it is that. */
    private static void constructed(Body body, MethodInsnNode insn, Type[] types) {
        LabelNode end = new LabelNode();
        int depth = body.frame.getStackSize() - types.length;
        int[] saved = spill(body, types);
        for (int k = 0; k < types.length; k++) {
            if (types[k].getSort() < Type.ARRAY) continue;
            // Null is refused before anything is made.
            LabelNode next = new LabelNode();
            body.skipUnless(next, body.top(types.length - k));
            body.var(ALOAD, saved[k]);
            body.load(body.top(types.length - k));
            body.pushPlace();
            body.call(REFS, "use", "(Ljava/lang/Object;II)V");
            body.label(next);
        }
        restore(body, types, saved);
        body.add(insn);
        // The copy that the constructor used is gone; the one below it, if there is one, is the object.
        if (depth < 2 || !body.frame.getStack(depth - 2).isReference()) return;
        body.getStatic("contents", "I");
        for (int k = 0; k < types.length; k++) {
            body.load(body.top(types.length - k));
            body.op(IOR);
        }
        body.jump(IFEQ, end);
        body.op(DUP);
        restore(body, types, saved);
        for (int k = 0; k < types.length; k++) body.load(body.top(types.length - k));
        body.pushPlace();
        String arguments = insn.desc.substring(1, insn.desc.indexOf(')'));
        body.call("symcrete/rt/Constructed", "made", "(Ljava/lang/Object;" + arguments + "I".repeat(types.length) + "I)V");
        body.label(end);
    }

    private void dynamic(Body body, InvokeDynamicInsnNode insn) {
        Type[] types = Type.getArgumentTypes(insn.desc);
        String factory = insn.bsm.getOwner();
        if (factory.equals("java/lang/invoke/StringConcatFactory")) Concatenation.weave(body, insn, types);
        else if (factory.equals(Handles.FACTORY)) captured(body, insn, types);
        else if (factory.equals("java/lang/runtime/ObjectMethods")) records(body, insn, types);
        else {
            escape(body, types, types.length, true, false);
            body.add(insn);
            body.clear(body.ofStack(body.frame.getStackSize() - types.length));
        }
    }

    /** A lambda or method reference: the runtime notes which method it stands for, and what it has captured. */
    private void captured(Body body, InvokeDynamicInsnNode insn, Type[] types) {
        Handle handle = (Handle) insn.bsmArgs[1];
        boolean isForeign = !classes.has(handle.getOwner());
        if (isForeign) escape(body, types, types.length, true, false);
        body.add(insn);
        body.op(DUP);
        boolean isNamed = !isForeign && Handles.isDirect(insn, types);
        body.push(isNamed ? Run.token(handle.getName(), handle.getDesc()) : 0);
        body.push(Run.token(insn.name, ((Type) insn.bsmArgs[0]).getDescriptor()));
        int first = Handles.isBound(handle, types.length) ? 1 : 0;
        Concatenation.shadows(body, types.length, first);
        body.push(Handles.isUnbound(handle, types.length) ? 1 : 0);
        body.push(isForeign ? 1 : 0);
        body.pushPlace();
        body.call(CAPTURES, "made", "(Ljava/lang/Object;II[IZZI)V");
        body.clear(body.ofStack(body.frame.getStackSize() - types.length));
    }

    /** The methods that every record has: the runtime does what they do, by the names of the record's parts. */
    private static void records(Body body, InvokeDynamicInsnNode insn, Type[] types) {
        int n = types.length;
        body.add(new org.objectweb.asm.tree.LdcInsnNode(insn.bsmArgs[1]));
        for (int k = 1; k < n; k++) body.load(body.top(n - k));
        body.pushPlace();
        String operands = "Ljava/lang/Object;".repeat(n) + "Ljava/lang/String;" + "I".repeat(n - 1) + "I";
        body.call("symcrete/rt/Records", insn.name, "(" + operands + ")" + Type.getReturnType(insn.desc).getDescriptor());
        takeResult(body, body.frame.getStackSize() - n);
    }

    private void returns(Body body, int op) {
        if (op == RETURN) return;
        LabelNode other = new LabelNode();
        LabelNode end = new LabelNode();
        body.load(body.calledByUs());
        body.jump(IFEQ, other);
        body.load(body.top(1));
        body.putStatic("ret", "I");
        body.jump(GOTO, end);
        body.label(other);
        if (isHash(body)) {
            body.op(DUP);
            body.var(ALOAD, 0);
            body.op(SWAP);
            body.load(body.top(1));
            body.pushPlace();
            body.call(HASHES, "returned", "(Ljava/lang/Object;III)V");
            body.label(end);
            return;
        }
        if (op != ARETURN) body.skipUnless(end, body.top(1));
        boolean isCondition = body.method.desc.endsWith(")Z");
        if (op == ARETURN || isCondition || handles.isComparator(body.method)) {
            body.op(DUP);
            body.load(body.top(1));
            body.pushPlace();
            if (op == ARETURN) body.call(LIBRARY, "returned", "(Ljava/lang/Object;II)V");
            else if (isCondition) body.call(LIBRARY, "returned", "(ZII)V");
            else body.call(LIBRARY, "compared", "(III)V");
        } else {
            body.pushPlace();
            body.call(Body.RT, "escaped", "(I)V");
        }
        body.label(end);
    }

    /** Is this the {@code hashCode} of an object that is still at hand? */
    private static boolean isHash(Body body) {
        boolean isNamed = body.method.name.equals("hashCode") && body.method.desc.equals("()I");
        return isNamed && (body.method.access & ACC_STATIC) == 0 && body.frame.getLocal(0).isReference();
    }

    /** The beginning of a method: were we called, and with which shadows? */
    void entry(Body body, String name, String descriptor, boolean isStatic) {
        LabelNode mine = new LabelNode();
        LabelNode nobody = new LabelNode();
        LabelNode end = new LabelNode();
        Type[] types = Type.getArgumentTypes(descriptor);
        body.getStatic("token", "I");
        body.push(Run.token(name, descriptor));
        body.jump(IF_ICMPEQ, mine);
        body.clear(body.calledByUs());
        body.getStatic("token", "I");
        body.jump(IFEQ, nobody);
        body.call(Body.RT, "missed", "()V");
        body.label(nobody);
        given(body, types, isStatic, end);
        body.jump(GOTO, end);
        body.label(mine);
        body.call(Body.RT, "enter", "()I");
        body.store(body.calledByUs());
        if (types.length > 0) {
            body.getStatic("isTainted", "Z");
            body.jump(IFEQ, end);
            int variable = isStatic ? 0 : 1;
            for (int k = 0; k < types.length; k++) {
                body.push(k);
                body.call(Body.RT, "taken", "(I)I");
                body.store(body.ofLocal(variable));
                variable += types[k].getSize();
            }
            body.op(ICONST_0);
            body.putStatic("isTainted", "Z");
        }
        body.label(end);
    }

    /** What the libraries pass: boxes are known by their identity, and what a lambda has captured by the lambda. */
    private void given(Body body, Type[] types, boolean isStatic, LabelNode end) {
        boolean isLambda = handles.isLambda(body.method);
        body.getStatic("contents", "I");
        body.jump(IFEQ, end);
        int variable = isStatic ? 0 : 1;
        for (int k = 0; k < types.length; k++) {
            boolean isReference = types[k].getSort() >= Type.ARRAY;
            if (isLambda) {
                body.push(Run.token(body.method.name, body.method.desc));
                body.push(k);
                body.pushPlace();
                body.call(CAPTURES, "captured", "(III)I");
                body.store(body.ofLocal(variable));
            }
            if (isReference) {
                body.var(ALOAD, variable);
                body.load(body.ofLocal(variable));
                body.call(LIBRARY, "given", "(Ljava/lang/Object;I)I");
                body.store(body.ofLocal(variable));
            }
            variable += types[k].getSize();
        }
    }
}

package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** The initialisation of a class, which may happen in the middle of a call: whatever the call passes is put aside meanwhile. */
final class Initializer implements Opcodes {
    private final Body body;
    private final LabelNode start = new LabelNode();
    private final LabelNode end = new LabelNode();

    Initializer(Body body) {
        this.body = body;
    }

    void begin() {
        body.call(Body.RT, "suspend", "()Ljava/lang/Object;");
        body.var(ASTORE, body.suspended());
        body.label(start);
    }

    /** Just before it returns. */
    void end() {
        body.var(ALOAD, body.suspended());
        body.call(Body.RT, "resume", "(Ljava/lang/Object;)V");
    }

    /** What happens when it ends by an exception. */
    void close() {
        body.label(end);
        LabelNode handler = new LabelNode();
        body.label(handler);
        end();
        body.op(ATHROW);
        body.method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
    }
}

package symcrete.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import symcrete.rt.Branches;
import symcrete.weave.Sites.Site;

/**
 * Jumps and switches: each way is counted, and told with its condition where the input decides.
 *
 * <pre>
 *   x y            if (sx | sy) { Branches.ints(x, y, sx, sy, relation, outcome, place); if_icmplt L }
 *                  else { if_icmplt T; hit(false); goto end; T: hit(true); goto L }
 *                  end:
 * </pre>
 *
 * <p>A comparison of longs or floats and the jump behind it are one condition.
 */
final class Jumps implements Opcodes {
    private static final String BRANCHES = "symcrete/rt/Branches";
    private static final String IDENTICAL = "symcrete/rt/Identical";
    private final Body body;
    private final Sites sites;
    private final int base;

    Jumps(Body body, Sites sites, int base) {
        this.body = body;
        this.sites = sites;
        this.base = base;
    }

    /** Is this a comparison that the jump right behind it decides by? Then both are woven with the comparison. */
    boolean isFused(AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (op < LCMP || op > DCMPG) return false;
        AbstractInsnNode next = insn.getNext();
        return next instanceof JumpInsnNode && next.getOpcode() >= IFEQ && next.getOpcode() <= IFLE && sites.of(next) != null;
    }

    boolean weave(AbstractInsnNode insn) {
        Site site = sites.of(insn);
        if (isFused(insn)) {
            comparison(insn, (JumpInsnNode) insn.getNext());
            return true;
        }
        if (site == null) return false;
        if (site.cases != null) {
            body.op(DUP);
            body.load(body.top(1));
            body.push(Branches.addSwitch(site.cases));
            body.push(base + site.first);
            body.pushPlace();
            body.call(BRANCHES, "cases", "(IIIII)V");
            body.add(insn);
            return true;
        }
        jump((JumpInsnNode) insn, site);
        return true;
    }

    private void jump(JumpInsnNode insn, Site site) {
        int op = insn.getOpcode();
        boolean isOne = op <= IFLE || op >= IFNULL;
        LabelNode concrete = new LabelNode();
        LabelNode end = new LabelNode();
        if (op == IF_ACMPEQ || op == IF_ACMPNE) canonical();
        if (isOne ? body.isPlain(body.top(1)) : body.isPlain(body.top(2), body.top(1))) {
            probed(op, insn.label, site, end);
            body.label(end);
            return;
        }
        if (isOne) body.skipUnless(concrete, body.top(1));
        else body.skipUnless(concrete, body.top(2), body.top(1));
        body.op(isOne ? DUP : DUP2);
        if (op <= IFLE) {
            body.op(ICONST_0);
            body.load(body.top(1));
            body.op(ICONST_0);
            ends("ints", "(IIII", relation(op - IFEQ, site), site);
        } else if (op <= IF_ICMPLE) {
            body.load(body.top(2));
            body.load(body.top(1));
            ends("ints", "(IIII", relation(op - IF_ICMPEQ, site), site);
        } else if (op <= IF_ACMPNE) {
            body.load(body.top(2));
            body.load(body.top(1));
            asks("references", "(Ljava/lang/Object;Ljava/lang/Object;II", op == IF_ACMPEQ, site);
        } else {
            body.load(body.top(1));
            asks("nulls", "(Ljava/lang/Object;I", op == IFNULL, site);
        }
        body.jump(op, insn.label);
        body.jump(GOTO, end);
        body.label(concrete);
        probed(op, insn.label, site, end);
        body.label(end);
    }

    /** Boxes and strings of ours are compared as those that the library, or a caller, would have given. */
    private void canonical() {
        LabelNode skip = new LabelNode();
        body.getStatic("contents", "I");
        body.load(body.top(2));
        body.op(IOR);
        body.load(body.top(1));
        body.op(IOR);
        body.jump(IFEQ, skip);
        body.op(DUP2);
        body.load(body.top(2));
        body.load(body.top(1));
        body.pushPlace();
        body.call(IDENTICAL, "compared", "(Ljava/lang/Object;Ljava/lang/Object;III)V");
        for (int k = 0; k < 2; k++) {
            body.op(SWAP);
            body.call(IDENTICAL, "canonical", "(Ljava/lang/Object;)Ljava/lang/Object;");
        }
        body.label(skip);
    }

    private void ends(String name, String descriptor, int relation, Site site) {
        body.push(relation);
        body.push(base + site.first);
        body.pushPlace();
        body.call(BRANCHES, name, descriptor + "III)V");
    }

    /** The source asks for what the jump asks for, or for the opposite. */
    private void asks(String name, String descriptor, boolean asked, Site site) {
        body.push(asked == site.jumpsWhenTrue ? 1 : 0);
        body.push(base + site.first);
        body.pushPlace();
        body.call(BRANCHES, name, descriptor + "ZII)V");
    }

    /** The jump itself, each way of it counted. */
    private void probed(int op, LabelNode to, Site site, LabelNode end) {
        LabelNode taken = new LabelNode();
        int yes = base + site.first + 1;
        int no = base + site.first;
        body.jump(op, taken);
        hit(site.jumpsWhenTrue ? no : yes);
        body.jump(GOTO, end);
        body.label(taken);
        hit(site.jumpsWhenTrue ? yes : no);
        body.jump(GOTO, to);
    }

    private void hit(int outcome) {
        body.push(outcome);
        body.call(Body.TRACE, "hit", "(I)V");
    }

    private void comparison(AbstractInsnNode compare, JumpInsnNode jump) {
        Site site = sites.of(jump);
        int op = compare.getOpcode();
        char letter = op == LCMP ? 'J' : op <= FCMPG ? 'F' : 'D';
        String name = op == LCMP ? "longs" : op <= FCMPG ? "floats" : "doubles";
        LabelNode concrete = new LabelNode();
        LabelNode end = new LabelNode();
        if (body.isPlain(body.top(2), body.top(1))) {
            body.add(new InsnNode(op));
            probed(jump.getOpcode(), jump.label, site, end);
            body.label(end);
            return;
        }
        body.skipUnless(concrete, body.top(2), body.top(1));
        int y = body.temporary(Body.slots(letter));
        int x = body.temporary(Body.slots(letter));
        body.var(Body.storing(letter), y);
        body.var(Body.storing(letter), x);
        body.var(Body.loading(letter), x);
        body.var(Body.loading(letter), y);
        body.var(Body.loading(letter), x);
        body.var(Body.loading(letter), y);
        body.load(body.top(2));
        body.load(body.top(1));
        boolean isLess = op == FCMPL || op == DCMPL;
        int relation = relation(jump.getOpcode() - IFEQ, site);
        body.push(relation);
        if (op != LCMP) body.push(isLess ? -1 : 1);
        body.push(base + site.first);
        body.pushPlace();
        body.call(BRANCHES, name, "(" + letter + letter + (op == LCMP ? "IIIII)V" : "IIIIII)V"));
        body.op(op);
        body.jump(jump.getOpcode(), jump.label);
        body.jump(GOTO, end);
        body.label(concrete);
        body.add(new InsnNode(op));
        probed(jump.getOpcode(), jump.label, site, end);
        body.label(end);
    }

    /** The relation that the source asks for; each stands beside its opposite. */
    private static int relation(int jumps, Site site) {
        return site.jumpsWhenTrue ? jumps : jumps ^ 1;
    }
}

package symcrete.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * The branches and lines of a class, numbered in the order of its methods and instructions.
 *
 * <p>Weaving and describing number with this, on the same bytes, so traces and the static model agree.
 */
public final class Sites {
    /** A conditional jump or a switch. */
    public static final class Site {
        /** Its number of outcomes, and the number of the first. */
        public final int outcomes;
        public final int first;
        /** Does the jump mean that the source's condition holds? */
        public final boolean jumpsWhenTrue;
        /** The values of a switch that do not lead to the default; null for a jump. */
        public final int[] cases;
        public final int location;

        Site(int outcomes, int first, boolean jumpsWhenTrue, int[] cases, int location) {
            this.outcomes = outcomes;
            this.first = first;
            this.jumpsWhenTrue = jumpsWhenTrue;
            this.cases = cases;
            this.location = location;
        }
    }

    private final Map<AbstractInsnNode, Site> sites = new HashMap<>();
    private final Map<AbstractInsnNode, Integer> locations = new HashMap<>();
    private final Map<Integer, Integer> lines = new LinkedHashMap<>();
    private int outcomes;

    public Sites(ClassNode node) {
        lines.put(0, 0);
        for (MethodNode method : node.methods) number(method);
    }

    private void number(MethodNode method) {
        int location = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode) {
                int line = ((LineNumberNode) insn).line;
                Integer known = lines.putIfAbsent(line, lines.size());
                location = known == null ? lines.size() - 1 : known;
            }
            locations.put(insn, location);
            if (insn instanceof JumpInsnNode && isSite((JumpInsnNode) insn)) {
                sites.put(insn, new Site(2, outcomes, jumpsWhenTrue((JumpInsnNode) insn), null, location));
                outcomes += 2;
            }
            int[] cases = cases(insn);
            if (cases != null) {
                sites.put(insn, new Site(cases.length + 1, outcomes, false, cases, location));
                outcomes += cases.length + 1;
            }
        }
    }

    /** The site of an instruction; null when it has none. */
    public Site of(AbstractInsnNode insn) {
        return sites.get(insn);
    }

    public int outcomes() {
        return outcomes;
    }

    /** The location of an instruction: a position in {@link #lines}. */
    public int location(AbstractInsnNode insn) {
        return locations.getOrDefault(insn, 0);
    }

    /** Line numbers by location. The first one is 0: not known. */
    public List<Integer> lines() {
        return new ArrayList<>(lines.keySet());
    }

    /** Whether assertions are on is asked by the compiler, not by the source. */
    private static boolean isSite(JumpInsnNode jump) {
        int op = jump.getOpcode();
        if (op == Opcodes.GOTO || op == Opcodes.JSR) return false;
        AbstractInsnNode before = previous(jump);
        if (before instanceof MethodInsnNode && ((MethodInsnNode) before).name.equals("desiredAssertionStatus")) return false;
        return !(before instanceof FieldInsnNode && ((FieldInsnNode) before).name.equals("$assertionsDisabled"));
    }

    /**
     * Compilers jump over what a condition guards, so mostly the jump means that it does not hold. It means that it holds
     * when it goes back, to the start of a loop, and when it goes to where another jump falls through: the other side of {@code ||}.
     */
    private static boolean jumpsWhenTrue(JumpInsnNode jump) {
        for (AbstractInsnNode at = jump; at != null; at = at.getPrevious()) if (at == jump.label) return true;
        AbstractInsnNode before = previous(jump.label);
        return before != jump && before instanceof JumpInsnNode && before.getOpcode() != Opcodes.GOTO;
    }

    private static AbstractInsnNode previous(AbstractInsnNode insn) {
        AbstractInsnNode before = insn.getPrevious();
        while (before != null && before.getOpcode() < 0) before = before.getPrevious();
        return before;
    }

    /** The values of a switch that lead elsewhere than the default. */
    private static int[] cases(AbstractInsnNode insn) {
        List<Integer> values = new ArrayList<>();
        if (insn instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode table = (TableSwitchInsnNode) insn;
            for (int k = 0; k < table.labels.size(); k++) if (table.labels.get(k) != table.dflt) values.add(table.min + k);
        } else if (insn instanceof LookupSwitchInsnNode) {
            LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) insn;
            for (int k = 0; k < lookup.keys.size(); k++) if (lookup.labels.get(k) != lookup.dflt) values.add(lookup.keys.get(k));
        } else return null;
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Where each case of a switch leads, in the order of {@link Site#cases}, and then the default. */
    public static List<LabelNode> targets(AbstractInsnNode insn) {
        List<LabelNode> labels = insn instanceof TableSwitchInsnNode ? ((TableSwitchInsnNode) insn).labels : ((LookupSwitchInsnNode) insn).labels;
        LabelNode other = insn instanceof TableSwitchInsnNode ? ((TableSwitchInsnNode) insn).dflt : ((LookupSwitchInsnNode) insn).dflt;
        List<LabelNode> targets = new ArrayList<>();
        for (LabelNode label : labels) if (label != other) targets.add(label);
        targets.add(other);
        return targets;
    }
}

package symcrete.work;

import java.util.HashMap;
import java.util.Map;
import symcrete.rt.Run;
import symcrete.weave.ClassPath;
import symcrete.weave.Weaver;

/** The woven classes of the program, each made once, whichever loader asks for it. */
public final class Woven {
    static final class Entry {
        final byte[] bytes;
        final boolean hasState;

        Entry(byte[] bytes, boolean hasState) {
            this.bytes = bytes;
            this.hasState = hasState;
        }
    }

    private final Weaver weaver;
    private final Plan plan;
    private final Map<String, Entry> entries = new HashMap<>();

    Woven(ClassPath classes, Plan plan) {
        this.weaver = new Weaver(classes, plan.is("renew"));
        this.plan = plan;
    }

    synchronized Entry of(String name, byte[] bytes) {
        Integer module = plan.module(name);
        if (module == null) {
            Run.unknownClass();
            return new Entry(bytes, true);
        }
        return entries.computeIfAbsent(name, key -> new Entry(weaver.weave(bytes, module, plan.base(module)), weaver.isLoaded(name)));
    }
}

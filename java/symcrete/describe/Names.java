package symcrete.describe;

import org.objectweb.asm.Type;

/** Names as users write them. */
final class Names {
    private Names() {}

    /** {@code a.B.c(int,java.lang.String)}. */
    static String method(String owner, String name, String descriptor) {
        StringBuilder text = new StringBuilder(owner.replace('/', '.')).append('.').append(name).append('(');
        Type[] types = Type.getArgumentTypes(descriptor);
        for (int k = 0; k < types.length; k++) text.append(k > 0 ? "," : "").append(types[k].getClassName());
        return text.append(')').toString();
    }

    /** The source file with the folders of its package. */
    static String file(String owner, String source) {
        int slash = owner.lastIndexOf('/');
        String file = source == null ? owner.substring(slash + 1) : source;
        return owner.substring(0, slash + 1) + file;
    }
}

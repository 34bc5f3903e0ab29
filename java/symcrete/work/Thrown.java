package symcrete.work;

import symcrete.rt.Statics;

/** An exception as the executor is told of it: its class, what it says, and the calls of the program that led to it, innermost first. */
final class Thrown {
    private static final int MOST_FRAMES = 100;
    private static final int MOST_SAID = 2000;

    private Thrown() {}

    static String told(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.getClass().getName()).append('\n');
        String said = said(thrown);
        text.append(escaped(said.substring(0, Math.min(said.length(), MOST_SAID)))).append('\n');
        int n = 0;
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (!isOfProgram(frame) || n++ >= MOST_FRAMES) continue;
            String name = frame.getMethodName().equals(Statics.INITIALIZER) ? "<clinit>" : frame.getMethodName();
            text.append(frame.getClassName()).append('.').append(name).append('\t');
            text.append(file(frame)).append('\t').append(Math.max(frame.getLineNumber(), 0)).append('\n');
        }
        return text.toString();
    }

    /** A message is the program's own code and may itself fail. */
    private static String said(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? "" : message;
        } catch (Throwable why) {
            return "";
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    /** Of the program, not of the virtual machine's libraries or ours: those have no loader of this name. */
    private static boolean isOfProgram(StackTraceElement frame) {
        boolean isOurs = frame.getMethodName().contains("$symcrete") && !frame.getMethodName().equals(Statics.INITIALIZER);
        return "program".equals(frame.getClassLoaderName()) && !isOurs;
    }

    /** The source file with the folders of its package, as the static model names it. */
    private static String file(StackTraceElement frame) {
        String name = frame.getClassName();
        int dot = name.lastIndexOf('.');
        String file = frame.getFileName() == null ? name.substring(dot + 1) : frame.getFileName();
        return dot < 0 ? file : name.substring(0, dot + 1).replace('.', '/') + file;
    }
}

import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs a class of JUnit tests while JaCoCo counts what they cover of one class of a library: {@code Judge CLASSPATH TEST CLASS}.
 *
 * <p>Prints a line {@code tests RUN FAILED}, what failed, and for each line of the class with code its number, covered and missed branches, and whether it was
 * covered at all.
 */
public final class Judge {
    private static final class Loader extends URLClassLoader {
        private final String watched;
        private final Instrumenter instrumenter;

        Loader(URL[] path, String watched, Instrumenter instrumenter) {
            super(path, Judge.class.getClassLoader());
            this.watched = watched;
            this.instrumenter = instrumenter;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(watched)) return super.findClass(name);
            try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] counted = instrumenter.instrument(bytes, name);
                return defineClass(name, counted, 0, counted.length);
            } catch (java.io.IOException why) {
                throw new ClassNotFoundException(name, why);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        String[] entries = args[0].split(":");
        URL[] path = new URL[entries.length];
        for (int k = 0; k < entries.length; k++) path[k] = new java.io.File(entries[k]).toURI().toURL();
        LoggerRuntime runtime = new LoggerRuntime();
        RuntimeData data = new RuntimeData();
        runtime.startup(data);
        Loader loader = new Loader(path, args[2], new Instrumenter(runtime));
        Thread.currentThread().setContextClassLoader(loader);
        run(loader.loadClass(args[1]));
        ExecutionDataStore counted = new ExecutionDataStore();
        data.collect(counted, new SessionInfoStore(), false);
        runtime.shutdown();
        CoverageBuilder builder = new CoverageBuilder();
        try (InputStream bytes = loader.getResourceAsStream(args[2].replace('.', '/') + ".class")) {
            new Analyzer(counted, builder).analyzeClass(bytes, args[2]);
        }
        for (IClassCoverage one : builder.getClasses()) {
            for (int line = one.getFirstLine(); line <= one.getLastLine(); line++) {
                ILine found = one.getLine(line);
                int covered = found.getInstructionCounter().getCoveredCount();
                if (covered + found.getInstructionCounter().getMissedCount() == 0) continue;
                System.out.println("line " + line + " " + found.getBranchCounter().getCoveredCount() + " " + found.getBranchCounter().getMissedCount()
                        + " " + (covered > 0 ? 1 : 0));
            }
        }
    }

    private static void run(Class<?> tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(tests)).build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, listener);
        System.out.println("tests " + listener.getSummary().getTestsStartedCount() + " " + listener.getSummary().getTestsFailedCount());
        listener.getSummary().getFailures().forEach(one -> System.out.println("failed " + one.getTestIdentifier().getDisplayName() + ": " + one.getException()));
    }
}

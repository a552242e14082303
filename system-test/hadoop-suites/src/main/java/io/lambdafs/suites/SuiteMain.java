package io.lambdafs.suites;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs one class of tests in this JVM and writes a line for each test: what became of it, its name, and why. A class that fails
 * as a whole has a line of its own. A test that has {@linkplain CommandCases cases} has a line for each of them instead.
 */
public final class SuiteMain {
    private SuiteMain() {}

    /** The name of the class, and the file to write. Ends with 0 whatever becomes of the tests. */
    public static void main(String[] arguments) throws IOException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(arguments[0]))
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .build();
        try (PrintStream lines =
                new PrintStream(Files.newOutputStream(Path.of(arguments[1])), true, StandardCharsets.UTF_8)) {
            LauncherFactory.create().execute(request, new Lines(lines, new HashSet<>()));
        }
        // A test may have left threads behind, or replaced what ends a JVM.
        Runtime.getRuntime().halt(0);
    }

    /** Writes as tests end, so that those before a crash are known. */
    private record Lines(PrintStream lines, Set<String> withCases) implements TestExecutionListener {
        @Override
        public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
            String name = entry.getKeyValuePairs().get(CommandCases.CASE);
            if (name != null) {
                withCases.add(test.getUniqueId());
                write(entry.getKeyValuePairs().get(CommandCases.OUTCOME), name, "");
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            write("skipped", test.getLegacyReportingName(), reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            String why = result.getThrowable().map(String::valueOf).orElse("");
            if (withCases.contains(test.getUniqueId())) {
                return;
            }
            if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
                write(
                        switch (result.getStatus()) {
                            case SUCCESSFUL -> "passed";
                            case ABORTED -> "skipped";
                            case FAILED -> "failed";
                        },
                        test.getLegacyReportingName(),
                        why);
                result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(System.out));
            }
        }

        private void write(String outcome, String test, String why) {
            lines.println(outcome + "\t" + test.strip().replaceAll("\\s+", " ") + "\t"
                    + why.lines().findFirst().orElse("").replace('\t', ' '));
        }
    }
}

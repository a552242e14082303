package io.lambdafs.suites;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.cli.CLITestHelper;
import org.apache.hadoop.cli.util.CLITestData;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Hadoop's suites of commands run all their cases as one test. This tells the listener what became of each case. */
public final class CommandCases implements AfterEachCallback {
    /** The key of a case's name in a report. */
    static final String CASE = "case";

    /** The key of what became of it: {@code passed} or {@code failed}. */
    static final String OUTCOME = "outcome";

    private static final String CASES = "testsFromConfigFile";

    @Override
    public void afterEach(ExtensionContext context) throws ReflectiveOperationException {
        if (context.getRequiredTestInstance() instanceof CLITestHelper suite) {
            // Only subclasses may see it.
            Field field = CLITestHelper.class.getDeclaredField(CASES);
            field.setAccessible(true);
            List<?> cases = (List<?>) field.get(suite);
            for (int i = 0; cases != null && i < cases.size(); i++) {
                if (cases.get(i) instanceof CLITestData each) {
                    context.publishReportEntry(Map.of(
                            CASE, (i + 1) + ": " + each.getTestDesc(),
                            OUTCOME, each.getTestResult() ? "passed" : "failed"));
                }
            }
        }
    }
}

package io.lambdafs.system;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Says on the console which test was skipped and why; what tests print themselves goes to files. */
public final class SkippedOnConsole implements TestExecutionListener {
    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        say(test, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            say(
                    test,
                    result.getThrowable().map(Throwable::getMessage).orElse("an assumption of the test does not hold"));
        }
    }

    private static void say(TestIdentifier test, String reason) {
        String line = "SKIPPED " + test.getLegacyReportingName() + " ("
                + test.getParentId().orElse("") + "): " + reason + "\n";
        // The runner has replaced System.err; the process's own goes to the console.
        try {
            new FileOutputStream(FileDescriptor.err).write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

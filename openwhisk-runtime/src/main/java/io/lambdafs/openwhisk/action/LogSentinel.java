package io.lambdafs.openwhisk.action;

import java.io.PrintStream;

/** Marks the end of an activation in the logs, so that OpenWhisk knows where its lines end. */
final class LogSentinel {
    static final String LINE = "XXX_THE_END_OF_A_WHISK_ACTIVATION_XXX";

    private final PrintStream out;
    private final PrintStream err;
    private final boolean enabled;

    LogSentinel(PrintStream out, PrintStream err, boolean enabled) {
        this.out = out;
        this.err = err;
        this.enabled = enabled;
    }

    void write() {
        if (enabled) {
            out.println(LINE);
            out.flush();
            err.println(LINE);
            err.flush();
        }
    }
}

package io.lambdafs.cli.tour;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;

/** Prints a line for each step: what, what came out, how long it took. */
final class Steps {
    private final PrintStream out;

    Steps(PrintStream out) {
        this.out = out;
    }

    /** A step, which says what came out. */
    interface Step {
        String run() throws IOException, InterruptedException;
    }

    void step(String what, Step step) throws IOException, InterruptedException {
        out.printf(Locale.ROOT, "  %-44s ", what);
        out.flush();
        long begin = System.nanoTime();
        String result;
        try {
            result = step.run();
        } catch (IOException | InterruptedException | RuntimeException e) {
            out.println("failed");
            throw e;
        }
        out.printf(Locale.ROOT, "%-28s %6.1f s%n", result, (System.nanoTime() - begin) / 1e9);
        out.flush();
    }
}

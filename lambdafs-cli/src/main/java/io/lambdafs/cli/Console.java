package io.lambdafs.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/** Where the command tells the user what it does. */
final class Console {
    private final PrintStream out;
    private final InstantSource clock;

    Console(PrintStream out, InstantSource clock) {
        this.out = out;
        this.clock = clock;
    }

    static Console standard() {
        // UTF-8 whatever the locale says: terminals show it, and the name of the system needs it.
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        return new Console(new PrintStream(out, true, StandardCharsets.UTF_8), InstantSource.system());
    }

    void line(String text) {
        out.println(text);
        out.flush();
    }

    void line(String format, Object... values) {
        line(String.format(Locale.ROOT, format, values));
    }

    /** Shows a step while it runs and how long it took; a failure ends the line and goes on to the caller. */
    void step(String what, Runnable work) {
        out.print("  " + what + " … ");
        out.flush();
        Instant begin = clock.instant();
        try {
            work.run();
        } catch (RuntimeException e) {
            out.println("failed");
            throw e;
        }
        double seconds = Duration.between(begin, clock.instant()).toMillis() / 1000.0;
        line(String.format(Locale.ROOT, "%.1f s", seconds));
    }
}

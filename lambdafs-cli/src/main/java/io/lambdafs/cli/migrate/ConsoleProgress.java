package io.lambdafs.cli.migrate;

import io.lambdafs.migration.MigrationProgress;
import io.lambdafs.store.move.MoveTable;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Prints a line for each table when it is done, and one in between every few seconds. */
final class ConsoleProgress implements MigrationProgress {
    private static final long BETWEEN_NANOS = 5_000_000_000L;

    private final PrintStream out;
    private final LongSupplier nanos;
    private @Nullable MoveTable table;
    private @Nullable Phase phase;
    private long began;
    private long printed;

    ConsoleProgress(PrintStream out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
    }

    @Override
    public void step(String what) {
        began = nanos.getAsLong();
        table = null;
        out.println("  " + what);
    }

    @Override
    public void rows(Phase now, MoveTable of, long done, long total) {
        long moment = nanos.getAsLong();
        if (of != table || now != phase) {
            // The time of the first page is that since the table before it was done.
            table = of;
            phase = now;
            printed = began;
        }
        boolean ended = done >= total;
        if (total > 0 && (ended || moment - printed >= BETWEEN_NANOS)) {
            printed = moment;
            double seconds = Math.max(moment - began, 1) / 1e9;
            out.printf(
                    Locale.ROOT,
                    "  %s %-32s %,12d of %,d (%d %%), %,.0f rows/s%n",
                    now == Phase.COPY ? "copied  " : "compared",
                    of.label(),
                    done,
                    total,
                    done * 100 / total,
                    done / seconds);
        }
        if (ended) {
            began = moment;
        }
    }
}

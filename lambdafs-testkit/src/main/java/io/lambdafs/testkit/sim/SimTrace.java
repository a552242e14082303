package io.lambdafs.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened in a world, line by line if that is wanted, and as a number in any case. */
public final class SimTrace {
    private static final int MAX_LINES = 200_000;
    private static final long PRIME = 0x100000001b3L;

    private final boolean kept;
    private final List<String> lines = new ArrayList<>();
    private long fingerprint = 0xcbf29ce484222325L;

    /** A trace that keeps its lines, or none. */
    public SimTrace(boolean kept) {
        this.kept = kept;
    }

    void step(long nanos, long order) {
        fingerprint = ((fingerprint ^ nanos) * PRIME ^ order) * PRIME;
    }

    void note(long nanos, Object who, String what, Object... details) {
        if (!kept || lines.size() >= MAX_LINES) {
            return;
        }
        StringBuilder line =
                new StringBuilder(String.format(Locale.ROOT, "%13.6f ms  %-28s %s", nanos / 1e6, who, what));
        for (Object detail : details) {
            line.append(' ').append(detail);
        }
        lines.add(line.toString());
    }

    long fingerprint() {
        return fingerprint;
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}

package io.lambdafs.openwhisk.platform.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What one instance writes to its standard output and error: two files, cut when they grow too large. */
final class InstanceLogs {
    private static final long MAX_FILE_BYTES = 64L << 20;
    private static final long WAIT_MILLIS = 2_000;
    private static final int POLL_MILLIS = 2;

    private final Path out;
    private final Path err;
    private final InstantSource clock;
    private final LogTail outTail;
    private final LogTail errTail;

    InstanceLogs(Path out, Path err, InstantSource clock) {
        this.out = out;
        this.err = err;
        this.clock = clock;
        outTail = new LogTail(out);
        errTail = new LogTail(err);
    }

    /** The lines of the activation that has just ended; if they are marked, waits a bounded time for both sentinels. */
    synchronized List<String> collect(int maxBytes, boolean marked) {
        try {
            return collectBoth(maxBytes, marked ? WAIT_MILLIS : 0);
        } catch (IOException e) {
            return List.of(line("stderr", "There was an issue while collecting your logs. Data might be missing."));
        }
    }

    /** Empties a file that has grown too large; its writer appends, so nothing else is needed. */
    void trim() throws IOException {
        for (Path file : List.of(out, err)) {
            if (Files.exists(file) && Files.size(file) > MAX_FILE_BYTES) {
                FileChannel.open(file, StandardOpenOption.WRITE).truncate(0).close();
            }
        }
    }

    private List<String> collectBoth(int maxBytes, long waitMillis) throws IOException {
        long until = clock.millis() + waitMillis;
        while (!areComplete(maxBytes) && clock.millis() < until) {
            pause();
        }
        List<String> lines = new ArrayList<>();
        int budget = append(lines, "stdout", outTail.take(), maxBytes);
        if (append(lines, "stderr", errTail.take(), budget) < 0) {
            lines.add(line(
                    "stderr",
                    "Logs were truncated because the total bytes size exceeds the limit of " + maxBytes + " bytes."));
        }
        return lines;
    }

    private boolean areComplete(int maxBytes) throws IOException {
        boolean outComplete = outTail.isComplete(maxBytes);
        // Both are read in any case: an activation that failed has no sentinels, but lines.
        return errTail.isComplete(maxBytes) && outComplete;
    }

    private int append(List<String> lines, String stream, List<String> added, int maxBytes) {
        int budget = maxBytes;
        for (String text : added) {
            budget -= text.length() + 1;
            if (budget < 0) {
                break;
            }
            lines.add(line(stream, text));
        }
        return budget;
    }

    private String line(String stream, String text) {
        return String.format(Locale.ROOT, "%-30s %s: %s", Instant.ofEpochMilli(clock.millis()), stream, text);
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

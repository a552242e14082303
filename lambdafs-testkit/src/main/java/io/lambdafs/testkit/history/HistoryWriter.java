package io.lambdafs.testkit.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the lines of a history to a file. Thread-safe. */
public final class HistoryWriter implements AutoCloseable {
    private final BufferedWriter out;

    public HistoryWriter(Path file) throws IOException {
        out = Files.newBufferedWriter(file);
    }

    /** Writes one operation with what came of it. */
    public void write(Event event) {
        String line = JsonLine.of(event::describe);
        try {
            synchronized (out) {
                out.write(line);
                out.newLine();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (out) {
            out.close();
        }
    }

    /** A moment on the machine's monotonic clock, which its processes share, and on its wall clock. */
    public record Moment(long nanos, long millis) {}

    /**
     * One operation from its call to its return.
     *
     * @param last whether it belongs to the reads of the final state
     */
    public record Event(int client, FileOperation operation, Moment call, Moment end, Answer answer, boolean last) {
        private void describe(JsonLine line) {
            line.number("client", client).text("op", operation.word()).text("path", operation.path());
            operation.describe(line);
            line.number("call", call.nanos()).number("callMillis", call.millis());
            if (answer.isKnown()) {
                line.number("return", end.nanos()).number("returnMillis", end.millis());
            }
            line.flag("final", last);
            answer.describe(line);
        }
    }
}

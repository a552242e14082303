package io.lambdafs.benchmark.harness.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a trace. Thread-safe. */
public final class TraceWriter implements AutoCloseable {
    private final BufferedWriter out;

    /** Writes to a file, over what was there. */
    public TraceWriter(Path file, TraceHead head) throws IOException {
        this.out = Files.newBufferedWriter(file);
        out.write(head.toJson());
        out.newLine();
    }

    /**
     * Writes a line.
     *
     * @throws UncheckedIOException if that fails
     */
    public void write(TraceLine line) {
        String json = line.toJson();
        synchronized (out) {
            try {
                out.write(json);
                out.newLine();
            } catch (IOException e) {
                throw new UncheckedIOException("the trace cannot be written: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (out) {
            out.close();
        }
    }
}

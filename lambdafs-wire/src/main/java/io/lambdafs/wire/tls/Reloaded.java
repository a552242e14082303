package io.lambdafs.wire.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A value that is read from files, and read again within a second of use after one of them has changed. Thread-safe.
 *
 * <p>Two files are never replaced at the same instant. A reading that fails therefore leaves the earlier value in use, and is
 * tried again. It is reported once for each state of the files.
 */
final class Reloaded<T> {
    /** How often the files are looked at, at most. */
    static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<Path> files;
    private final Reading<T> reading;
    private final LongSupplier nanoTime;
    private final Consumer<String> warnings;
    private volatile T value;
    private volatile long looked;
    private List<Object> valueState;
    private List<Object> reportedState;

    /** How to make the value from the files' present content. */
    interface Reading<T> {
        T read() throws IOException;
    }

    /**
     * Reads the value for the first time.
     *
     * @param warnings takes the cause when a later reading fails
     * @throws IOException if this one fails
     */
    Reloaded(Reading<T> reading, LongSupplier nanoTime, Consumer<String> warnings, Path... files) throws IOException {
        this.files = Arrays.asList(files);
        this.reading = reading;
        this.nanoTime = nanoTime;
        this.warnings = warnings;
        this.looked = nanoTime.getAsLong();
        this.valueState = state();
        this.reportedState = valueState;
        this.value = reading.read();
    }

    /** The value of the files, as they were a second ago or later. */
    T get() {
        if (nanoTime.getAsLong() - looked >= LOOK_NANOS) {
            look();
        }
        return value;
    }

    private synchronized void look() {
        long now = nanoTime.getAsLong();
        if (now - looked < LOOK_NANOS) {
            return;
        }
        looked = now;
        List<Object> state = state();
        if (state.equals(valueState)) {
            return;
        }
        try {
            value = reading.read();
            valueState = state;
        } catch (IOException e) {
            if (!state.equals(reportedState)) {
                reportedState = state;
                warnings.accept(e.getMessage() + " What was read before stays in use.");
            }
        }
    }

    /** What changes whenever a file does. */
    private List<Object> state() {
        List<Object> state = new ArrayList<>();
        for (Path file : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                state.add(attributes.lastModifiedTime());
                state.add(attributes.size());
                state.add(String.valueOf(attributes.fileKey()));
            } catch (IOException e) {
                state.add("missing");
            }
        }
        return state;
    }
}

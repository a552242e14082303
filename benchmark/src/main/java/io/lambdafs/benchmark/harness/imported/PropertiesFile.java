package io.lambdafs.benchmark.harness.imported;

import io.lambdafs.benchmark.harness.arrival.Amount;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.workload.Mix;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * A file of keys and values, with {@code =} or {@code :} between them; both programs have the same keys for their mixes. Each error names the key and says
 * what to write. For one thread.
 */
final class PropertiesFile {
    private static final long MILLION = 1_000_000;

    private final Path file;
    private final Properties properties = new Properties();
    private final Set<String> unread = new TreeSet<>();

    PropertiesFile(Path file) throws IOException {
        this.file = file;
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + " is not a file of keys and values: " + e.getMessage(), e);
        }
        unread.addAll(properties.stringPropertyNames());
    }

    String text(String key, String otherwise) {
        unread.remove(key);
        return properties.getProperty(key, otherwise).strip();
    }

    long count(String key, long otherwise) {
        return Amount.count(name(key), text(key, Long.toString(otherwise)));
    }

    /** A number that fits an {@code int}. */
    int number(String key, int otherwise) {
        long value = count(key, otherwise);
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name(key) + " is " + value + ": write at most " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    /** Milliseconds in the file. */
    long nanosOfMillis(String key, long otherwise) {
        long millis = count(key, otherwise);
        if (millis > 7L * 24 * 3600 * 1000) {
            throw new IllegalArgumentException(name(key) + " is " + millis + " ms: write at most a week");
        }
        return millis * MILLION;
    }

    boolean flag(String key) {
        String text = text(key, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(name(key) + " is '" + text + "': write true or false");
        }
        return text.equals("true");
    }

    double positive(String key, String otherwise) {
        return Amount.positive(name(key), text(key, otherwise));
    }

    /** The mix of {@code interleaved.*.percentage}. */
    Mix mix() {
        Map<OperationKind, Double> percentages = new EnumMap<>(OperationKind.class);
        for (OperationKind kind : OperationKind.values()) {
            String key = "interleaved." + kind.hammerKey() + ".percentage";
            if (!kind.hammerKey().isEmpty()) {
                String text = text(key, "0");
                percentages.put(kind, Amount.isZero(text) ? 0 : Amount.positive(name(key), text));
            }
        }
        try {
            return Mix.of(percentages);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ", interleaved.*.percentage: " + e.getMessage(), e);
        }
    }

    /** What an error calls a key. */
    String name(String key) {
        return key + " in " + file;
    }

    /** Keys that nobody has asked for, in alphabetical order. */
    Set<String> unread() {
        return unread;
    }
}

package io.lambdafs.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What function instances say of themselves, in a file each, so that paused ones can be asked too. */
final class InstanceReports {
    private static final String UNKNOWN = "-";

    private final Path directory;

    InstanceReports(DataDirectory data) {
        directory = directory(data);
    }

    /** Where instances write. */
    static Path directory(DataDirectory data) {
        return data.of("run").resolve("instances");
    }

    /** What the instance of this process says; without figures if it has said nothing. */
    Report of(long pid) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(directory.resolve(pid + ".properties"))) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException none) {
            properties.clear();
        }
        return new Report(properties);
    }

    /** What one instance says; texts, because all may be unknown. */
    static final class Report {
        private static final double MICROS_PER_MILLI = 1000;
        private static final int PERCENT = 100;
        private static final Pattern WHOLE_NUMBER = Pattern.compile("-?\\d{1,18}");

        private final Properties figures;

        private Report(Properties figures) {
            this.figures = figures;
        }

        /** Connections that it has open to clients. */
        String tcpConnections() {
            return text("tcp-connections");
        }

        /** How loaded it is, from 1 (idle) to 255 (saturated). */
        String load() {
            return text("load");
        }

        /** Operations that it served, whichever way they came. */
        String operations() {
            return text("operations");
        }

        /** Whether it keeps metadata in a cache. */
        boolean caches() {
            return figures.containsKey("cache-entries");
        }

        String cacheEntries() {
            return text("cache-entries");
        }

        String cacheBytes() {
            return text("cache-bytes");
        }

        /** Reads answered from memory, of those that could have been. */
        String hitRate() {
            long hits = number("cache-hits").orElse(0);
            long reads = hits + number("cache-misses").orElse(0);
            return reads == 0 ? UNKNOWN : PERCENT * hits / reads + " %";
        }

        /** Whether it serves from its cache, is about to, or cannot prove its session. */
        String lease() {
            return number("lease-valid").orElse(0) == 0
                    ? "none"
                    : number("admitted").orElse(0) == 0 ? "joining" : "valid";
        }

        /** Rounds of this kind, with the median and the 99th percentile of how long they took, in milliseconds. */
        String rounds(String kind) {
            String of = "rounds-" + kind;
            return text(of) + " (" + millis(of + "-p50-micros") + "/" + millis(of + "-p99-micros") + ")";
        }

        /** Rounds that had nobody to tell. */
        String roundsAlone() {
            return text("rounds-alone");
        }

        /** All its figures that are whole numbers, by name. */
        SortedMap<String, Long> numbers() {
            SortedMap<String, Long> numbers = new TreeMap<>();
            for (String name : figures.stringPropertyNames()) {
                if (WHOLE_NUMBER.matcher(figures.getProperty(name)).matches()) {
                    numbers.put(name, Long.parseLong(figures.getProperty(name)));
                }
            }
            return numbers;
        }

        private String millis(String name) {
            OptionalLong micros = number(name);
            return micros.isEmpty()
                    ? UNKNOWN
                    : String.format(Locale.ROOT, "%.1f", micros.getAsLong() / MICROS_PER_MILLI);
        }

        private OptionalLong number(String name) {
            return Optional.ofNullable(figures.getProperty(name))
                    .map(value -> OptionalLong.of(Long.parseLong(value)))
                    .orElse(OptionalLong.empty());
        }

        private String text(String name) {
            return figures.getProperty(name, UNKNOWN);
        }
    }
}

package io.lambdafs.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

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

    /**
     * What one instance says; texts, because all may be unknown.
     *
     * @param tcpConnections connections that it has open to clients
     * @param operations operations that it served, whichever way they came
     */
    record Report(String tcpConnections, String operations) {}

    Report of(long pid) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(directory.resolve(pid + ".properties"))) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException none) {
            return new Report(UNKNOWN, UNKNOWN);
        }
        return new Report(
                properties.getProperty("tcp-connections", UNKNOWN), properties.getProperty("operations", UNKNOWN));
    }
}

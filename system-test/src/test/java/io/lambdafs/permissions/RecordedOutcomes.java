package io.lambdafs.permissions;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** How the calls of the matrix ended on HDFS 3.5.0. */
final class RecordedOutcomes {
    private static final List<String> WITH_STACKS =
            List.of("PathIsNotEmptyDirectoryException", "PathIsNotDirectoryException");

    private static final List<Known> KNOWN = List.of(
            new Known("getErasureCodingPolicy", "access=READ, inode=\"/above/parent/target\"", "null"),
            new Known("getQuotaUsage of a quota | directory | target 1777", "by sticky bit", "2"),
            new Known("getSnapshotDiffReport | directory | target 1777", "by sticky bit", "0"),
            new Known("rollingUpgrade", "for operation finalizeRollingUpgrade", "for operation rollingUpgrade"),
            new Known("setSafeMode", "for operation safemode_leave", "for operation setSafeMode"));

    private RecordedOutcomes() {}

    /** The outcomes by the calls' names. */
    static Map<String, String> ofHdfs() throws IOException {
        Map<String, String> outcomes = new LinkedHashMap<>();
        try (InputStream packed = requireNonNull(
                        RecordedOutcomes.class.getResourceAsStream("/permissions/hdfs-outcomes.txt.gz"));
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int arrow = line.indexOf(" => ");
                outcomes.put(line.substring(0, arrow), line.substring(arrow + " => ".length()));
            }
        }
        return outcomes;
    }

    /**
     * Whether a call ended as recorded, or differs as is known. Of some exceptions HDFS's client makes a text that has the server's stack
     * in it.
     */
    static boolean areAlike(String call, String recorded, String here) {
        return essence(recorded).equals(essence(here))
                || KNOWN.stream().anyMatch(known -> known.explains(call, recorded, here));
    }

    private static String essence(String outcome) {
        return WITH_STACKS.stream().filter(outcome::startsWith).findFirst().orElse(outcome);
    }

    /**
     * A difference from HDFS.
     *
     * @param call how the names of the calls begin
     * @param recorded what HDFS's outcome has in it
     * @param here what the outcome here has in it
     */
    private record Known(String call, String recorded, String here) {
        boolean explains(String name, String onHdfs, String outcome) {
            return name.startsWith(call + " | ") && onHdfs.contains(recorded) && outcome.contains(here);
        }
    }
}

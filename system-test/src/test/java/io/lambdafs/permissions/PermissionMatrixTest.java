package io.lambdafs.permissions;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every call by every user under all rights ends as it did on HDFS 3.5.0. */
final class PermissionMatrixTest {
    private static final int SHOWN = 40;

    @Test
    @Tag("long")
    void everyCall_endsAsOnHdfs() throws IOException {
        Stack stack = SharedStack.get();
        Configuration configuration = stack.hadoopConfiguration();
        Map<String, String> outcomes;
        try (PermissionMatrix matrix = new PermissionMatrix(FileSystem.getDefaultUri(configuration), configuration)) {
            outcomes = matrix.outcomes();
        }
        Map<String, String> onHdfs = recorded();
        assertThat(outcomes.keySet()).isEqualTo(onHdfs.keySet());
        List<String> different = onHdfs.entrySet().stream()
                .filter(each -> !essence(each.getValue()).equals(essence(requireNonNull(outcomes.get(each.getKey())))))
                .map(each -> each + "\n   here: " + outcomes.get(each.getKey()))
                .toList();
        assertThat(different.stream().limit(SHOWN)).as("of " + different.size()).isEmpty();
    }

    /** Of this exception HDFS's client makes a text that has the server's stack in it. */
    private static String essence(String outcome) {
        String notEmpty = "PathIsNotEmptyDirectoryException";
        return outcome.startsWith(notEmpty) ? notEmpty : outcome;
    }

    private static Map<String, String> recorded() throws IOException {
        Map<String, String> outcomes = new LinkedHashMap<>();
        try (InputStream packed = requireNonNull(
                        PermissionMatrixTest.class.getResourceAsStream("/permissions/hdfs-outcomes.txt.gz"));
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int arrow = line.indexOf(" => ");
                outcomes.put(line.substring(0, arrow), line.substring(arrow + " => ".length()));
            }
        }
        return outcomes;
    }
}

package io.lambdafs.permissions;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
        Map<String, String> onHdfs = RecordedOutcomes.ofHdfs();
        assertThat(outcomes.keySet()).isEqualTo(onHdfs.keySet());
        List<String> different = onHdfs.entrySet().stream()
                .filter(each -> !RecordedOutcomes.areAlike(
                        each.getKey(), each.getValue(), requireNonNull(outcomes.get(each.getKey()))))
                .map(each -> each + "\n   here: " + outcomes.get(each.getKey()))
                .toList();
        assertThat(different.stream().limit(SHOWN)).as("of " + different.size()).isEmpty();
    }
}

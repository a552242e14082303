package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start remembers of the number of functions that the store records. */
final class DeploymentsRecordTest {
    @TempDir
    private Path root;

    /** A start that failed has saved another number already; the next one must look at the store. */
    @Test
    void note_countsForItsNumberAndItsStoreOnly() throws IOException {
        DataDirectory data = new DataDirectory(root);
        Files.createDirectories(data.of("conf"));
        StackConfig four = StackConfig.defaults();
        assertThat(DeploymentsRecord.isNoted(data, four)).isFalse();

        DeploymentsRecord.note(data, four);

        assertThat(DeploymentsRecord.isNoted(data, four)).isTrue();
        assertThat(DeploymentsRecord.isNoted(data, with(data, "deployments", "8")))
                .isFalse();
        assertThat(DeploymentsRecord.isNoted(data, with(data, "store", "jdbc:postgresql://elsewhere/lambdafs")))
                .isFalse();
    }

    private static StackConfig with(DataDirectory data, String key, String value) throws IOException {
        StackConfig.defaults().save(data);
        Path file = data.hadoopConfiguration().resolve("stack.properties");
        Properties saved = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            saved.load(in);
        }
        saved.setProperty(key, value);
        try (var out = Files.newBufferedWriter(file)) {
            saved.store(out, null);
        }
        return StackConfig.load(data);
    }
}

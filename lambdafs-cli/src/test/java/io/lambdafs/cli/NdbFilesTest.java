package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NdbFilesTest {
    @TempDir
    private Path directory;

    @Test
    void directoryWithTheLibrary_isTaken_whateverItsVersion() throws IOException {
        Files.createFile(directory.resolve("libndbclient.so.6.1.0"));
        assertThat(NdbFiles.requireLibraryIn(directory)).isEqualTo(directory);
    }

    @Test
    void missingLibrary_isNamed() throws IOException {
        Files.createFile(directory.resolve("libother.so"));
        assertThatThrownBy(() -> NdbFiles.requireLibraryIn(directory))
                .isInstanceOf(CliException.class)
                .hasMessageContaining(directory.resolve("libndbclient.so").toString());
    }

    @Test
    void missingDirectory_isNamed() {
        Path absent = directory.resolve("absent");
        assertThatThrownBy(() -> NdbFiles.requireLibraryIn(absent))
                .isInstanceOf(CliException.class)
                .hasMessageContaining(absent.toString());
    }
}

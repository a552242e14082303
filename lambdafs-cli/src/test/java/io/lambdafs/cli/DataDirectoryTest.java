package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which directories are accepted as a stack's own. */
final class DataDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void newDirectory_isPreparedAndRecognised() {
        DataDirectory data = new DataDirectory(parent.resolve("a/b"));
        assertThatThrownBy(data::requireExists).isInstanceOf(CliException.class).hasMessageContaining("lambdafs start");
        data.prepare();
        data.prepare();
        data.requireExists();
        assertThat(data.log("x").getParent()).isDirectory();
        assertThat(data.pidFile("x").getParent()).isDirectory();
    }

    @Test
    void otherLayout_isRefusedWithBothVersions() throws IOException {
        DataDirectory data = new DataDirectory(parent.resolve("a"));
        data.prepare();
        Files.writeString(data.of("VERSION"), "99\n");
        assertThatThrownBy(data::prepare)
                .isInstanceOf(CliException.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("version " + DataDirectory.LAYOUT)
                .hasMessageContaining("--data-dir");
        assertThatThrownBy(data::requireExists).isInstanceOf(CliException.class);
    }

    @Test
    void directoryOfOthers_isLeftAlone() throws IOException {
        Files.writeString(parent.resolve("thesis.txt"), "precious");
        assertThatThrownBy(() -> new DataDirectory(parent).prepare())
                .isInstanceOf(CliException.class)
                .hasMessageContaining("not empty");
        assertThat(parent).isDirectoryContaining(path -> path.endsWith("thesis.txt"));
    }

    @Test
    void twoCommandsAtOnce_areRefused() {
        DataDirectory data = new DataDirectory(parent.resolve("a"));
        data.prepare();
        data.exclusively(() -> assertThatThrownBy(() -> data.exclusively(() -> {}))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("another lambdafs command"));
    }

    @Test
    void delete_leavesNothing() {
        DataDirectory data = new DataDirectory(parent.resolve("a"));
        data.prepare();
        data.delete();
        assertThat(parent).isEmptyDirectory();
    }
}

package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.cli.secret.StackKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
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
    void whatOthersMustNotRead_isTheOwnersOnly_alsoOfAnEarlierVersion() throws IOException {
        DataDirectory data = new DataDirectory(parent.resolve("a"));
        List<String> names = List.of("conf", "logs", "platform", "run", "store", "zookeeper");
        for (int start = 0; start < 2; start++) {
            data.prepare();
            for (String name : names) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.of(name))))
                        .as(name)
                        .isEqualTo("rwx------");
                Files.setPosixFilePermissions(data.of(name), PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    @Test
    void key_isMadeOnceAndKept_andAlsoGivenToAStackOfAnEarlierVersion() throws IOException {
        DataDirectory data = new DataDirectory(parent.resolve("a"));
        data.prepare();
        Path file = data.of("conf/platform.key");
        StackKey key = new StackKey(file);
        assertThatThrownBy(key::require).isInstanceOf(IOException.class).hasMessageContaining("lambdafs start");
        String made = key.adopt();
        assertThat(made).matches("[0-9a-f-]{36}:[0-9a-f]{64}");
        assertThat(key.adopt()).isEqualTo(made);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(key.require()).isEqualTo(made);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.writeString(file, "");
        assertThatThrownBy(key::require).isInstanceOf(IOException.class).hasMessageContaining(file.toString());
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

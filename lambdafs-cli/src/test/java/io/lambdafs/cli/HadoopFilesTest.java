package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files by which clients find a stack. */
final class HadoopFilesTest {
    private final HadoopFiles files = new HadoopFiles(StackConfig.defaults(), "me:se<cret&");

    @TempDir
    private Path directory;

    @Test
    void jar_staysTheSameWhileTheSettingsDo() throws IOException {
        files.write(directory);
        byte[] jar = Files.readAllBytes(HadoopFiles.jar(directory));
        Files.setLastModifiedTime(HadoopFiles.jar(directory), java.nio.file.attribute.FileTime.fromMillis(1000));
        files.write(directory);
        assertThat(HadoopFiles.jar(directory)).hasBinaryContent(jar);
        assertThat(Files.getLastModifiedTime(HadoopFiles.jar(directory)).toMillis())
                .isEqualTo(1000);
    }

    @Test
    void filesWithTheKey_areTheUsersOnly() throws IOException {
        files.writeClientProperties(directory.resolve("a/client.properties"));
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("a/client.properties"))))
                .isEqualTo("rw-------");
    }

    @Test
    void xml_escapesValues() {
        assertThat(HadoopFiles.xml(Map.of("k", "a<b&c"))).contains("<value>a&lt;b&amp;c</value>");
    }
}

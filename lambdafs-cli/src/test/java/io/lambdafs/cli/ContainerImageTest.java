package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written for a container image, and what is refused. */
final class ContainerImageTest {
    private static final Map<String, String> NEEDED = Map.of(
            "LAMBDAFS_STORE_URL", "jdbc:postgresql://store:5432/lambdafs",
            "LAMBDAFS_ZOOKEEPER", "zookeeper:2181",
            "LAMBDAFS_DEPLOYMENTS", "4",
            "LAMBDAFS_SUPERUSER", "hdfs");

    @TempDir
    private Path directory;

    private Distribution distribution;

    @BeforeEach
    void build() throws IOException {
        distribution = new Distribution(directory.resolve("home"));
        Path first = Files.writeString(directory.resolve("first.jar"), "1");
        Path second = Files.writeString(directory.resolve("second.jar"), "2");
        Path dist = Files.createDirectories(distribution.home().resolve("lambdafs-cli/target/dist"));
        Files.writeString(dist.resolve("function.classpath"), first + ":" + second + "\n");
    }

    @Test
    void jarsKeepTheirOrder_andSettingsAreQuoted() throws IOException {
        Path image = directory.resolve("new/image");
        new ContainerImage(distribution, with("LAMBDAFS_STORE_PASSWORD", "a \"b\" $c\\")).write(image);
        assertThat(image.resolve("lib/first.jar")).hasContent("1");
        assertThat(image.resolve("lib/second.jar")).hasContent("2");
        assertThat(image.resolve("Dockerfile"))
                .content()
                .contains("COPY lib/ /lambdafs/lib/\n")
                .contains("ENV LAMBDAFS_STORE_PASSWORD=\"a \\\"b\\\" \\$c\\\\\"\n")
                .contains("ENV LAMBDAFS_SUPERUSER=\"hdfs\"\n")
                .contains("\"-cp\",\"/lambdafs/lib/first.jar:/lambdafs/lib/second.jar\","
                        + "\"io.lambdafs.runtime.FunctionMain\"]");
    }

    @Test
    void classesThatWereRecorded_areArchivedByTheImagesOwnJava() throws IOException {
        ContainerImage written = new ContainerImage(distribution, NEEDED);
        assertThat(written.startsFast()).isFalse();
        ClassArchive archive = distribution.classArchive("function", distribution.classPath("function"));
        Files.createDirectories(archive.file().getParent());
        Files.writeString(archive.listFile(), "java/lang/Object");
        assertThat(written.startsFast()).as("while an archive is recorded").isFalse();
        Files.writeString(archive.file(), "archive");
        assertThat(written.startsFast()).isTrue();

        Path image = directory.resolve("image");
        written.write(image);
        assertThat(image.resolve("function.classes")).hasContent("java/lang/Object");
        assertThat(image.resolve("Dockerfile"))
                .content()
                .contains("RUN [\"java\",\"-Xshare:dump\",")
                .contains("\"-XX:SharedArchiveFile=/lambdafs/function.jsa\",\"-cp\"");
    }

    @Test
    void settings_thatNoInstanceCouldStartWith_areNamed() {
        assertThatThrownBy(() -> new ContainerImage(distribution, Map.of()))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("configuration.md")
                .hasMessageContaining("LAMBDAFS_");
        assertThatThrownBy(() -> new ContainerImage(distribution, with("LAMBDAFS_STOER_USER", "x")))
                .hasMessageContaining("LAMBDAFS_STOER_USER");
        assertThatThrownBy(() -> new ContainerImage(distribution, with("LAMBDAFS_STORE_PASSWORD", "a\nb")))
                .hasMessageContaining("LAMBDAFS_STORE_PASSWORD")
                .hasMessageContaining("several lines");
    }

    @Test
    void directory_thatHasSomethingInIt_isLeftAlone() throws IOException {
        Path other = Files.writeString(directory.resolve("precious"), "x");
        assertThatThrownBy(() -> new ContainerImage(distribution, NEEDED).write(directory))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("not empty");
        assertThat(other).hasContent("x");
        assertThat(directory.resolve("Dockerfile")).doesNotExist();
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> settings = new HashMap<>(NEEDED);
        settings.put(name, value);
        return settings;
    }
}

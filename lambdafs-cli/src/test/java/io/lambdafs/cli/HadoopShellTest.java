package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which class archive the Hadoop shell of a stack uses. */
final class HadoopShellTest {
    private static final String USE = "\"-XX:SharedArchiveFile=";

    @TempDir
    private Path directory;

    @BeforeEach
    void makeDistribution() throws IOException {
        Path target = Files.createDirectories(directory.resolve("home/lambdafs-cli/target/dist"));
        Path jar = Files.writeString(directory.resolve("some.jar"), "classes");
        Files.writeString(target.resolve("hadoop.classpath"), jar.toString());
        Files.writeString(target.resolveSibling("lambdafs-cli.jar"), "more classes");
    }

    private DataDirectory data(String name) {
        DataDirectory data = new DataDirectory(directory.resolve(name));
        data.prepare();
        return data;
    }

    private HadoopShell shell(DataDirectory data) {
        return new HadoopShell(new Distribution(directory.resolve("home")), data);
    }

    private static Path archive(DataDirectory data) throws IOException {
        return Files.readAllLines(data.hadoopArguments()).stream()
                .filter(line -> line.startsWith(USE))
                .map(line -> Path.of(line.substring(USE.length(), line.length() - 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void archiveThatOneStackHasMade_isUsedByOthers() throws IOException {
        DataDirectory first = data("first");
        DataDirectory second = data("second");
        assertThat(shell(first).writeArguments()).as("is to be made").isTrue();
        Files.writeString(archive(first), "archive");

        assertThat(shell(second).writeArguments()).as("is to be made").isFalse();
        assertThat(archive(second)).isEqualTo(archive(first));
        assertThat(Files.readString(second.hadoopArguments()))
                .contains(directory.resolve("some.jar") + ":")
                .contains(HadoopFiles.jar(second.hadoopConfiguration()).toString());
    }

    @Test
    void whereNobodyMayKeepOneForAll_eachStackHasItsOwn() throws IOException {
        Files.writeString(directory.resolve("home/lambdafs-cli/target/cds"), "no directory");
        DataDirectory data = data("first");
        assertThat(shell(data).writeArguments()).as("is to be made").isTrue();
        assertThat(archive(data).getParent()).isEqualTo(data.hadoopConfiguration());
    }
}

package io.lambdafs.faas.ipc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the C sources and the Java sources must agree on. */
final class LayoutTest {
    private static final Path SOURCES = Path.of("src/main/c");

    @Test
    void operations_haveTheSameNumbersOnBothSides() throws IOException {
        Matcher list = Pattern.compile("enum lfs_op \\{(.*?)}", Pattern.DOTALL).matcher(protocol());
        assertThat(list.find()).isTrue();
        List<String> names = Stream.of(list.group(1).replace(" = 1", "").split(","))
                .map(name -> name.strip().replaceFirst("^LFS_", ""))
                .toList();
        assertThat(Stream.of(IpcOperation.values()).map(IpcOperation::name)).containsExactlyElementsOf(names);
    }

    @Test
    void headers_haveTheSameMarks() throws IOException {
        assertThat(protocol().toLowerCase(Locale.ROOT))
                .contains("lfs_magic 0x" + Long.toHexString(SharedMemory.MAGIC) + "ull")
                .contains("lfs_version " + SharedMemory.VERSION + "\n");
    }

    @Test
    void allSources_areBuilt() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            assertThat(LibrarySources.read().files().keySet())
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString()).toList());
        }
    }

    private static String protocol() throws IOException {
        return Files.readString(SOURCES.resolve("protocol.h"));
    }
}

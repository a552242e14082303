package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which daemon records a class archive, and which uses it. */
final class DaemonArchivesTest {
    private static final String RECORD = "-XX:ArchiveClassesAtExit=";

    @TempDir
    private Path directory;

    private String classPath;
    private DaemonArchives archives;

    @BeforeEach
    void prepare() throws IOException {
        classPath = Files.writeString(directory.resolve("some.jar"), "classes").toString();
        archives = archives("data");
    }

    private DaemonArchives archives(String dataDirectory) {
        DataDirectory data = new DataDirectory(directory.resolve(dataDirectory));
        data.prepare();
        return new DaemonArchives(new Distribution(directory.resolve("home")), data);
    }

    private static Path recordedBy(List<String> options) {
        assertThat(options).anyMatch(option -> option.startsWith(RECORD));
        return Path.of(options.get(0).substring(RECORD.length()));
    }

    @Test
    void whatTheFirstRecords_isUsedByAllWhoStartAfterItsEnd() throws IOException {
        Path recorded = recordedBy(archives.options("datanode", classPath, true));
        assertThat(archives.options("datanode", classPath, false)).isEmpty();
        Files.writeString(recorded, "archive");
        archives.keep("datanode");
        assertThat(recorded).doesNotExist();
        List<String> use = archives.options("datanode", classPath, true);
        assertThat(use).isEqualTo(archives("other").options("datanode", classPath, false));
        assertThat(Path.of(use.get(0).replace("-XX:SharedArchiveFile=", ""))).hasContent("archive");
    }

    @Test
    void anArchiveOfOtherJars_isReplaced() throws IOException {
        Files.writeString(recordedBy(archives.options("datanode", classPath, true)), "old");
        archives.keep("datanode");
        Files.writeString(Path.of(classPath), "more classes");
        Files.writeString(recordedBy(archives.options("datanode", classPath, true)), "new");
        archives.keep("datanode");
        try (var kept = Files.list(directory.resolve("home/lambdafs-cli/target/cds"))) {
            assertThat(kept).singleElement().satisfies(file -> assertThat(file).hasContent("new"));
        }
    }

    @Test
    void halfAnArchive_isNeverKept() throws IOException {
        Path recorded = recordedBy(archives.options("platform", classPath, true));
        Files.writeString(recorded, "hal");
        DaemonArchives others = archives("other");
        Files.writeString(recordedBy(others.options("platform", classPath, true)), "whole");
        others.keep("platform");
        List<String> use = archives.options("platform", classPath, true);
        archives.keep("platform");
        assertThat(Path.of(use.get(0).replace("-XX:SharedArchiveFile=", ""))).hasContent("whole");
    }

    @Test
    void whoEndsWithoutOne_leavesNone() {
        archives.options("platform", classPath, true);
        archives.keep("platform");
        assertThat(archives.options("platform", classPath, false)).isEmpty();
    }
}

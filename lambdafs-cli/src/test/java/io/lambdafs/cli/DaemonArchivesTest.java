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
    void ofArchivesOfOtherJars_theLatestIsKept() throws IOException {
        Path unfinished = directory.resolve("home/lambdafs-cli/target/cds/datanode-0.jsa.1");
        for (String jar : List.of("old", "former", "latest")) {
            Files.writeString(Path.of(classPath), "classes of the " + jar);
            Files.writeString(recordedBy(archives.options("datanode", classPath, true)), jar);
            Files.writeString(unfinished, "half");
            // Of files of the same moment, none is older.
            assertThat(unfinished.toFile().setLastModified(1)).isTrue();
            archives.keep("datanode");
            try (var kept = Files.list(unfinished.getParent())) {
                for (Path file : (Iterable<Path>) kept::iterator) {
                    long age = Files.readString(file).equals(jar) ? 0 : 60_000;
                    assertThat(file.toFile().setLastModified(System.currentTimeMillis() - age))
                            .isTrue();
                }
            }
        }
        try (var kept = Files.list(unfinished.getParent())) {
            assertThat(kept).hasSize(2).anySatisfy(file -> assertThat(file).hasContent("former"));
        }
        assertThat(Path.of(archives.options("datanode", classPath, true).get(0).replace("-XX:SharedArchiveFile=", "")))
                .hasContent("latest");
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

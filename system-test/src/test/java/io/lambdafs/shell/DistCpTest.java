package io.lambdafs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.tools.DistCp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hadoop's DistCp copies a tree within λFS and keeps what it is told to keep, extended attributes among it. */
@Tag("long")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class DistCpTest {
    private static final Path BASE = new Path("/distcp");
    private static final Path SOURCE = new Path(BASE, "source");
    private static final Path TARGET = new Path(BASE, "target");

    @TempDir
    private java.nio.file.Path directory;

    private Configuration configuration;
    private FileSystem fs;

    @BeforeEach
    void write() throws IOException {
        configuration = SharedStack.get().hadoopConfiguration();
        configuration.set("mapreduce.framework.name", "local");
        configuration.set("hadoop.tmp.dir", directory.toString());
        configuration.set("fs.defaultFS", "hdfs://lambdafs/");
        fs = FileSystem.newInstance(configuration);
        for (String name : new String[] {"one", "sub/two", "sub/deeper/three"}) {
            Path file = new Path(SOURCE, name);
            try (FSDataOutputStream out = fs.create(file)) {
                out.write(name.getBytes(StandardCharsets.UTF_8));
            }
            fs.setPermission(file, new FsPermission((short) 0640));
            fs.setTimes(file, 1_000_000_000_000L, -1);
        }
    }

    @AfterEach
    void remove() throws IOException {
        fs.delete(BASE, true);
        fs.close();
    }

    @Test
    void copyOfWhatChangedBetweenTwoSnapshots_makesTheTargetEqual() throws Exception {
        DistributedFileSystem dfs = (DistributedFileSystem) fs;
        assertThat(distCp("-update", SOURCE.toString(), TARGET.toString())).isZero();
        allowSnapshots(dfs, SOURCE, TARGET);
        try {
            dfs.createSnapshot(SOURCE, "s1");
            dfs.createSnapshot(TARGET, "s1");
            fs.rename(new Path(SOURCE, "sub/two"), new Path(SOURCE, "moved"));
            fs.delete(new Path(SOURCE, "one"), false);
            fs.create(new Path(SOURCE, "sub/new")).close();
            dfs.createSnapshot(SOURCE, "s2");

            assertThat(distCp("-update", "-diff", "s1", "s2", SOURCE.toString(), TARGET.toString()))
                    .isZero();
            assertThat(names(TARGET)).isEqualTo(names(SOURCE)).containsExactly("moved", "sub/deeper/three", "sub/new");
        } finally {
            forbidSnapshots(dfs, SOURCE, TARGET);
        }
    }

    @Test
    void copyByRawPaths_keepsRawAttributes() throws Exception {
        String raw = "/.reserved/raw";
        byte[] value = {1, 2, 3};
        fs.setXAttr(new Path(raw + SOURCE + "/sub/two"), "raw.a", value);
        assertThat(distCp("-px", raw + SOURCE, raw + TARGET)).isZero();
        assertThat(names(TARGET)).isEqualTo(names(SOURCE));
        assertThat(fs.getXAttr(new Path(raw + TARGET + "/sub/two"), "raw.a")).isEqualTo(value);
        assertThat(fs.getXAttrs(new Path(TARGET, "sub/two"))).isEmpty();
    }

    private int distCp(String... arguments) throws Exception {
        return new DistCp(configuration, null).run(arguments);
    }

    private static void allowSnapshots(DistributedFileSystem dfs, Path... directories) throws IOException {
        for (Path directory : directories) {
            dfs.allowSnapshot(directory);
        }
    }

    private static void forbidSnapshots(DistributedFileSystem dfs, Path... directories) throws IOException {
        for (Path directory : directories) {
            for (FileStatus snapshot : dfs.listStatus(new Path(directory, ".snapshot"))) {
                dfs.deleteSnapshot(directory, snapshot.getPath().getName());
            }
            dfs.disallowSnapshot(directory);
        }
    }

    private List<String> names(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        String above = fs.makeQualified(directory).toUri().getPath() + "/";
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(directory, true);
        while (files.hasNext()) {
            names.add(files.next().getPath().toUri().getPath().substring(above.length()));
        }
        Collections.sort(names);
        return names;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-px", "-pugptx", "-pxa"})
    void copy_withExtendedAttributes_isWhole(String preserve) throws Exception {
        int status = new DistCp(configuration, null).run(new String[] {preserve, SOURCE.toString(), TARGET.toString()});

        assertThat(status).isZero();
        for (String name : new String[] {"one", "sub/two", "sub/deeper/three"}) {
            Path copy = new Path(TARGET, name);
            try (FSDataInputStream in = fs.open(copy)) {
                assertThat(in.readAllBytes()).isEqualTo(name.getBytes(StandardCharsets.UTF_8));
            }
            FileStatus kept = fs.getFileStatus(copy);
            if (preserve.contains("t")) {
                assertThat(kept.getModificationTime()).isEqualTo(1_000_000_000_000L);
                assertThat(kept.getPermission().toShort()).isEqualTo((short) 0640);
            }
            assertThat(fs.getXAttrs(copy)).isEmpty();
        }
    }
}

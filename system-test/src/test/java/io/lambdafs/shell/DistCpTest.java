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
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
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

/** Hadoop's DistCp copies a tree within λFS and keeps what its options name, extended attributes among it. */
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

    /** The files get no entries of the target's directories: what a copy has are those of its source. */
    @Test
    void copyWithAccessControlLists_hasThoseOfTheSource() throws Exception {
        Path directory = new Path(SOURCE, "sub");
        Path file = new Path(directory, "two");
        fs.modifyAclEntries(directory, AclEntry.parseAclSpec("user:alice:r-x,default:user:bob:rw-", true));
        fs.modifyAclEntries(file, AclEntry.parseAclSpec("user:carol:r--,group:staff:rw-", true));

        assertThat(distCp("-pa", SOURCE.toString(), TARGET.toString())).isZero();

        for (String name : new String[] {"", "one", "sub", "sub/two", "sub/deeper", "sub/deeper/three"}) {
            AclStatus of = acl(SOURCE, name);
            AclStatus copied = acl(TARGET, name);
            assertThat(copied.getEntries()).as(name).isEqualTo(of.getEntries());
            assertThat(copied.getPermission()).as(name).isEqualTo(of.getPermission());
        }
        assertThat(acl(TARGET, "sub").getEntries())
                .extracting(AclEntry::toString)
                .contains("user:alice:r-x", "default:user:bob:rw-");
        assertThat(acl(TARGET, "sub/two").getEntries())
                .extracting(AclEntry::toString)
                .contains("user:carol:r--", "group:staff:rw-");
    }

    private AclStatus acl(Path root, String name) throws IOException {
        return fs.getAclStatus(name.isEmpty() ? root : new Path(root, name));
    }

    /** With lists and attributes at once, and then again with what changed between two snapshots. */
    @Test
    void copyOfADifference_keepsListsAndAttributes() throws Exception {
        DistributedFileSystem dfs = (DistributedFileSystem) fs;
        Path file = new Path(SOURCE, "sub/two");
        fs.modifyAclEntries(file, AclEntry.parseAclSpec("user:carol:r--", true));
        fs.setXAttr(file, "user.colour", new byte[] {1});
        assertThat(distCp("-pax", "-update", SOURCE.toString(), TARGET.toString()))
                .isZero();
        allowSnapshots(dfs, SOURCE, TARGET);
        try {
            dfs.createSnapshot(SOURCE, "s1");
            dfs.createSnapshot(TARGET, "s1");
            fs.rename(file, new Path(SOURCE, "moved"));
            Path made = new Path(SOURCE, "sub/new");
            fs.create(made).close();
            fs.modifyAclEntries(made, AclEntry.parseAclSpec("user:bob:rw-", true));
            fs.setXAttr(made, "user.colour", new byte[] {2});
            dfs.createSnapshot(SOURCE, "s2");

            assertThat(distCp("-pax", "-update", "-diff", "s1", "s2", SOURCE.toString(), TARGET.toString()))
                    .isZero();
            assertThat(names(TARGET)).isEqualTo(names(SOURCE));
            assertThat(acl(TARGET, "moved").getEntries())
                    .isEqualTo(acl(SOURCE, "moved").getEntries())
                    .isNotEmpty();
            assertThat(acl(TARGET, "sub/new").getEntries())
                    .isEqualTo(acl(SOURCE, "sub/new").getEntries())
                    .isNotEmpty();
            assertThat(fs.getXAttr(new Path(TARGET, "moved"), "user.colour")).containsExactly(1);
            assertThat(fs.getXAttr(new Path(TARGET, "sub/new"), "user.colour")).containsExactly(2);
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

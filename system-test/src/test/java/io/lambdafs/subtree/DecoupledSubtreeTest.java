package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.MergeResult;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.metrics.Sample;
import io.lambdafs.metrics.Samples;
import io.lambdafs.system.SharedStack;
import io.lambdafs.testkit.disk.SmallDisk;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A decoupled subtree through Hadoop's client, with the shell in another process as the others. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class DecoupledSubtreeTest {
    private static final Path HOME = new Path("/decoupled");
    private static final Path ROOT = new Path(HOME, "out");
    private static final String OPERATIONS = "lambdafs_operations_total";
    private static final String REFUSED = "not possible in a decoupled subtree";

    private FileSystem fs;

    @BeforeEach
    void begin() throws IOException {
        fs = SharedStack.get().newClient();
        fs.mkdirs(ROOT);
    }

    @AfterEach
    void end() throws IOException {
        fs.delete(HOME, true);
        fs.close();
    }

    private static String others(String... command) throws IOException {
        return SharedStack.get().run(command);
    }

    private void write(Path path, String content) throws IOException {
        try (FSDataOutputStream out = fs.create(path)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    private String read(Path path) throws IOException {
        try (FSDataInputStream in = fs.open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String[] names(Path directory) throws IOException {
        return Arrays.stream(fs.listStatus(directory))
                .map(status -> status.getPath().getName())
                .toArray(String[]::new);
    }

    private DecoupledSubtree decouple() throws IOException {
        return DecoupledSubtree.decouple(
                fs, ROOT, SubtreeOptions.forInodes(5_000).as("test"));
    }

    @Test
    void filesWithData_areSeenByTheirClientAtOnce_andByOthersAfterTheMerge() throws IOException {
        try (DecoupledSubtree subtree = decouple()) {
            write(new Path(ROOT, "a/b/data"), "some bytes");
            fs.createNewFile(new Path(ROOT, "empty"));
            fs.setPermission(new Path(ROOT, "empty"), new FsPermission((short) 0600));
            fs.rename(new Path(ROOT, "a/b/data"), new Path(ROOT, "a/renamed"));

            assertThat(names(ROOT)).containsExactly("a", "empty");
            assertThat(names(new Path(ROOT, "a"))).containsExactly("b", "renamed");
            assertThat(read(new Path(ROOT, "a/renamed"))).isEqualTo("some bytes");
            assertThat(others("dfs", "-ls", "-R", HOME.toString())).doesNotContain("renamed");

            MergeResult merged = subtree.merge();

            assertThat(merged.isAtomic()).isTrue();
            assertThat(merged.inodes()).isEqualTo(4);
        }
        assertThat(others("dfs", "-ls", "-R", HOME.toString()))
                .contains("/decoupled/out/a/renamed", "/decoupled/out/empty", "/decoupled/out/a/b");
        assertThat(others("dfs", "-cat", "/decoupled/out/a/renamed")).contains("some bytes");
        FileStatus status = fs.getFileStatus(new Path(ROOT, "a/renamed"));
        assertThat(status.getLen()).isEqualTo("some bytes".length());
        assertThat(fs.getFileStatus(new Path(ROOT, "empty")).getPermission().toShort())
                .isEqualTo((short) 0600);
        assertThat(fs.getContentSummary(ROOT).getFileCount()).isEqualTo(2);
        try (FSDataOutputStream out = fs.append(new Path(ROOT, "a/renamed"))) {
            out.write('!');
        }
        assertThat(read(new Path(ROOT, "a/renamed"))).isEqualTo("some bytes!");
    }

    @Test
    void manyFilesInOneDirectory_areMergedAtOneMoment() throws IOException {
        try (DecoupledSubtree subtree = decouple()) {
            for (int i = 0; i < 4_500; i++) {
                fs.createNewFile(new Path(ROOT, "part-" + i));
            }
            assertThat(names(ROOT)).hasSize(4_500);
            assertThat(subtree.merge().isAtomic()).isTrue();
        }
        assertThat(names(ROOT)).hasSize(4_500);
        assertThat(others("dfs", "-count", ROOT.toString())).contains("4500");
    }

    @Test
    void intoADirectoryThatHasSomething_theSubtreeWins_andWhatItReplacedIsTold() throws IOException {
        write(new Path(ROOT, "old"), "old");
        write(new Path(ROOT, "removed"), "removed");
        write(new Path(ROOT, "dir/kept"), "kept");
        try (DecoupledSubtree subtree = decouple()) {
            assertThat(read(new Path(ROOT, "old"))).isEqualTo("old");
            fs.delete(new Path(ROOT, "removed"), false);
            write(new Path(ROOT, "dir/new"), "new");
            write(new Path(ROOT, "contested"), "mine");
            others("dfs", "-touchz", "/decoupled/out/contested");
            assertThat(names(ROOT)).containsExactly("contested", "dir", "old");

            MergeResult merged = subtree.merge();

            assertThat(merged.replaced()).containsExactly("/decoupled/out/contested");
        }
        assertThat(names(ROOT)).containsExactly("contested", "dir", "old");
        assertThat(names(new Path(ROOT, "dir"))).containsExactly("kept", "new");
        assertThat(others("dfs", "-cat", "/decoupled/out/contested")).contains("mine");
    }

    @Test
    void summaries_andPlacesOfBlocks_areOfWhatItsClientSees() throws IOException {
        write(new Path(ROOT, "old"), "from before");
        write(new Path(ROOT, "removed"), "removed");
        try (DecoupledSubtree subtree = decouple()) {
            fs.delete(new Path(ROOT, "removed"), false);
            write(new Path(ROOT, "new"), "a new one");
            write(new Path(ROOT, "d/deep"), "deep");
            fs.createNewFile(new Path(ROOT, "empty"));

            ContentSummary summary = fs.getContentSummary(ROOT);
            assertThat(summary.getFileCount()).isEqualTo(4);
            assertThat(summary.getDirectoryCount()).isEqualTo(2);
            assertThat(summary.getLength()).isEqualTo("from before".length() + "a new one".length() + "deep".length());
            assertThat(fs.getContentSummary(new Path(ROOT, "d")).getFileCount()).isEqualTo(1);
            assertThat(fs.getContentSummary(new Path(ROOT, "new")).getLength()).isEqualTo(9);

            Map<String, Integer> places = new TreeMap<>();
            RemoteIterator<LocatedFileStatus> files = fs.listFiles(ROOT, true);
            while (files.hasNext()) {
                LocatedFileStatus file = files.next();
                places.put(file.getPath().getName(), file.getBlockLocations().length);
                Arrays.stream(file.getBlockLocations())
                        .forEach(block -> assertThat(hosts(block)).isNotEmpty());
            }
            assertThat(places).isEqualTo(Map.of("old", 1, "new", 1, "deep", 1, "empty", 0));
            subtree.merge();
        }
        assertThat(fs.getContentSummary(ROOT).getFileCount()).isEqualTo(4);
    }

    private static String[] hosts(BlockLocation block) {
        try {
            return block.getHosts();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(Path path, String content) throws IOException {
        try (FSDataOutputStream out = fs.append(path)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void filesAreAppendedTo_beforeTheMergeAndAfterIt() throws IOException {
        Path log = new Path(ROOT, "log");
        write(new Path(ROOT, "old"), "old");
        try (DecoupledSubtree subtree = decouple()) {
            write(log, "one ");
            append(log, "two ");
            append(log, "");
            fs.createNewFile(new Path(ROOT, "empty"));
            append(new Path(ROOT, "empty"), "not any more");
            try (FSDataOutputStream out = fs.append(log)) {
                out.write("three ".getBytes(StandardCharsets.UTF_8));
                out.hflush();
                assertThatThrownBy(() -> fs.append(log)).hasMessageContaining("is being written already");
                for (Merging merging : List.<Merging>of(subtree::sync, subtree::merge)) {
                    assertThatThrownBy(merging::run).hasMessageContaining("Files are still being written");
                }
                fs.rename(log, new Path(ROOT, "renamed"));
            }
            fs.rename(new Path(ROOT, "renamed"), log);
            assertThat(read(log)).isEqualTo("one two three ");
            assertThat(fs.getFileStatus(log).getLen()).isEqualTo(14);
            assertThatThrownBy(() -> fs.append(new Path(ROOT, "old")))
                    .hasMessageContaining("Appending to what was there before it was decoupled or last synced");
            assertThatThrownBy(() -> fs.append(new Path(ROOT, "absent"))).isInstanceOf(FileNotFoundException.class);
            subtree.sync();
            assertThatThrownBy(() -> fs.append(log)).hasMessageContaining("Appending to what was there before");
            subtree.merge();
        }
        append(log, "four");
        assertThat(others("dfs", "-cat", log.toString())).contains("one two three four");
        assertThat(read(new Path(ROOT, "empty"))).isEqualTo("not any more");
    }

    private interface Merging {
        MergeResult run() throws IOException;
    }

    @Test
    void sync_showsWhatIsThereSoFar_andGoesOn() throws IOException {
        try (DecoupledSubtree subtree = decouple()) {
            write(new Path(ROOT, "a/first"), "1");
            try (FSDataOutputStream open = fs.create(new Path(ROOT, "open"))) {
                open.write('x');
                subtree.sync();
                assertThat(others("dfs", "-ls", "-R", HOME.toString()))
                        .contains("/decoupled/out/a/first")
                        .doesNotContain("open");
            }
            write(new Path(ROOT, "a/second"), "2");
            fs.delete(new Path(ROOT, "a/first"), false);
            assertThat(subtree.sync().inodes()).isEqualTo(2);
            assertThat(others("dfs", "-ls", "-R", HOME.toString()))
                    .contains("/decoupled/out/a/second", "/decoupled/out/open")
                    .doesNotContain("first");
            subtree.merge();
        }
        assertThat(names(new Path(ROOT, "a"))).containsExactly("second");
        assertThat(read(new Path(ROOT, "open"))).isEqualTo("x");
    }

    @Test
    void discardedSubtree_leavesNothing() throws IOException {
        DecoupledSubtree subtree = decouple();
        write(new Path(ROOT, "gone"), "gone");
        subtree.discard();
        assertThat(names(ROOT)).isEmpty();
        assertThatThrownBy(subtree::merge).hasMessageContaining("was merged, discarded or closed");
    }

    @Test
    void secondHolder_isToldWhoHoldsIt_andWhatIsNotPossibleIsRefused() throws IOException {
        try (DecoupledSubtree subtree = decouple()) {
            assertThatThrownBy(() -> DecoupledSubtree.decouple(fs, HOME, SubtreeOptions.forInodes(10)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Device or resource busy: /decoupled/out is held by")
                    .hasMessageContaining("(test on ");
            write(new Path(ROOT, "file"), "x");
            assertThatThrownBy(() -> fs.mkdirs(new Path(ROOT, "file"))).isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(() -> fs.open(new Path(ROOT, "absent"))).isInstanceOf(FileNotFoundException.class);
            assertThatThrownBy(() -> fs.delete(HOME, true)).hasMessageContaining(REFUSED);
            Path file = new Path(ROOT, "file");
            assertThatThrownBy(() -> fs.listXAttrs(file)).hasMessageContaining(REFUSED);
            assertThatThrownBy(() -> fs.removeAcl(file)).hasMessageContaining(REFUSED);
            assertThatThrownBy(() -> fs.getQuotaUsage(file)).hasMessageContaining(REFUSED);
            assertThatThrownBy(() -> fs.createSnapshot(file)).hasMessageContaining(REFUSED);
            assertThatThrownBy(() -> fs.satisfyStoragePolicy(file)).hasMessageContaining(REFUSED);
            subtree.discard();
        }
        assertThatThrownBy(() -> DecoupledSubtree.decouple(fs, new Path(HOME, "absent"), SubtreeOptions.forInodes(1)))
                .isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void slicesOfAMerge_areAppliedByAllFunctions() throws IOException {
        String before = SharedStack.get().askPlatform("/metrics");
        // So many slices that they do not all go the same way by chance.
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(
                fs, ROOT, SubtreeOptions.forInodes(30_010).as("test"))) {
            for (int i = 0; i < 30_000; i++) {
                subtree.createEmptyFile(ROOT + "/d" + i % 10 + "/f" + i, 0644);
            }
            subtree.merge();
        }
        Samples after = Samples.parse(SharedStack.get().askPlatform("/metrics"));
        Set<String> busy = new TreeSet<>();
        for (Sample sample : after.of(OPERATIONS)) {
            String method = sample.labels().getOrDefault("method", "");
            double earlier =
                    Samples.parse(before).sum(OPERATIONS, each -> each.labels().equals(sample.labels()));
            if (method.equals(DecouplingMethods.APPLY_SLICE) && sample.value() > earlier) {
                busy.add(sample.labels().get("deployment"));
            }
        }
        assertThat(busy).containsExactly("namenode0", "namenode1");
    }

    @Test
    void fullDiskUnderTheJournal_isAnError_andLosesNothing(@TempDir java.nio.file.Path place) throws IOException {
        try (SmallDisk disk = SmallDisk.mount(place, 1)) {
            java.nio.file.Path journal;
            try (DecoupledSubtree subtree = DecoupledSubtree.decouple(
                    fs, ROOT, SubtreeOptions.forInodes(20_000).as("test").withJournalIn(disk.root()))) {
                journal = subtree.journal().orElseThrow();
                create(subtree, 0, 1_000);
                subtree.persist();
                long persisted = Files.size(journal);
                disk.fill(0);
                create(subtree, 1_000, 5_000);
                assertThatThrownBy(subtree::persist).hasMessageContaining("Make room on the disk");
                assertThat(Files.size(journal)).isGreaterThanOrEqualTo(persisted);
                // The merge succeeds, and the journal cannot be made shorter.
                assertThatThrownBy(subtree::sync).isInstanceOf(IOException.class);
                create(subtree, 5_000, 6_000);
                disk.makeRoom();
                subtree.persist();
                create(subtree, 6_000, 6_010);
            }
            assertThat(SubtreeRecovery.recover(fs, journal).inodes()).isEqualTo(1_000);
        }
        assertThat(names(ROOT)).hasSize(6_000);
    }

    private static void create(DecoupledSubtree subtree, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            subtree.createEmptyFile(ROOT + "/f" + i, 0644);
        }
    }
}

package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.DirectoryPolicies;
import io.lambdafs.client.subtree.MergeResult;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.system.Await;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Policies that programs follow, and a decoupled subtree in the hands of several processes. */
@Tag("extended")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class SubtreeProcessesTest {
    private static final Path HOME = new Path("/processes");
    private static final Path ROOT = new Path(HOME, "out");
    private static final Duration BOUND = Duration.ofMinutes(1);

    @TempDir
    private java.nio.file.Path states;

    private FileSystem fs;

    @BeforeEach
    void begin() throws IOException {
        // A subtree is left to other processes when the last one is closed, also of those that other tests have left in
        // Hadoop's cache.
        FileSystem.closeAll();
        fs = OtherProcess.clientThatKeeps(states);
        fs.mkdirs(ROOT);
    }

    @AfterEach
    void end() throws IOException {
        fs.close();
        try (FileSystem other = SharedStack.get().newClient()) {
            SubtreeRecovery.list(other).stream()
                    .filter(info -> info.path().equals(ROOT.toString()))
                    .forEach(info -> discard(other, info.number()));
            other.delete(HOME, true);
        }
    }

    private static void discard(FileSystem other, long number) {
        try {
            SubtreeRecovery.discard(other, number);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A process that keeps its subtrees where this one does. */
    private Stack.Result shell(String... command) throws IOException {
        return SharedStack.get()
                .with(new Stack.Launcher(
                        Stack.Launcher.ofThisCheckout().command(),
                        Map.of(
                                "LAMBDAFS_CLIENT_SUBTREE_DIRECTORY",
                                states.toString(),
                                "LAMBDAFS_CLIENT_SUBTREE_LOCK_WAIT_MILLIS",
                                "300")))
                .tryRun(command);
    }

    /** What everybody sees. */
    private static String namespace() throws IOException {
        return SharedStack.get().run("dfs", "-ls", "-R", HOME.toString());
    }

    private void write(String name) throws IOException {
        try (FSDataOutputStream out = fs.create(new Path(ROOT, name))) {
            out.write(name.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void setPolicy(String... pairs) throws IOException {
        Map<String, String> keys = new java.util.HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            keys.put(pairs[i], pairs[i + 1]);
        }
        DirectoryPolicies.set(fs, ROOT, SubtreePolicy.parse(keys));
    }

    @Test
    void complete_doesWhatThePolicySays() throws IOException {
        setPolicy("preset", "deltafs", "allocated_inodes", "3");
        try (DecoupledSubtree invisible = DecoupledSubtree.decouple(fs, ROOT)) {
            write("one");
            write("two");
            write("three");
            assertThatThrownBy(() -> write("four")).hasMessageContaining("All 3 inode numbers that were reserved");
            assertThat(invisible.complete()).isEmpty();
        }
        assertThat(namespace()).doesNotContain("one");
        DecoupledSubtree.open(fs, ROOT).discard();

        setPolicy("consistency", "append_client_journal+volatile_apply||local_persist", "durability", "none");
        try (DecoupledSubtree weak = DecoupledSubtree.decouple(fs, ROOT)) {
            write("four");
            assertThat(weak.complete()).map(MergeResult::inodes).isEqualTo(Optional.of(1L));
        }
        assertThat(namespace()).contains("four").doesNotContain("one");
        assertThat(states.toFile().list()).isEmpty();
    }

    @Test
    void journalInTheStore_isMergedFromAnotherMachine() throws IOException {
        setPolicy("consistency", "append_client_journal", "durability", "global_persist", "interfere_policy", "block");
        DecoupledSubtree held = DecoupledSubtree.decouple(fs, ROOT);
        write("one");
        assertThat(held.complete()).isEmpty();
        write("two");
        assertThatThrownBy(SubtreeProcessesTest::namespace).hasMessageContaining("Device or resource busy");

        SharedStack.get().run("subtree", "recover", ROOT.toString());
        assertThat(namespace()).contains("one").doesNotContain("two");
        assertThatThrownBy(held::merge).hasMessageContaining("it was merged or discarded");
        held.close();
    }

    @Test
    void syncs_comeByThemselves_andTheRestWithTheMerge() throws Exception {
        setPolicy("preset", "batchfs", "allocated_inodes", "1000", "sync_operations", "10");
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(fs, ROOT)) {
            for (int i = 0; i < 25; i++) {
                write("file" + i);
            }
            Await.until("a sync", BOUND, () -> subtree.pendingChanges() < 10);
            assertThat(namespace()).contains("file9");
            subtree.merge();
        }
        assertThat(fs.listStatus(ROOT)).hasSize(25);
    }

    @Test
    void shellThatRenames_isSyncedAtItsEnd() throws IOException {
        setPolicy("preset", "batchfs", "sync_operations", "1");
        fs.close();
        shell("subtree", "decouple", ROOT.toString());
        java.nio.file.Path file = java.nio.file.Files.writeString(states.resolve("content"), "x");
        assertThat(shell("dfs", "-put", file.toString(), ROOT + "/put").status())
                .isZero();
        assertThat(namespace()).contains(ROOT + "/put").doesNotContain("COPYING");
        fs = OtherProcess.clientThatKeeps(states);
    }

    @Test
    void policyWithRequests_decouplesNothing() throws IOException {
        DirectoryPolicies.set(fs, HOME, SubtreePolicy.parse(Map.of("preset", "posix")));
        assertThatThrownBy(() -> DecoupledSubtree.decouple(fs, ROOT))
                .hasMessageContaining(
                        "The policy of " + ROOT + " decouples nothing: " + HOME + " has 'consistency: rpcs'")
                .hasMessageContaining("lambdafs subtree set");
        DecoupledSubtree.decouple(fs, ROOT, SubtreeOptions.forInodes(5)).discard();
    }

    @Test
    void secondProcess_waits_andIsToldWhoHasIt() throws IOException {
        DecoupledSubtree.decouple(fs, ROOT, SubtreeOptions.forInodes(50).keptForOtherProcesses())
                .close();
        write("mine");

        Stack.Result busy = shell("dfs", "-ls", ROOT.toString());
        assertThat(busy.status()).isEqualTo(1);
        assertThat(busy.errors())
                .contains("Device or resource busy: the decoupled subtree " + ROOT + " is in use by process "
                        + ProcessHandle.current().pid());

        fs.close();
        assertThat(shell("dfs", "-ls", ROOT.toString()).output()).contains("mine");
        fs = OtherProcess.clientThatKeeps(states);
        assertThat(DecoupledSubtree.open(fs, ROOT).merge().inodes()).isEqualTo(1);
    }

    @Test
    void processThatIsKilled_losesItsOwnWorkOnly() throws Exception {
        DecoupledSubtree.decouple(fs, ROOT, SubtreeOptions.forInodes(5000).keptForOtherProcesses())
                .close();
        write("before");
        fs.close();
        try (OtherProcess writer = OtherProcess.start(KeptWriterMain.class, ROOT.toString(), states.toString())) {
            writer.awaitNumber(20);
            writer.kill();
        }

        assertThat(shell("dfs", "-ls", ROOT.toString()).output())
                .contains("before")
                .doesNotContain("written");
        assertThat(shell("dfs", "-touchz", ROOT + "/after").status()).isZero();
        assertThat(shell("subtree", "merge", ROOT.toString()).output()).contains("Merged 2 files and directories");
        assertThat(namespace()).contains("before", "after").doesNotContain("written");
        fs = OtherProcess.clientThatKeeps(states);
    }

    @Test
    void processThatComesAfterTheLease_getsItBack() throws Exception {
        DecoupledSubtree.decouple(
                        fs, ROOT, SubtreeOptions.forInodes(50).heldFor(500).keptForOtherProcesses())
                .close();
        Await.until(
                "the end of the lease",
                BOUND,
                () -> SubtreeRecovery.list(fs).stream()
                        .filter(info -> info.path().equals(ROOT.toString()))
                        .allMatch(info -> info.state().equals("lease ended")));
        write("late");
        assertThat(Arrays.stream(fs.listStatus(ROOT)).map(each -> each.getPath().getName()))
                .containsExactly("late");
        assertThat(namespace()).doesNotContain("late");
        assertThat(DecoupledSubtree.open(fs, ROOT).merge().inodes()).isEqualTo(1);
        assertThat(namespace()).contains("late");
    }
}

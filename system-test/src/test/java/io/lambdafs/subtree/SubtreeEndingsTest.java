package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.system.Await;
import io.lambdafs.system.SharedStack;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that recover or discard a decoupled subtree are killed meanwhile. The next one ends it: nothing is left, and nothing is twice. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@Tag("long") // A minute.
final class SubtreeEndingsTest {
    private static final Path ROOT = new Path("/endings/out");
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int FILES = 60_000;
    private static final int DIRECTORIES = 20;
    private static final long LATER_MILLIS = 150;

    @TempDir
    private java.nio.file.Path states;

    private FileSystem fs;

    /** Leaves a subtree as a program does that has ended: its journal is on this machine's disk. */
    @BeforeEach
    void leaveASubtree() throws IOException {
        FileSystem.closeAll();
        fs = OtherProcess.clientThatKeeps(states);
        fs.mkdirs(ROOT);
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(
                fs, ROOT, SubtreeOptions.forInodes(FILES + DIRECTORIES).keptForOtherProcesses())) {
            for (int i = 0; i < FILES; i++) {
                subtree.createEmptyFile(ROOT + "/d" + i % DIRECTORIES + "/f" + i, 0644);
            }
        }
    }

    @AfterEach
    void end() throws IOException {
        fs.close();
        try (FileSystem other = SharedStack.get().newClient()) {
            for (DecouplingInfo info : SubtreeRecovery.list(other)) {
                if (info.path().equals(ROOT.toString())) {
                    SubtreeRecovery.discard(other, info.number());
                }
            }
            other.delete(ROOT.getParent(), true);
        }
    }

    private OtherProcess begin(String what) throws IOException, InterruptedException {
        OtherProcess process = OtherProcess.start(SubtreeEndingMain.class, states.toString(), ROOT.toString(), what);
        process.awaitLine(SubtreeEndingMain.BEGINS::equals);
        return process;
    }

    /** Kills a program that recovers the subtree while functions insert what its journal has. */
    private void killRecoveryInItsMiddle() throws Exception {
        try (OtherProcess recovery = begin(SubtreeEndingMain.RECOVER)) {
            Await.until("the merge has begun", BOUND, () -> state().equals(DecouplingInfo.MERGING));
            recovery.kill();
        }
        assertThat(state()).as("it was killed in the middle").isEqualTo(DecouplingInfo.MERGING);
        assertThat(fs.listStatus(ROOT.getParent())).hasSize(1);
    }

    /** Empty if nobody holds it. */
    private String state() throws IOException {
        return SubtreeRecovery.list(fs).stream()
                .filter(info -> info.path().equals(ROOT.toString()))
                .map(DecouplingInfo::state)
                .findFirst()
                .orElse("");
    }

    private void requireEachOnce() throws IOException {
        Set<String> names = new HashSet<>();
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(ROOT, true);
        while (files.hasNext()) {
            assertThat(names.add(files.next().getPath().getName())).isTrue();
        }
        assertThat(names).hasSize(FILES);
    }

    @Test
    void recoveryThatIsKilled_isDoneAgain_andMergesEachFileOnce() throws Exception {
        killRecoveryInItsMiddle();
        assertThat(SharedStack.get().run("dfs", "-ls", "-R", ROOT.toString()))
                .as("what others see of half a merge")
                .isEmpty();

        SubtreeRecovery.recover(fs, ROOT);
        requireEachOnce();
        assertThat(state()).isEmpty();
        assertThat(states.toFile().list()).isEmpty();
    }

    @Test
    void discardThatIsKilled_isDoneAgain_andLeavesNothing() throws Exception {
        killRecoveryInItsMiddle();
        // What is discarded is half a merge, so that there is much to remove. The second one may find that all is done.
        for (long afterMillis : new long[] {0, LATER_MILLIS}) {
            try (OtherProcess discard = begin(SubtreeEndingMain.DISCARD)) {
                TimeUnit.MILLISECONDS.sleep(afterMillis);
                discard.kill();
            }
        }
        if (!state().isEmpty() || states.toFile().list().length > 0) {
            SubtreeRecovery.discard(fs, ROOT);
        }

        assertThat(state()).isEmpty();
        assertThat(states.toFile().list()).isEmpty();
        assertThat(fs.getContentSummary(ROOT).getFileAndDirectoryCount()).isEqualTo(1);
        assertThat(fs.createNewFile(new Path(ROOT, "ordinary"))).isTrue();
        DecoupledSubtree.decouple(fs, ROOT, SubtreeOptions.forInodes(5)).discard();
        assertThat(fs.listStatus(ROOT)).hasSize(1);
    }
}

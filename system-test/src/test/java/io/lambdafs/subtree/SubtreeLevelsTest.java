package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.subtree.DirectoryPolicies;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.system.Await;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
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

/**
 * The nine levels of consistency and durability that the Cudele paper's table II has. A program follows the policy of each, and is
 * killed: others see what the consistency says, and what the durability says can be had again.
 */
@Tag("extended")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class SubtreeLevelsTest {
    private static final Path HOME = new Path("/levels");
    private static final Path CELLS = new Path(HOME, "cells");
    private static final Path LARGE = new Path(HOME, "large");
    private static final Duration BOUND = Duration.ofMinutes(1);

    private static final List<String> CONSISTENCIES = List.of("invisible", "weak", "strong");
    private static final List<String> DURABILITIES = List.of("none", "local", "global");

    @TempDir
    private java.nio.file.Path states;

    @TempDir
    private java.nio.file.Path elsewhere;

    private FileSystem fs;

    @BeforeEach
    void begin() throws IOException {
        FileSystem.closeAll();
        fs = OtherProcess.clientThatKeeps(elsewhere);
        fs.mkdirs(CELLS);
        fs.mkdirs(LARGE);
    }

    @AfterEach
    void end() throws IOException {
        for (DecouplingInfo info : SubtreeRecovery.list(fs)) {
            if (info.path().startsWith(HOME + "/")) {
                SubtreeRecovery.discard(fs, info.number());
            }
        }
        fs.delete(HOME, true);
        fs.close();
    }

    /** From now on this is the machine on which the program was killed. A process has one place for subtrees. */
    private void here() throws IOException {
        fs.close();
        fs = OtherProcess.clientThatKeeps(states);
    }

    private static Path cell(String consistency, String durability) {
        return new Path(CELLS, consistency + "-" + durability);
    }

    private static SubtreePolicy policy(String consistency, String durability) {
        boolean strong = consistency.equals("strong");
        return SubtreePolicy.parse(Map.of(
                "consistency",
                switch (consistency) {
                    case "invisible" -> "append_client_journal";
                    case "weak" -> "append_client_journal+volatile_apply";
                    default -> "rpcs";
                },
                "durability",
                switch (durability) {
                    case "none" -> "none";
                    case "local" -> "local_persist";
                    default -> strong ? "stream" : "global_persist";
                }));
    }

    /** Has a program write, and kills it in the middle of what it does with the large subtree. */
    private void killedWriter(String last) throws Exception {
        try (OtherProcess writer = OtherProcess.start(
                LevelsWriterMain.class, CELLS.toString(), states.toString(), LARGE.toString(), last)) {
            writer.awaitLine(LevelsWriterMain.WRITTEN::equals);
            Await.until("a merge has begun", BOUND, () -> state(LARGE).equals("merging"));
            writer.kill();
        }
        assertThat(state(LARGE)).as("the program was killed in the middle").isEqualTo("merging");
    }

    private String state(Path directory) throws IOException {
        return SubtreeRecovery.list(fs).stream()
                .filter(info -> info.path().equals(directory.toString()))
                .map(DecouplingInfo::state)
                .findFirst()
                .orElse("");
    }

    private void requireWritten(Path directory) throws IOException {
        List<String> contents = new ArrayList<>();
        for (FileStatus file : fs.listStatus(directory)) {
            try (FSDataInputStream in = fs.open(file.getPath())) {
                contents.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(contents).as(directory.toString()).containsExactly("content 0", "content 1", "content 2");
    }

    private void requireNothing(Path directory) throws IOException {
        assertThat(fs.listStatus(directory)).as(directory.toString()).isEmpty();
    }

    private void requireEachOnce() throws IOException {
        Set<String> names = new HashSet<>();
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(LARGE, true);
        while (files.hasNext()) {
            assertThat(names.add(files.next().getPath().getName())).isTrue();
        }
        assertThat(names).hasSize(LevelsWriterMain.MANY);
    }

    @Test
    void whatALevelPromises_holdsWhenTheClientIsKilled() throws Exception {
        for (String consistency : CONSISTENCIES) {
            for (String durability : DURABILITIES) {
                fs.mkdirs(cell(consistency, durability));
                DirectoryPolicies.set(fs, cell(consistency, durability), policy(consistency, durability));
            }
        }

        Path both = new Path(CELLS, "at-once");
        fs.mkdirs(both);
        DirectoryPolicies.set(
                fs,
                both,
                SubtreePolicy.parse(
                        Map.of("consistency", "append_client_journal", "durability", "local_persist||global_persist")));

        killedWriter("sync");

        for (String durability : DURABILITIES) {
            requireWritten(cell("strong", durability));
            requireWritten(cell("weak", durability));
            requireNothing(cell("invisible", durability));
            assertThat(state(cell("weak", durability))).isEmpty();
        }

        // Nothing was promised of a journal in memory.
        Path none = cell("invisible", "none");
        Path local = cell("invisible", "local");
        for (Path path : List.of(none, local)) {
            assertThatThrownBy(() -> SubtreeRecovery.recover(fs, path))
                    .hasMessageContaining("No journal of the decoupled subtree");
        }
        // One in the store is had again everywhere,
        Path global = cell("invisible", "global");
        assertThat(SubtreeRecovery.recover(fs, global).inodes()).isEqualTo(LevelsWriterMain.FILES);
        requireWritten(global);
        requireNothing(both);
        assertThat(SubtreeRecovery.recover(fs, both).inodes()).isEqualTo(LevelsWriterMain.FILES);
        requireWritten(both);

        // and one on the machine's disk is had again there.
        here();
        assertThatThrownBy(() -> SubtreeRecovery.recover(fs, none))
                .hasMessageContaining("No journal of the decoupled subtree");
        SubtreeRecovery.discard(fs, none);
        requireNothing(none);
        assertThat(SubtreeRecovery.recover(fs, local).inodes()).isEqualTo(LevelsWriterMain.FILES);
        requireWritten(local);

        SubtreeRecovery.recover(fs, LARGE);
        requireEachOnce();
        assertThat(state(LARGE)).isEmpty();
    }

    @Test
    void clientKilledInTheMiddleOfAMerge_isFinishedFromAnotherMachine() throws Exception {
        killedWriter("merge");
        SubtreeRecovery.recover(fs, LARGE);
        requireEachOnce();
        assertThat(state(LARGE)).isEmpty();
        // What the program's machine kept of it is no obstacle there.
        here();
        assertThat(fs.listStatus(LARGE)).hasSize(LevelsWriterMain.DIRECTORIES);
        assertThat(fs.mkdirs(new Path(LARGE, "new"))).isTrue();
    }

    /** The mechanisms of a stage run at once, so a kill meets each of them somewhere: none may undo what another has promised. */
    @Test
    void clientKilledWhileMechanismsRunAtOnce_isFinishedFromAnotherMachine() throws Exception {
        DirectoryPolicies.set(
                fs,
                LARGE,
                SubtreePolicy.parse(Map.of(
                        "consistency",
                        "append_client_journal+volatile_apply||local_persist||global_persist",
                        "allocated_inodes",
                        Integer.toString(LevelsWriterMain.MANY + LevelsWriterMain.DIRECTORIES))));
        killedWriter("complete");
        SubtreeRecovery.recover(fs, LARGE);
        requireEachOnce();
        assertThat(state(LARGE)).isEmpty();
        here();
        assertThat(fs.listStatus(LARGE)).hasSize(LevelsWriterMain.DIRECTORIES);
        assertThat(fs.mkdirs(new Path(LARGE, "new"))).isTrue();
    }

    @Test
    void policyThatChangesUnderLoad_isOneOrTheOther_andStopsNobody() throws Exception {
        Path directory = new Path(HOME, "changing");
        fs.mkdirs(directory);
        List<SubtreePolicy> policies = List.of(
                SubtreePolicy.parse(Map.of("preset", "batchfs", "allocated_inodes", "7")),
                SubtreePolicy.parse(Map.of("preset", "deltafs", "allocated_inodes", "9", "interfere_policy", "block")));
        DirectoryPolicies.set(fs, directory, policies.get(0));
        AtomicBoolean enough = new AtomicBoolean();
        Set<String> seen = new HashSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Integer> writing = threads.submit(() -> {
                int made = 0;
                while (!enough.get()) {
                    fs.createNewFile(new Path(directory, "file" + made++));
                }
                return made;
            });
            Future<?> reading = threads.submit(() -> {
                while (!enough.get()) {
                    seen.add(DirectoryPolicies.effective(DirectoryPolicies.get(fs, directory))
                            .toText());
                }
                return true;
            });
            for (int i = 1; i <= 50; i++) {
                DirectoryPolicies.set(fs, directory, policies.get(i % 2));
                // The client that has set it reads it at once.
                assertThat(DirectoryPolicies.effective(DirectoryPolicies.get(fs, directory)))
                        .isEqualTo(policies.get(i % 2));
            }
            enough.set(true);
            reading.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            int made = writing.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            assertThat(fs.listStatus(directory)).hasSize(made);
        } finally {
            enough.set(true);
            threads.shutdown();
        }
        assertThat(seen).isSubsetOf(policies.get(0).toText(), policies.get(1).toText());
        assertThat(seen).hasSize(2);
    }
}

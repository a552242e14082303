package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.subtree.MergeResult;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.system.SharedStack;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that holds a subtree is killed: what it had persisted is recovered by somebody else, and merged once. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class SubtreeCrashTest {
    private static final Path ROOT = new Path("/killed");
    private static final int ENOUGH = 120;

    @TempDir
    private java.nio.file.Path journals;

    private FileSystem fs;

    @BeforeEach
    void begin() throws IOException {
        fs = SharedStack.get().newClient();
        fs.mkdirs(ROOT);
    }

    @AfterEach
    void end() throws IOException {
        fs.delete(ROOT, true);
        fs.close();
    }

    /** Runs a writer until it has persisted enough, kills it, and returns how many files it had persisted at least. */
    private int killedWriter() throws IOException, InterruptedException {
        try (OtherProcess writer =
                OtherProcess.start(DecoupledWriterMain.class, ROOT.toString(), journals.toString())) {
            int persisted = writer.awaitNumber(ENOUGH);
            writer.kill();
            return persisted + 1;
        }
    }

    private java.nio.file.Path journal() throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(journals)) {
            return files.filter(file -> file.toString().endsWith(".journal"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private DecouplingInfo held() throws IOException {
        List<DecouplingInfo> held = SubtreeRecovery.list(fs).stream()
                .filter(info -> info.path().equals(ROOT.toString()))
                .toList();
        assertThat(held).hasSize(1);
        return held.get(0);
    }

    @Test
    void whatWasPersisted_isThereAfterRecovery_withItsData() throws IOException, InterruptedException {
        int persisted = killedWriter();
        assertThat(fs.listStatus(ROOT)).isEmpty();
        assertThat(held().holder().client()).isEqualTo("writer");

        MergeResult merged = SubtreeRecovery.recover(fs, journal());

        assertThat(merged.isAtomic()).isTrue();
        for (int i = 0; i < persisted; i++) {
            Path file = new Path(ROOT, "d" + i % 10 + "/file" + i);
            FileStatus status = fs.getFileStatus(file);
            if (i % 5 == 0) {
                try (FSDataInputStream in = fs.open(file)) {
                    assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                            .isEqualTo("content " + i);
                }
            } else {
                assertThat(status.getLen()).isZero();
            }
        }
        assertThatThrownBy(() -> SubtreeRecovery.recover(fs, journal()))
                .hasMessageContaining("it was merged or discarded");
    }

    @Test
    void tornEndOfAJournal_isLeftOut_andDamageInItsMiddleIsRefused() throws IOException, InterruptedException {
        killedWriter();
        java.nio.file.Path journal = journal();
        byte[] whole = Files.readAllBytes(journal);
        byte[] damaged = whole.clone();
        damaged[60] ^= 1;
        Files.write(journal, damaged);
        assertThatThrownBy(() -> SubtreeRecovery.recover(fs, journal)).hasMessageContaining("is damaged at byte");
        assertThat(fs.listStatus(ROOT)).isEmpty();

        Files.write(journal, Arrays.copyOf(whole, whole.length - 3));
        assertThat(SubtreeRecovery.recover(fs, journal).inodes()).isGreaterThan(ENOUGH - 10);
    }

    @Test
    void discard_givesTheDirectoryBack() throws IOException, InterruptedException {
        killedWriter();
        SubtreeRecovery.discard(fs, held().number());
        assertThat(fs.listStatus(ROOT)).isEmpty();
        assertThat(SubtreeRecovery.list(fs)).noneMatch(info -> info.path().equals(ROOT.toString()));
    }
}

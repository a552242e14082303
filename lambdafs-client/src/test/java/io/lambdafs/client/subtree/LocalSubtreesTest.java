package io.lambdafs.client.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.InodeNumbers;
import io.lambdafs.wire.decoupling.SubtreeRoot;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept on a machine's disk. */
final class LocalSubtreesTest {
    @TempDir
    private Path directory;

    private LocalSubtrees of(String cluster, String user) {
        return new LocalSubtrees(directory.resolve("a/b"), cluster, user, Duration.ofMillis(50));
    }

    private static DecoupledLease lease(long number, String path) {
        return new DecoupledLease(
                number,
                new SubtreeRoot(7, path, "staff", 0755, true),
                "ann",
                new InodeNumbers(number + 1, 50),
                600_000,
                "");
    }

    @Test
    void descriptor_isReadAsItWasWritten_whateverThePath() {
        for (String path : new String[] {"/out", "/a\nb", "/a\\nb=c", "/ü/\\\\"}) {
            LocalSubtree written = LocalSubtree.of("c", lease(17, path), 5)
                    .following("a: b\nc: d\n")
                    .used(20, 33)
                    .merging(true, new LocalSubtree.Marked(2, 0xffffffffL, 19));
            LocalSubtree read = Objects.requireNonNull(LocalSubtree.ofText(written.toText()));
            assertThat(read.path()).isEqualTo(path);
            assertThat(read.isDamaged()).isFalse();
            assertThat(read.isOf(lease(17, path))).isTrue();
            assertThat(read.isOf(lease(18, path))).isFalse();
            assertThat(read.policy()).isEqualTo("a: b\nc: d\n");
            assertThat(read.nextInode()).isEqualTo(20);
            assertThat(read.persistedBytes()).isEqualTo(33);
            assertThat(read.isSyncing()).isTrue();
            assertThat(read.marked().checksum()).isEqualTo(0xffffffffL);
            assertThat(read.notMerging().isSyncing()).isFalse();
        }
        assertThat(LocalSubtree.ofText("nonsense")).isNull();
    }

    @Test
    void onlyPathsAtAndBelowTheRoot_areCovered() {
        LocalSubtree out = LocalSubtree.of("c", lease(17, "/out"), 5);
        assertThat(out.hasAtOrBelow("/out")).isTrue();
        assertThat(out.hasAtOrBelow("/out/a")).isTrue();
        assertThat(out.hasAtOrBelow("/outer")).isFalse();
        assertThat(out.hasAtOrBelow("/")).isFalse();
    }

    @Test
    void subtrees_areThoseOfOneUserInOneCluster_andTheirsOnly() throws IOException {
        LocalSubtrees mine = of("c", "ann");
        assertThat(mine.covering("/out/a")).isNull();
        mine.keep(lease(17, "/out"), 5, "").release();

        assertThat(Objects.requireNonNull(mine.covering("/out/a")).number()).isEqualTo(17);
        assertThat(of("c", "bob").covering("/out/a")).isNull();
        assertThat(of("d", "ann").covering("/out/a")).isNull();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("a/b"))))
                .isEqualTo("rwx------");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.resolve("a/b"))) {
            for (Path file : files) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
            }
        }
        mine.addBlocks(17, new byte[] {1});
        mine.addBlocks(17, new byte[] {2});
        assertThat(mine.blocks(17)).containsExactly(1, 2);
        assertThat(mine.blocks(18)).isEmpty();
        mine.remove(17);
        assertThat(mine.covering("/out/a")).isNull();
        assertThat(directory.resolve("a/b").toFile().list()).isEmpty();
    }

    @Test
    void directoryOfOthers_isNotUsed() throws IOException {
        Files.createDirectories(directory.resolve("a/b"));
        Files.setPosixFilePermissions(directory.resolve("a/b"), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> of("c", "ann").keep(lease(17, "/out"), 5, ""))
                .hasMessageContaining("is open to other users");
    }

    @Test
    void subtreeOfAnotherProcess_isFoundLater() throws IOException, InterruptedException {
        LocalSubtrees early = of("c", "ann");
        assertThat(early.covering("/out/a")).isNull();
        of("c", "ann").keep(lease(17, "/out"), 5, "").release();

        long begin = System.nanoTime();
        while (early.covering("/out/a") == null) {
            assertThat(System.nanoTime() - begin)
                    .isLessThan(Duration.ofSeconds(30).toNanos());
            Thread.onSpinWait();
        }
    }
}

package io.lambdafs.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How much of a deleted directory goes in one transaction. */
final class SubtreeRemovalTest {
    private static final INodeId ROOT = new INodeId(30_000);
    private static final int FILES = 50;
    private static final long BLOCK_SIZE = 1 << 20;
    private static final Attributes ATTRIBUTES = new Attributes("u", "g", Permission.ofMode(0755), 1, 0);

    private final SmallCluster cluster = new SmallCluster(1);
    private final SubtreeRemoval removal = new SubtreeRemoval(cluster.runner, 512);

    private void detach(long blocksOfEach) {
        cluster.write(tx -> {
            tx.inodes().insert(new Directory(ROOT, new INodeKey(INodeId.DELETED, Name.of("root")), ATTRIBUTES));
            for (int i = 1; i <= FILES; i++) {
                INodeKey key = new INodeKey(ROOT, Name.of(String.format("file%03d", i)));
                tx.inodes()
                        .insert(new RegularFile(
                                new INodeId(ROOT.value() + i),
                                key,
                                ATTRIBUTES,
                                3,
                                BLOCK_SIZE,
                                blocksOfEach * BLOCK_SIZE,
                                null));
            }
        });
    }

    private long files() {
        return LongStream.rangeClosed(1, FILES)
                .filter(i -> cluster.exists(new INodeId(ROOT.value() + i)))
                .count();
    }

    private boolean step() {
        return removal.step(cluster.writer.id(), ROOT);
    }

    @Test
    void smallFiles_goTogether() {
        detach(1);
        assertThat(step()).isFalse();
        assertThat(files()).isZero();
        assertThat(step()).isTrue();
        assertThat(cluster.exists(ROOT)).isFalse();
    }

    @Test
    void filesOfManyBlocks_goAFewAtATime() {
        detach(SubtreeRemoval.MAX_BLOCKS / 20);
        assertThat(step()).isFalse();
        assertThat(files()).isEqualTo(FILES - 20);
        RemovalBatch rest = new RemovalBatch(ROOT, Name.EMPTY, Name.of("file999"));
        assertThat(removal.remove(cluster.writer.id(), rest)).isEqualTo(20);
        assertThat(step()).isFalse();
        assertThat(files()).isZero();
        assertThat(step()).isTrue();
    }

    @Test
    void fileOfMoreBlocks_goesAlone() {
        detach(SubtreeRemoval.MAX_BLOCKS * 10L);
        assertThat(step()).isFalse();
        assertThat(files()).isEqualTo(FILES - 1);
    }
}

package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.housekeeping.SubtreeRemoval;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SubtreeEmptierTest {
    private static final INodeId TOP = new INodeId(50_000);

    private final NameNodeFixture fixture = new NameNodeFixture();
    private final SubtreeRemoval removal = new SubtreeRemoval(fixture.runner, 2);
    private final Deque<Runnable> turns = new ArrayDeque<>();

    @BeforeEach
    void makeDetachedTree() {
        fixture.runner.write(fixture.writer, tx -> {
            tx.inodes().insert(directory(TOP, INodeId.DELETED));
            for (int i = 1; i <= 9; i++) {
                tx.inodes().insert(directory(new INodeId(TOP.value() + i), TOP));
            }
            return TOP;
        });
    }

    @Test
    void accept_takesOneTurnForEachBatch() {
        new SubtreeEmptier(removal, fixture.identity(), turns::add).accept(List.of(TOP));
        int taken = 0;
        while (!turns.isEmpty()) {
            turns.remove().run();
            taken++;
        }
        assertThat(taken).isEqualTo(6);
        assertThat(removal.pending(1)).isEmpty();
    }

    @Test
    void accept_whenTheExecutorIsFull_leavesItToTheHousekeeper() {
        SubtreeEmptier emptier = new SubtreeEmptier(removal, fixture.identity(), turn -> {
            throw new RejectedExecutionException("full");
        });
        emptier.accept(List.of(TOP));
        assertThat(removal.pending(1)).containsExactly(TOP);
    }

    @Test
    void accept_whenTheStoreFails_givesUp() {
        new SubtreeEmptier(removal, fixture.identity(), turns::add).accept(List.of(TOP));
        fixture.store.close();
        turns.remove().run();
        assertThat(turns).isEmpty();
    }

    private static Directory directory(INodeId id, INodeId parent) {
        return new Directory(
                id,
                new INodeKey(parent, Name.of(id.toString())),
                new Attributes("hdfs", "supergroup", new Permission(0755), 1, 0));
    }
}

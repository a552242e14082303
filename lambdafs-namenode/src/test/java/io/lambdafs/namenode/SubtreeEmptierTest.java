package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.housekeeping.SubtreeRemoval;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
        new SubtreeEmptier(removal, fixture.identity(), BatchOffload.NONE, turns::add).accept(List.of(TOP));
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
        SubtreeEmptier emptier = new SubtreeEmptier(removal, fixture.identity(), BatchOffload.NONE, turn -> {
            throw new RejectedExecutionException("full");
        });
        emptier.accept(List.of(TOP));
        assertThat(removal.pending(1)).containsExactly(TOP);
    }

    @Test
    void accept_whenTheStoreFails_givesUp() {
        new SubtreeEmptier(removal, fixture.identity(), BatchOffload.NONE, turns::add).accept(List.of(TOP));
        fixture.store.close();
        turns.remove().run();
        assertThat(turns).isEmpty();
    }

    @Test
    void accept_withHelpers_sharesBatchesWithThem() {
        fill(TOP, 100);
        List<RemovalBatch> taken = new ArrayList<>();
        BatchOffload half = batches -> {
            List<RemovalBatch> share = batches.subList(0, batches.size() / 2);
            taken.addAll(share);
            return new BatchOffload.Offer(
                    share.size(), () -> share.forEach(batch -> removal.remove(fixture.writer, batch)));
        };
        new SubtreeEmptier(removal, fixture.identity(), half, turns::add).accept(List.of(TOP));
        while (!turns.isEmpty()) {
            turns.remove().run();
        }
        assertThat(taken).isNotEmpty();
        assertThat(removal.pending(1)).isEmpty();
    }

    @Test
    void accept_whenHelpersDie_doesTheirPart() {
        fill(TOP, 100);
        BatchOffload dead = batches -> new BatchOffload.Offer(batches.size(), () -> {});
        new SubtreeEmptier(removal, fixture.identity(), dead, turns::add).accept(List.of(TOP));
        while (!turns.isEmpty()) {
            turns.remove().run();
        }
        assertThat(removal.pending(1)).isEmpty();
    }

    @Test
    void remove_ofABatchThatIsNotDetached_leavesItAlone() {
        INodeId directory = new INodeId(90_000);
        fixture.runner.write(fixture.writer, tx -> {
            tx.inodes().insert(directory(directory, INodeId.ROOT));
            tx.inodes().insert(directory(new INodeId(90_001), directory));
            return true;
        });
        fill(directory, 3);
        RemovalBatch all = new RemovalBatch(directory, Name.EMPTY, Name.of("zzz"));
        assertThat(removal.remove(fixture.writer, all)).isZero();
    }

    private void fill(INodeId parent, int files) {
        fixture.runner.write(fixture.writer, tx -> {
            for (int i = 0; i < files; i++) {
                INodeId id = new INodeId(parent.value() * 1000 + i);
                tx.inodes()
                        .insert(new RegularFile(
                                id,
                                new INodeKey(parent, Name.of("f" + id)),
                                new Attributes("hdfs", "supergroup", new Permission(0644), 1, 0),
                                1,
                                1,
                                0,
                                null));
            }
            return true;
        });
    }

    private static Directory directory(INodeId id, INodeId parent) {
        return new Directory(
                id,
                new INodeKey(parent, Name.of(id.toString())),
                new Attributes("hdfs", "supergroup", new Permission(0755), 1, 0));
    }
}

package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every adapter's block and replica tables must do. */
public abstract class BlockTableContract extends StoreContract {
    private BlockInfo insert(BlockInfo block) {
        write(tx -> tx.blocks().insert(block));
        return block;
    }

    private static Replica replica(BlockInfo block, StorageId storage) {
        return new Replica(
                block.id(),
                storage,
                block.block().generationStamp(),
                block.block().length(),
                ReplicaState.FINALIZED);
    }

    @Test
    void everyField_isKept() {
        INodeId file = newId();
        BlockInfo complete = insert(block(file, 0));
        BlockInfo recovering = insert(block(file, 1)
                .withExpected(List.of(new StorageId("DS-1"), new StorageId("DS-2")))
                .underRecovery(4711));
        assertThat(readList(tx -> tx.blocks().ofFiles(List.of(file)))).containsExactly(complete, recovering);
    }

    @Test
    void ofFiles_areOrderedByFileAndIndex() {
        INodeId one = newId();
        INodeId two = newId();
        BlockInfo b21 = insert(block(two, 1));
        BlockInfo b20 = insert(block(two, 0));
        BlockInfo b10 = insert(block(one, 0));
        insert(block(newId(), 0));
        assertThat(readList(tx -> tx.blocks().ofFiles(List.of(two, one)))).containsExactly(b10, b20, b21);
    }

    @Test
    void ofFile_isAPartOfOneFile() {
        INodeId file = newId();
        BlockInfo b3 = insert(block(file, 3));
        BlockInfo b0 = insert(block(file, 0));
        BlockInfo b7 = insert(block(file, 7));
        insert(block(newId(), 1));
        assertThat(readList(tx -> tx.blocks().ofFile(file, 0, 2))).containsExactly(b0, b3);
        assertThat(readList(tx -> tx.blocks().ofFile(file, 1, 100))).containsExactly(b3, b7);
        assertThat(readList(tx -> tx.blocks().ofFile(file, 8, 100))).isEmpty();
        write(tx -> {
            tx.blocks().delete(List.of(b0.id()));
            assertThat(tx.blocks().ofFile(file, 0, 1)).containsExactly(b3);
        });
    }

    @Test
    void get_leavesOutAbsentOnes() {
        BlockInfo block = insert(block(newId(), 0));
        List<BlockId> ids = List.of(new BlockId(-5), block.id());
        assertThat(readList(tx -> tx.blocks().get(ids))).containsExactly(block);
    }

    @Test
    void insert_ofTakenIdOrPosition_isDuplicate() {
        INodeId file = newId();
        BlockInfo block = insert(block(file, 0));
        assertFails(Kind.DUPLICATE_KEY, () -> insert(block(file, 0)));
        BlockInfo sameId = new BlockInfo(block.block(), newId(), 0, BlockState.COMPLETE, 0, List.of());
        assertFails(Kind.DUPLICATE_KEY, () -> insert(sameId));
    }

    @Test
    void update_replacesTheRow() {
        BlockInfo block = insert(block(newId(), 0).withState(BlockState.UNDER_CONSTRUCTION));
        BlockInfo changed = new BlockInfo(
                new Block(block.id(), 9, 8), newId(), 3, BlockState.COMMITTED, 2, List.of(new StorageId("s")));
        write(tx -> tx.blocks().update(changed));
        assertThat(readList(tx -> tx.blocks().get(List.of(block.id())))).containsExactly(changed);
        assertFails(Kind.MISSING_ROW, () -> write(tx -> tx.blocks().update(block(newId(), 0))));
    }

    @Test
    void updateOfMany_replacesTheRows_whateverTheirNumbers() {
        List<BlockInfo> blocks = IntStream.range(0, 5)
                .mapToObj(i -> insert(block(newId(), 0).withState(BlockState.UNDER_CONSTRUCTION)))
                .toList();
        List<BlockInfo> some = List.of(blocks.get(4), blocks.get(0), blocks.get(1), blocks.get(3));
        INodeId file = newId();
        List<BlockInfo> changed = IntStream.range(0, some.size())
                .mapToObj(i -> some.get(i).ofFile(file, i).complete())
                .toList();
        write(tx -> tx.blocks().update(changed));
        assertThat(readList(tx -> tx.blocks().ofFiles(List.of(file)))).isEqualTo(changed);
        assertThat(readList(tx -> tx.blocks()
                        .ofFiles(List.of(blocks.get(0).file(), blocks.get(2).file()))))
                .containsExactly(blocks.get(2));
        assertThat(readList(
                        tx -> tx.blocks().get(blocks.stream().map(BlockInfo::id).toList())))
                .containsExactlyInAnyOrder(
                        changed.get(0), changed.get(1), changed.get(2), changed.get(3), blocks.get(2));

        assertFails(
                Kind.MISSING_ROW, () -> write(tx -> tx.blocks().update(List.of(changed.get(0), block(newId(), 0)))));
    }

    @Test
    void delete_removesReplicas_andTellsTheirDataNodes() {
        DataNodeId dataNode = new DataNodeId("delete-blocks");
        StorageId known = new StorageId("DS-delete-blocks");
        write(tx -> {
            tx.dataNodes().register(DataNodeTableContract.registration(dataNode));
            tx.dataNodes().heartbeat(dataNode, List.of(DataNodeTableContract.report(known)), 0);
        });
        BlockInfo one = insert(block(newId(), 0));
        BlockInfo two = insert(block(newId(), 0));
        write(tx -> tx.replicas()
                .put(List.of(replica(one, known), replica(one, new StorageId("DS-nobody")), replica(two, known))));
        write(tx -> {
            tx.blocks().delete(List.of(one.id(), new BlockId(-7)));
            tx.blocks().deleteOfFiles(List.of(two.file(), newId()));
        });
        List<BlockId> ids = List.of(one.id(), two.id());
        assertThat(readList(tx -> tx.blocks().get(ids))).isEmpty();
        assertThat(readList(tx -> tx.replicas().ofBlocks(ids))).isEmpty();
        assertThat(writeList(tx -> tx.work().take(dataNode, 10)))
                .containsExactlyInAnyOrder(
                        new DataNodeCommand.Invalidate(one.block()), new DataNodeCommand.Invalidate(two.block()));
    }

    /* As many as the emptying of a deleted directory takes at once. */
    @Test
    void deleteOfFiles_ofHundredsOfBlocks_isOneTransaction() {
        int files = 100;
        int blocksOfEach = 6;
        DataNodeId dataNode = new DataNodeId("delete-many");
        List<StorageId> storages =
                List.of(new StorageId("DS-many-1"), new StorageId("DS-many-2"), new StorageId("DS-many-3"));
        write(tx -> {
            tx.dataNodes().register(DataNodeTableContract.registration(dataNode));
            tx.dataNodes()
                    .heartbeat(
                            dataNode,
                            storages.stream().map(DataNodeTableContract::report).toList(),
                            0);
        });
        List<INodeId> doomed = new ArrayList<>();
        List<BlockId> blocks = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            INodeId file = newId();
            doomed.add(file);
            write(tx -> {
                for (int position = 0; position < blocksOfEach; position++) {
                    BlockInfo block = block(file, position);
                    blocks.add(block.id());
                    tx.blocks().insert(block);
                    tx.replicas()
                            .put(storages.stream()
                                    .map(storage -> replica(block, storage))
                                    .toList());
                }
            });
        }
        assertThat(readList(tx -> tx.replicas().ofBlocks(blocks))).hasSize(3 * files * blocksOfEach);
        write(tx -> tx.blocks().deleteOfFiles(doomed));
        assertThat(readList(tx -> tx.blocks().get(blocks))).isEmpty();
        assertThat(readList(tx -> tx.replicas().ofBlocks(blocks))).isEmpty();
        int taken = 0;
        for (int more = -1; more != 0; taken += more) {
            more = writeList(tx -> tx.work().take(dataNode, 1_000)).size();
        }
        assertThat(taken).isEqualTo(3 * files * blocksOfEach);
    }

    @Test
    void replicas_areReplacedByBlockAndStorage() {
        BlockInfo block = insert(block(newId(), 0));
        StorageId storage = new StorageId("DS-put-" + block.id());
        Replica first = new Replica(block.id(), storage, 1, 2, ReplicaState.BEING_WRITTEN);
        Replica other = new Replica(block.id(), new StorageId("DS-other"), 1, 2, ReplicaState.FINALIZED);
        write(tx -> tx.replicas().put(List.of(first, other)));
        Replica second = new Replica(block.id(), storage, 3, 4, ReplicaState.CORRUPT);
        write(tx -> tx.replicas().put(List.of(second)));
        assertThat(readList(tx -> tx.replicas().ofBlocks(List.of(block.id()))))
                .containsExactlyInAnyOrder(second, other);
        write(tx -> tx.replicas().put(List.of(other.withState(ReplicaState.DELETING))));
        assertThat(readList(tx -> tx.replicas().ofBlocks(List.of(block.id()))))
                .containsExactlyInAnyOrder(second, other.withState(ReplicaState.DELETING));
    }

    @Test
    void replicas_mayBePutTwiceInOneBatch_theLastCounts() {
        BlockId id = new BlockId(-11);
        StorageId storage = new StorageId("DS-twice");
        Replica first = new Replica(id, storage, 1, 2, ReplicaState.BEING_WRITTEN);
        Replica last = new Replica(id, storage, 1, 5, ReplicaState.FINALIZED);
        write(tx -> tx.replicas().put(List.of(first, last)));
        assertThat(readList(tx -> tx.replicas().ofBlocks(List.of(id)))).containsExactly(last);
    }

    @Test
    void replicasOnStorage_arePagedByBlock_andRemoved() {
        StorageId storage = new StorageId("DS-paged");
        List<Replica> all = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            all.add(new Replica(new BlockId(i * 1000L), storage, 1, 1, ReplicaState.FINALIZED));
        }
        write(tx -> tx.replicas().put(List.of(all.get(3), all.get(0), all.get(4), all.get(2), all.get(1))));
        assertThat(readList(tx -> tx.replicas().onStorage(storage, new BlockId(0), 2)))
                .containsExactly(all.get(0), all.get(1));
        assertThat(readList(tx -> tx.replicas().onStorage(storage, new BlockId(2000), 10)))
                .containsExactly(all.get(2), all.get(3), all.get(4));
        write(tx -> tx.replicas().remove(storage, List.of(new BlockId(1000), new BlockId(99))));
        assertThat(writeList(tx -> tx.replicas().removeSome(storage, 3))).hasSize(3);
        assertThat(writeList(tx -> tx.replicas().removeSome(storage, 3))).hasSize(1);
        assertThat(readList(tx -> tx.replicas().onStorage(storage, new BlockId(0), 10)))
                .isEmpty();
    }

    @Test
    void count_countsBlocks() {
        insert(block(newId(), 0));
        assertThat(readNumber(tx -> tx.blocks().count())).isPositive();
    }
}

package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What every adapter's work queues must do. */
public abstract class WorkTableContract extends StoreContract {
    private static final Duration LONG = Duration.ofHours(1);
    private static final DataNodeId DATA_NODE = new DataNodeId("worker");
    private static final StorageId STORAGE = new StorageId("DS-worker");

    @BeforeAll
    void registerDataNode() {
        write(tx -> {
            tx.dataNodes().register(DataNodeTableContract.registration(DATA_NODE));
            tx.dataNodes().heartbeat(DATA_NODE, List.of(DataNodeTableContract.report(STORAGE)), 0);
        });
    }

    private static DataNodeCommand invalidate(long id) {
        return new DataNodeCommand.Invalidate(new Block(new BlockId(id), 1, 2));
    }

    private List<BlockId> due(Duration retryAfter) {
        return writing(tx -> tx.work().dueForReplication(retryAfter, 100));
    }

    @Test
    void queuedBlock_isDueOnce_thenAfterItsTime_untilDone() {
        BlockId one = new BlockId(100);
        BlockId two = new BlockId(101);
        write(tx -> tx.work().checkReplication(List.of(two, one, one)));
        assertThat(readNumber(tx -> tx.work().replicationQueueLength())).isEqualTo(2);
        assertThat(due(LONG)).containsExactlyInAnyOrder(one, two);
        assertThat(due(LONG)).isEmpty();
        eventually(() -> due(Duration.ofMillis(1)).size() == 2);
        write(tx -> tx.work().checkReplication(List.of(one)));
        assertThat(due(LONG)).containsExactly(one);
        write(tx -> tx.work().replicationDone(List.of(one, two, new BlockId(5))));
        assertThat(due(Duration.ZERO)).isEmpty();
        assertThat(readNumber(tx -> tx.work().replicationQueueLength())).isZero();
    }

    private Map<BlockFlaw, Long> flaws() {
        return writing(tx -> tx.work().countFlaws());
    }

    @Test
    void flaws_areReplaced_countedAndForgottenWithTheQueue() {
        BlockId one = new BlockId(7_000);
        BlockId two = new BlockId(7_001);
        BlockId three = new BlockId(7_002);
        Set<BlockFlaw> missing = Set.of(BlockFlaw.MISSING, BlockFlaw.CORRUPT_REPLICA);
        Set<BlockFlaw> single = Set.of(BlockFlaw.MISSING, BlockFlaw.MISSING_REPLICATION_ONE);
        write(tx -> {
            tx.work().checkReplication(List.of(one, two, three));
            tx.work().noteFlaws(Map.of(one, Set.of(BlockFlaw.LOW_REDUNDANCY), two, missing, three, single));
        });
        assertThat(flaws())
                .containsOnly(
                        Map.entry(BlockFlaw.LOW_REDUNDANCY, 1L),
                        Map.entry(BlockFlaw.CORRUPT_REPLICA, 1L),
                        Map.entry(BlockFlaw.MISSING, 2L),
                        Map.entry(BlockFlaw.MISSING_REPLICATION_ONE, 1L));
        BlockId first = new BlockId(Long.MIN_VALUE);
        assertThat(readList(tx -> tx.work().withFlaw(BlockFlaw.MISSING, first, 10)))
                .containsExactly(two, three);
        assertThat(readList(tx -> tx.work().withFlaw(BlockFlaw.MISSING, first, 1)))
                .containsExactly(two);
        assertThat(readList(tx -> tx.work().withFlaw(BlockFlaw.MISSING, two, 10)))
                .containsExactly(three);
        write(tx -> tx.work().noteFlaws(Map.of(one, Set.of(), two, Set.of(BlockFlaw.LOW_REDUNDANCY))));
        assertThat(flaws())
                .containsOnly(
                        Map.entry(BlockFlaw.LOW_REDUNDANCY, 1L),
                        Map.entry(BlockFlaw.MISSING, 1L),
                        Map.entry(BlockFlaw.MISSING_REPLICATION_ONE, 1L));
        write(tx -> tx.work().replicationDone(List.of(one, two, three)));
        assertThat(flaws()).isEmpty();
    }

    @Test
    void commands_areTakenOnce_oldestFirst() {
        DataNodeCommand transfer =
                new DataNodeCommand.Transfer(new Block(new BlockId(1), 2, 3), List.of(new StorageId("DS-x")));
        DataNodeCommand recover = new DataNodeCommand.Recover(
                new Block(new BlockId(4), 5, 6), 7, List.of(new StorageId("DS-y"), new StorageId("DS-z")));
        write(tx -> tx.work().send(STORAGE, List.of(invalidate(1), transfer)));
        DataNodeCommand verify = new DataNodeCommand.Verify(new Block(new BlockId(8), 9, 10));
        DataNodeCommand truncate =
                new DataNodeCommand.Truncate(new Block(new BlockId(11), 12, 13), 14, List.of(new StorageId("DS-y")));
        DataNodeCommand throttle = new DataNodeCommand.Throttle(1L << 40);
        write(tx -> tx.work().send(STORAGE, List.of(recover, verify, truncate, throttle)));
        write(tx -> tx.work().send(new StorageId("DS-nobody"), List.of(invalidate(9))));
        assertThat(readNumber(tx -> tx.work().pendingDeletions())).isEqualTo(1);
        assertThat(writeList(tx -> tx.work().take(DATA_NODE, 2))).containsExactly(invalidate(1), transfer);
        assertThat(readNumber(tx -> tx.work().pendingDeletions())).isZero();
        assertThat(writeList(tx -> tx.work().take(DATA_NODE, 2))).containsExactly(recover, verify);
        assertThat(writeList(tx -> tx.work().take(DATA_NODE, 2))).containsExactly(truncate, throttle);
        assertThat(writeList(tx -> tx.work().take(DATA_NODE, 2))).isEmpty();
    }

    @Test
    void commands_takenInATransactionThatRollsBack_areStillThere() {
        write(tx -> tx.work().send(STORAGE, List.of(invalidate(20))));
        try (Transaction tx = begin()) {
            assertThat(tx.work().take(DATA_NODE, 5)).containsExactly(invalidate(20));
        }
        assertThat(writeList(tx -> tx.work().take(DATA_NODE, 5))).containsExactly(invalidate(20));
    }

    @Test
    void commands_takenByTwoAtOnce_areDeliveredOnce() {
        List<DataNodeCommand> sent = new ArrayList<>();
        for (long id = 1000; id < 1040; id++) {
            sent.add(invalidate(id));
        }
        write(tx -> tx.work().send(STORAGE, sent));
        Future<List<DataNodeCommand>> one = elsewhere(this::takeAll);
        Future<List<DataNodeCommand>> two = elsewhere(this::takeAll);
        List<DataNodeCommand> taken = new ArrayList<>(outcome(one));
        taken.addAll(outcome(two));
        assertThat(taken).containsExactlyInAnyOrderElementsOf(sent);
    }

    private List<DataNodeCommand> takeAll() {
        List<DataNodeCommand> taken = new ArrayList<>();
        List<DataNodeCommand> some = writing(tx -> tx.work().take(DATA_NODE, 3));
        while (!some.isEmpty()) {
            taken.addAll(some);
            some = writing(tx -> tx.work().take(DATA_NODE, 3));
        }
        return taken;
    }

    @Test
    void commands_ofARemovedDataNode_areDropped() {
        DataNodeId gone = new DataNodeId("gone");
        StorageId storage = new StorageId("DS-gone");
        write(tx -> {
            tx.dataNodes().register(DataNodeTableContract.registration(gone));
            tx.dataNodes().heartbeat(gone, List.of(DataNodeTableContract.report(storage)), 0);
            tx.work().send(storage, List.of(invalidate(30)));
        });
        write(tx -> tx.dataNodes().remove(gone));
        assertThat(writeList(tx -> tx.work().take(gone, 5))).isEmpty();
    }

    @Test
    void commands_fromBeforeARegistration_areDropped() {
        write(tx -> tx.work().send(STORAGE, List.of(invalidate(40))));
        write(tx -> tx.dataNodes().register(DataNodeTableContract.registration(DATA_NODE)));
        assertThat(writeList(tx -> tx.work().take(DATA_NODE, 5))).isEmpty();
        write(tx -> tx.work().send(STORAGE, List.of(invalidate(41))));
        assertThat(writeList(tx -> tx.work().take(DATA_NODE, 5))).containsExactly(invalidate(41));
    }
}

package io.lambdafs.housekeeping;

import static io.lambdafs.housekeeping.SmallCluster.BLOCK;
import static io.lambdafs.housekeeping.SmallCluster.FILE;
import static io.lambdafs.housekeeping.SmallCluster.storage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand.Invalidate;
import io.lambdafs.block.DataNodeCommand.Transfer;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ReplicationCheckTest {
    private static final Duration RETRY = Duration.ofSeconds(31);

    private final SmallCluster cluster = new SmallCluster(2);
    private final ReplicationCheck check = cluster.replicationCheck();

    private void round() {
        check.run(cluster.duty(Duration.ofHours(1)));
    }

    @Test
    void enoughReplicas_areLeftAlone() {
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1, 2);
        cluster.checkReplication();
        round();
        assertThat(cluster.queued()).isZero();
        assertThat(cluster.commands(1)).isEmpty();
        assertThat(cluster.commands(2)).isEmpty();
    }

    /** A report holds the file SHARED while it reads replicas and writes them back. */
    @Test
    void look_doesNotMarkReplicasWhileAReportIsWritten() {
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1, 2, 3);
        cluster.checkReplication();
        try (Transaction report = cluster.store.beginWrite(cluster.store.registerWriter("report"))) {
            LockedBlocks.of(report, List.of(BLOCK.id()));
            assertThatThrownBy(this::round).isInstanceOf(StoreException.class);
        }
        assertThat(IntStream.rangeClosed(1, 3).mapToObj(cluster::commands)).allMatch(List::isEmpty);
        round();
        assertThat(nodeToldToDelete()).isPositive();
    }

    @Test
    void missingReplica_isCopiedOnceItIsMissedTwice() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        cluster.checkReplication();
        round();
        assertThat(cluster.commands(1)).isEmpty();
        Duty duty = cluster.duty(Duration.ofHours(1));
        check.run(duty);
        assertThat(duty.done())
                .isEqualTo(Map.of(HousekeepingCount.BLOCKS_CHECKED, 1L, HousekeepingCount.COPIES_ORDERED, 1L));
        assertThat(cluster.commands(1)).containsExactly(new Transfer(BLOCK, List.of(storage(2))));
        cluster.replicas(2);
        cluster.pass(RETRY);
        cluster.heartbeat(1, 2);
        round();
        assertThat(cluster.queued()).isZero();
    }

    @Test
    void copy_goesToAStorageOfTheTypeThatThePolicyAsksFor() {
        cluster.policy("ALL_SSD");
        cluster.type(1, "SSD");
        cluster.type(5, "SSD");
        cluster.heartbeat(1, 2, 3, 4, 5);
        cluster.replicas(1);
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(1)).containsExactly(new Transfer(BLOCK, List.of(storage(5))));
    }

    @Test
    void copyForWhichThereIsNoStorageOfTheType_fallsBack_orIsNotMade() {
        cluster.policy("COLD");
        cluster.type(1, "ARCHIVE");
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(1)).isEmpty();
        cluster.policy("ALL_SSD");
        cluster.pass(Duration.ofMinutes(6));
        cluster.heartbeat(1, 2);
        round();
        round();
        assertThat(cluster.commands(1)).containsExactly(new Transfer(BLOCK, List.of(storage(2))));
    }

    /** Although its DataNode has the most room. */
    @Test
    void surplusReplica_isTheOneOnAStorageThatDoesNotFit() {
        cluster.policy("WARM");
        cluster.type(3, "SSD");
        cluster.type(1, "ARCHIVE");
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1, 2, 3);
        cluster.checkReplication();
        round();
        assertThat(cluster.holders()).containsExactly(storage(1), storage(2));
        assertThat(cluster.commands(3)).containsExactly(new Invalidate(BLOCK));
    }

    @Test
    void copyThatWasNotMade_isOrderedAgain() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(1)).hasSize(1);
        round();
        assertThat(cluster.commands(1)).isEmpty();
        cluster.pass(RETRY);
        cluster.heartbeat(1, 2);
        round();
        round();
        assertThat(cluster.commands(1)).hasSize(1);
    }

    @Test
    void replicaThatIsAboutToBeWhole_isWaitedFor() {
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1);
        cluster.replica(2, BLOCK.generationStamp(), ReplicaState.BEING_WRITTEN);
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(1)).isEmpty();
        assertThat(cluster.queued()).isEqualTo(1);
    }

    private int nodeToldToDelete() {
        List<Integer> told = IntStream.rangeClosed(1, 3)
                .filter(node -> cluster.commands(node).equals(List.of(new Invalidate(BLOCK))))
                .boxed()
                .toList();
        assertThat(told).hasSize(1);
        return told.get(0);
    }

    @Test
    void surplusReplica_isDeleted() {
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1, 2, 3);
        cluster.checkReplication();
        round();
        int surplus = nodeToldToDelete();
        // The least room: HDFS chooses so among DataNodes of one rack.
        assertThat(surplus).isEqualTo(1);
        assertThat(cluster.holders()).containsExactly(storage(2), storage(3));
        cluster.gone(surplus);
        round();
        assertThat(cluster.queued()).isZero();
        assertThat(IntStream.rangeClosed(1, 3))
                .allMatch(node -> cluster.commands(node).isEmpty());
    }

    @Test
    void surplusReplica_staysTheOneThatIsDeleted_thoughTheRoomChanges() {
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1, 2, 3);
        cluster.checkReplication();
        round();
        int surplus = nodeToldToDelete();
        cluster.room(surplus, 9_000);
        cluster.checkReplication();
        round();
        assertThat(nodeToldToDelete()).isEqualTo(surplus);
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void surplusReplica_isSparedWhenTheOthersAreLostBeforeItIsGone() {
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1, 2, 3);
        cluster.checkReplication();
        round();
        int surplus = nodeToldToDelete();
        cluster.gone(2);
        cluster.gone(3);
        round();
        assertThat(cluster.holders()).containsExactly(storage(surplus));
        round();
        round();
        assertThat(cluster.commands(surplus))
                .singleElement()
                .isInstanceOfSatisfying(
                        Transfer.class, copy -> assertThat(copy.targets()).hasSize(1));
    }

    @Test
    void corruptReplica_isDeletedOnlyWhenThereAreEnoughGoodOnes() {
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1);
        cluster.replica(2, BLOCK.generationStamp(), ReplicaState.CORRUPT);
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(1)).containsExactly(new Transfer(BLOCK, List.of(storage(3))));
        assertThat(cluster.commands(2)).isEmpty();
        cluster.replicas(3);
        cluster.checkReplication();
        round();
        assertThat(cluster.commands(2)).containsExactly(new Invalidate(BLOCK));
    }

    @Test
    void corruptReplica_makesWayWhereNothingElseIsFree() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        cluster.replica(2, BLOCK.generationStamp(), ReplicaState.CORRUPT);
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(2)).containsExactly(new Invalidate(BLOCK));
    }

    @Test
    void lastReplica_isKeptThoughItIsCorrupt() {
        cluster.heartbeat(1, 2);
        cluster.replica(1, BLOCK.generationStamp(), ReplicaState.CORRUPT);
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(1)).isEmpty();
        assertThat(cluster.holders()).containsExactly(storage(1));
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void lackOfReplicas_isNotedWhenItIsSeenTwice_untilItIsMadeUpFor() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        cluster.checkReplication();
        round();
        assertThat(cluster.flaws()).isEmpty();
        round();
        assertThat(cluster.flaws()).containsOnly(Map.entry(BlockFlaw.LOW_REDUNDANCY, 1L));
        cluster.replicas(2);
        cluster.checkReplication();
        round();
        assertThat(cluster.flaws()).isEmpty();
    }

    @Test
    void lostBlock_isNotedAsMissing_notAsLackingReplicas() {
        cluster.heartbeat(1, 2);
        cluster.checkReplication();
        round();
        assertThat(cluster.flaws()).containsOnly(Map.entry(BlockFlaw.MISSING, 1L));
        cluster.replicas(1, 2);
        cluster.checkReplication();
        round();
        assertThat(cluster.flaws()).isEmpty();
    }

    @Test
    void corruptBlockOfOneReplica_isNotedAsSuch() {
        SmallCluster single = new SmallCluster(1);
        single.heartbeat(1, 2);
        single.replica(1, BLOCK.generationStamp(), ReplicaState.CORRUPT);
        single.checkReplication();
        single.replicationCheck().run(single.duty(Duration.ofHours(1)));
        assertThat(single.flaws())
                .containsOnly(
                        Map.entry(BlockFlaw.MISSING, 1L),
                        Map.entry(BlockFlaw.MISSING_REPLICATION_ONE, 1L),
                        Map.entry(BlockFlaw.CORRUPT_REPLICA, 1L));
    }

    @Test
    void replicaOfAnOlderVersion_isDeletedInThatVersion() {
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1, 2);
        cluster.replica(3, 1000, ReplicaState.FINALIZED);
        cluster.checkReplication();
        round();
        assertThat(cluster.commands(3)).containsExactly(new Invalidate(new Block(BLOCK.id(), 1000, BLOCK.length())));
    }

    @Test
    void replicasOnDeadNodes_doNotCount() {
        cluster.heartbeat(2);
        cluster.replicas(1, 2);
        cluster.pass(Duration.ofMinutes(1));
        cluster.heartbeat(1, 3);
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(1)).containsExactly(new Transfer(BLOCK, List.of(storage(3))));
    }

    @Test
    void blockThatIsBeingWritten_waits() {
        cluster.heartbeat(1, 2);
        cluster.write(tx -> tx.blocks()
                .update(new BlockInfo(BLOCK, FILE, 0, BlockState.UNDER_CONSTRUCTION, 0, List.of(storage(1)))));
        cluster.checkReplication();
        round();
        round();
        assertThat(cluster.commands(1)).isEmpty();
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void blockThatWasDeleted_isForgotten() {
        cluster.checkReplication();
        cluster.write(tx -> tx.blocks().delete(List.of(BLOCK.id())));
        round();
        assertThat(cluster.queued()).isZero();
    }

    @Test
    void newDataNode_endsTheLongWaitForOne() {
        cluster.heartbeat(1);
        cluster.replicas(1);
        cluster.checkReplication();
        round();
        round();
        cluster.pass(RETRY);
        cluster.heartbeat(1, 2);
        round();
        round();
        assertThat(cluster.commands(1)).containsExactly(new Transfer(BLOCK, List.of(storage(2))));
    }
}

package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.DataNodeCommand.Invalidate;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.HeldBlocks;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.datanode.Heartbeats.Beat;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class HeartbeatsTest {
    private static final StorageId STORAGE = new StorageId("s1");
    private static final DataNodeId NODE = new DataNodeId("dn1");

    private final TestFileSystem cluster = new TestFileSystem();
    private final AtomicLong replicas = new AtomicLong();
    private final AtomicLong now = new AtomicLong(1_000_000);
    private final InstantSource clock = () -> Instant.ofEpochMilli(now.get());
    private final Heartbeats heartbeats = new Heartbeats(
            cluster.writer,
            clock,
            Duration.ofSeconds(15),
            new IdentityClaim(Duration.ofSeconds(30), clock, pause -> {}),
            replicas::get);

    private static Beat beat() {
        StorageReport.Space space = new StorageReport.Space(1000, 0, 1000, 0);
        return new Beat(NODE, List.of(new StorageReport(STORAGE, "DISK", false, space)), 0);
    }

    private void register() {
        DataNodeRegistration.Ports ports = new DataNodeRegistration.Ports(1, 2, 3);
        heartbeats.register(new DataNodeRegistration(NODE, "dn1", "127.0.0.1", ports, "3.5.0"));
    }

    @Test
    void dataNode_hasToRegisterFirst() {
        assertThat(heartbeats.beat(beat())).isEmpty();
        register();
        assertThat(heartbeats.beat(beat())).isPresent();
    }

    @Test
    void dataNodeThatTheStoreForgot_hasToRegisterAgain() {
        register();
        heartbeats.beat(beat());
        cluster.write(tx -> tx.dataNodes().remove(NODE));
        assertThat(heartbeats.beat(beat())).isEmpty();
        assertThat(heartbeats.beat(beat())).isEmpty();
        register();
        assertThat(heartbeats.beat(beat())).isPresent();
    }

    @Test
    void dataNodeThatWasSilentForLong_hasToRegisterAgain() {
        register();
        heartbeats.beat(beat());
        now.addAndGet(15_001);
        assertThat(heartbeats.beat(beat())).isEmpty();
        register();
        assertThat(heartbeats.beat(beat())).isPresent();
    }

    @Test
    void repeatedBeat_countsAsHeard() {
        register();
        heartbeats.beat(beat());
        now.addAndGet(14_000);
        heartbeats.repeat();
        now.addAndGet(14_000);
        assertThat(heartbeats.beat(beat())).isPresent();
    }

    private HeldBlocks held() {
        return cluster.dataNodes().get(0).held();
    }

    @Test
    void numberOfReplicas_isKnownFromTheFirstReportOn() {
        register();
        replicas.set(5);
        heartbeats.beat(beat());
        assertThat(held().wasReported()).isFalse();
        assertThat(held().count()).isZero();
        heartbeats.reported(NODE);
        assertThat(held().wasReported()).isTrue();
        assertThat(held().count()).isEqualTo(5);
        replicas.set(6);
        heartbeats.beat(beat());
        assertThat(held().count()).isEqualTo(6);
    }

    private List<StorageReport> storages() {
        return cluster.dataNodes().get(0).storages();
    }

    @Test
    void storageThatIsNotNamedAnyMore_isFailedUntilItsReplicasAreForgotten() {
        StorageId lost = new StorageId("s2");
        register();
        StorageReport.Space space = new StorageReport.Space(1000, 0, 1000, 0);
        List<StorageReport> both =
                List.of(new StorageReport(STORAGE, "DISK", false, space), new StorageReport(lost, "SSD", false, space));
        heartbeats.beat(new Beat(NODE, both, 0));
        Block block = TestFileSystem.block(1, 100);
        cluster.write(
                tx -> tx.replicas().put(List.of(new Replica(block.id(), lost, 1_000, 100, ReplicaState.FINALIZED))));

        heartbeats.beat(beat());
        heartbeats.beat(beat());
        heartbeats.repeat();
        assertThat(storages())
                .containsExactlyInAnyOrder(
                        beat().storages().get(0),
                        new StorageReport(lost, "SSD", true, new StorageReport.Space(0, 0, 0, 0)));
        assertThat(heartbeats.storages()).contains(lost);
        cluster.write(tx -> tx.replicas().removeSome(lost, 10));
        heartbeats.beat(beat());
        assertThat(storages()).containsExactlyElementsOf(beat().storages());
    }

    @Test
    void commands_areFetchedOnceAndInBoundedNumber() {
        register();
        heartbeats.beat(beat());
        int commands = Heartbeats.MAX_COMMANDS + 1;
        cluster.write(tx -> {
            for (int i = 0; i < commands; i++) {
                tx.work().send(STORAGE, List.of(new Invalidate(TestFileSystem.block(i, 1))));
            }
        });
        assertThat(heartbeats.beat(beat()).orElseThrow().commands()).hasSize(Heartbeats.MAX_COMMANDS);
        assertThat(heartbeats.beat(beat()).orElseThrow().commands()).hasSize(1);
        assertThat(heartbeats.beat(beat()).orElseThrow().commands()).isEmpty();
    }
}

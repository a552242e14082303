package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.DataNodeCommand.Invalidate;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
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

    private final TestCluster cluster = new TestCluster();
    private final AtomicLong now = new AtomicLong(1_000_000);
    private final InstantSource clock = () -> Instant.ofEpochMilli(now.get());
    private final Heartbeats heartbeats = new Heartbeats(
            cluster.writer,
            clock,
            Duration.ofSeconds(15),
            new IdentityClaim(Duration.ofSeconds(30), clock, pause -> {}));

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

    @Test
    void commands_areFetchedOnceAndInBoundedNumber() {
        register();
        heartbeats.beat(beat());
        int commands = Heartbeats.MAX_COMMANDS + 1;
        cluster.write(tx -> {
            for (int i = 0; i < commands; i++) {
                tx.work().send(STORAGE, List.of(new Invalidate(TestCluster.block(i, 1))));
            }
        });
        assertThat(heartbeats.beat(beat()).orElseThrow().commands()).hasSize(Heartbeats.MAX_COMMANDS);
        assertThat(heartbeats.beat(beat()).orElseThrow().commands()).hasSize(1);
        assertThat(heartbeats.beat(beat()).orElseThrow().commands()).isEmpty();
    }
}

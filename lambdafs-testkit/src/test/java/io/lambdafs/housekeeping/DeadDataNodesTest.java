package io.lambdafs.housekeeping;

import static io.lambdafs.housekeeping.SmallCluster.storage;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.housekeeping.HousekeepingConfig.Liveness;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DeadDataNodesTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final SmallCluster cluster = new SmallCluster(2);
    private final DeadDataNodes task = new DeadDataNodes(Liveness.defaults());

    @Test
    void silentNode_losesItsReplicas() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1, 2);
        cluster.pass(Duration.ofSeconds(31));
        cluster.heartbeat(2);
        Duty duty = cluster.duty(LONG);
        task.run(duty);
        assertThat(duty.done()).isEqualTo(Map.of(HousekeepingCount.REPLICAS_FORGOTTEN, 1L));
        assertThat(cluster.holders()).containsExactly(storage(2));
        assertThat(cluster.queued()).isEqualTo(1);
        assertThat(cluster.nodes()).hasSize(2);
    }

    @Test
    void node_isNotDeadBeforeItsTime() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1, 2);
        cluster.pass(Duration.ofSeconds(29));
        task.run(cluster.duty(LONG));
        assertThat(cluster.holders()).hasSize(2);
    }

    @Test
    void silenceDuringAnOutageOfTheStore_doesNotCount() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1, 2);
        cluster.pass(LONG);
        task.run(cluster.duty(Duration.ofSeconds(29)));
        assertThat(cluster.holders()).hasSize(2);
    }

    @Test
    void brokenStorageOfALivingNode_losesItsReplicas() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1, 2);
        cluster.breakStorage(1);
        task.run(cluster.duty(LONG));
        assertThat(cluster.holders()).containsExactly(storage(2));
    }

    @Test
    void nodeThatDiesAgain_losesItsReplicasAgain() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1, 2);
        cluster.pass(Duration.ofSeconds(31));
        cluster.heartbeat(2);
        task.run(cluster.duty(LONG));
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        task.run(cluster.duty(LONG));
        assertThat(cluster.holders()).hasSize(2);
        cluster.pass(Duration.ofSeconds(31));
        cluster.heartbeat(2);
        task.run(cluster.duty(LONG));
        assertThat(cluster.holders()).containsExactly(storage(2));
    }

    @Test
    void nodeThatNeverComesBack_isForgotten() {
        cluster.heartbeat(1, 2);
        cluster.replicas(1, 2);
        cluster.pass(Duration.ofDays(2));
        cluster.heartbeat(2);
        task.run(cluster.duty(LONG));
        assertThat(cluster.nodes())
                .singleElement()
                .satisfies(node -> assertThat(node.id().value()).isEqualTo("dn2"));
    }
}

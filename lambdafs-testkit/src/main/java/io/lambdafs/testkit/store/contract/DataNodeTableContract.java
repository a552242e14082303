package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.HeldBlocks;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every adapter's DataNode table must do. */
public abstract class DataNodeTableContract extends StoreContract {
    static DataNodeRegistration registration(DataNodeId id) {
        return new DataNodeRegistration(
                id, "host-" + id, "127.0.0.1", new DataNodeRegistration.Ports(9866, 9864, 9867), "3.5.0");
    }

    static StorageReport report(StorageId id) {
        return new StorageReport(id, "DISK", false, new StorageReport.Space(100, 20, 70, 10));
    }

    private Optional<DataNodeDescriptor> find(DataNodeId id) {
        return read(tx -> tx.dataNodes().all()).stream()
                .filter(node -> node.id().equals(id))
                .findFirst();
    }

    @Test
    void heartbeat_replacesStorages() {
        DataNodeId id = new DataNodeId("heartbeat");
        StorageReport one = report(new StorageId("DS-h1"));
        StorageReport two = new StorageReport(new StorageId("DS-h2"), "SSD", true, new StorageReport.Space(1, 2, 3, 4));
        write(tx -> {
            tx.dataNodes().register(registration(id));
            assertThat(tx.dataNodes().heartbeat(id, List.of(one, two), 3)).isTrue();
        });
        DataNodeDescriptor first = find(id).orElseThrow();
        assertThat(first.registration()).isEqualTo(registration(id));
        assertThat(first.storages()).containsExactlyInAnyOrder(one, two);
        assertThat(first.activeTransfers()).isEqualTo(3);
        assertThat(first.isAlive(Duration.ofMinutes(1))).isTrue();
        write(tx -> tx.dataNodes().heartbeat(id, List.of(two), 0));
        assertThat(find(id).orElseThrow().storages()).containsExactly(two);
    }

    @Test
    void heartbeat_ofUnknownDataNode_changesNothing() {
        DataNodeId id = new DataNodeId("unknown");
        assertThat(writeFlag(tx -> tx.dataNodes().heartbeat(id, List.of(report(new StorageId("DS-unknown"))), 0)))
                .isFalse();
        assertThat(find(id)).isEmpty();
    }

    @Test
    void silence_grows_andAHeartbeatEndsIt() {
        DataNodeId id = new DataNodeId("silent");
        write(tx -> tx.dataNodes().register(registration(id)));
        eventually(() -> find(id).orElseThrow().sinceHeartbeat().compareTo(Duration.ofMillis(60)) > 0);
        eventually(() -> {
            write(tx -> tx.dataNodes().heartbeat(id, List.of(), 0));
            return find(id).orElseThrow().sinceHeartbeat().compareTo(Duration.ofMillis(60)) < 0;
        });
    }

    @Test
    void register_again_replacesTheRegistration_andKeepsStorages() {
        DataNodeId id = new DataNodeId("again");
        StorageReport storage = report(new StorageId("DS-again"));
        write(tx -> {
            tx.dataNodes().register(registration(id));
            tx.dataNodes().heartbeat(id, List.of(storage), 0);
        });
        DataNodeRegistration moved =
                new DataNodeRegistration(id, "other", "127.0.0.2", new DataNodeRegistration.Ports(1, 2, 3), "3.5.1");
        write(tx -> tx.dataNodes().register(moved));
        assertThat(find(id).orElseThrow().registration()).isEqualTo(moved);
        assertThat(find(id).orElseThrow().storages()).containsExactly(storage);
    }

    @Test
    void reports_areNoted_ofRegisteredDataNodesOnly() {
        DataNodeId id = new DataNodeId("reports");
        write(tx -> tx.dataNodes().noteReport(id, 3));
        write(tx -> tx.dataNodes().register(registration(id)));
        write(tx -> tx.dataNodes().noteReplicas(id, 4));
        assertThat(find(id).orElseThrow().held()).isEqualTo(HeldBlocks.UNKNOWN);
        write(tx -> tx.dataNodes().noteReport(id, 3));
        HeldBlocks held = find(id).orElseThrow().held();
        assertThat(held.count()).isEqualTo(3);
        assertThat(held.wasReported()).isTrue();
        assertThat(held.sinceReport()).isLessThan(Duration.ofMinutes(1));
        eventually(() -> find(id).orElseThrow().held().sinceReport().compareTo(Duration.ofMillis(60)) > 0);
        write(tx -> tx.dataNodes().noteReplicas(id, 4));
        assertThat(find(id).orElseThrow().held().count()).isEqualTo(4);
        assertThat(find(id).orElseThrow().held().sinceReport()).isGreaterThan(Duration.ofMillis(60));
        write(tx -> tx.dataNodes().remove(id));
        write(tx -> tx.dataNodes().register(registration(id)));
        assertThat(find(id).orElseThrow().held()).isEqualTo(HeldBlocks.UNKNOWN);
        write(tx -> tx.dataNodes().remove(id));
    }

    @Test
    void storage_canMoveToAnotherDataNode() {
        DataNodeId from = new DataNodeId("move-from");
        DataNodeId to = new DataNodeId("move-to");
        StorageReport storage = report(new StorageId("DS-moved"));
        write(tx -> {
            tx.dataNodes().register(registration(from));
            tx.dataNodes().register(registration(to));
            tx.dataNodes().heartbeat(from, List.of(storage), 0);
        });
        write(tx -> tx.dataNodes().heartbeat(to, List.of(storage), 0));
        assertThat(find(to).orElseThrow().storages()).containsExactly(storage);
        assertThat(find(from).orElseThrow().storages()).isEmpty();
    }

    @Test
    void all_areOrderedById_untilRemoved() {
        DataNodeId b = new DataNodeId("order-b");
        DataNodeId a = new DataNodeId("order-a");
        write(tx -> {
            tx.dataNodes().register(registration(b));
            tx.dataNodes().register(registration(a));
        });
        assertThat(readList(tx -> tx.dataNodes().all()))
                .extracting(DataNodeDescriptor::id)
                .containsSubsequence(a, b);
        write(tx -> tx.dataNodes().remove(a));
        assertThat(find(a)).isEmpty();
        assertThat(find(b)).isPresent();
    }
}

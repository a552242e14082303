package io.lambdafs.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.StorageReport.Space;
import io.lambdafs.storage.ReplicaTypes;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.storage.StorageType;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BlockPlacementTest {
    private static final long BLOCK = 100;
    private static final Duration DEAD_AFTER = Duration.ofSeconds(30);

    private final BlockPlacement placement = new BlockPlacement(new Random(7));

    private static DataNodeDescriptor node(int number, long remaining, int transfers, int silentSeconds) {
        DataNodeRegistration registration = new DataNodeRegistration(
                new DataNodeId("dn" + number),
                "host" + number,
                "10.0.0." + number,
                new DataNodeRegistration.Ports(9866 + number, 0, 0),
                "3.5.0");
        StorageReport storage =
                new StorageReport(new StorageId("s" + number), "DISK", false, new Space(1000, 0, remaining, 0));
        return new DataNodeDescriptor(registration, List.of(storage), Duration.ofSeconds(silentSeconds), transfers);
    }

    private static LiveDataNodes five() {
        return LiveDataNodes.of(
                List.of(
                        node(1, 500, 0, 0),
                        node(2, 500, 0, 0),
                        node(3, 500, 0, 0),
                        node(4, 50, 0, 0),
                        node(5, 500, 0, 40)),
                DEAD_AFTER);
    }

    private static List<String> names(List<PlacementTarget> targets) {
        return targets.stream().map(target -> target.node().id().value()).toList();
    }

    private List<String> choose(int wanted, String host, Set<DataNodeId> unusable, List<String> favoured) {
        return names(placement.choose(
                new PlacementRequest(wanted, BLOCK, host, unusable, favoured, ReplicaTypes.OF_NEW_BLOCK), five()));
    }

    @Test
    void writersNode_comesFirst() {
        for (int i = 0; i < 20; i++) {
            assertThat(choose(3, "host2", Set.of(), List.of()))
                    .startsWith("dn2")
                    .hasSize(3);
            assertThat(choose(2, "10.0.0.3", Set.of(), List.of())).startsWith("dn3");
        }
    }

    @Test
    void nodes_areDistinctAliveAndHaveRoom() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            List<String> chosen = choose(2, "elsewhere", Set.of(), List.of());
            assertThat(chosen).hasSize(2).doesNotHaveDuplicates();
            seen.addAll(chosen);
        }
        assertThat(seen).containsExactlyInAnyOrder("dn1", "dn2", "dn3");
    }

    @Test
    void fewerNodesThanWanted_givesThoseThatThereAre() {
        assertThat(choose(5, "", Set.of(new DataNodeId("dn1")), List.of())).containsExactlyInAnyOrder("dn2", "dn3");
        assertThat(placement.choose(PlacementRequest.anywhere(1, 5_000, Set.of(), ReplicaTypes.OF_NEW_BLOCK), five()))
                .isEmpty();
    }

    @Test
    void excludedWritersNode_isNotUsed() {
        assertThat(choose(2, "host2", Set.of(new DataNodeId("dn2")), List.of()))
                .containsExactlyInAnyOrder("dn1", "dn3");
    }

    @Test
    void favouredNodes_goBeforeTheWriters() {
        assertThat(choose(2, "host1", Set.of(), List.of("host3:9869"))).containsExactly("dn3", "dn1");
        assertThat(choose(1, "host1", Set.of(), List.of("host3:1", "unknown"))).containsExactly("dn1");
    }

    @Test
    void busyNode_getsLess() {
        LiveDataNodes live = LiveDataNodes.of(List.of(node(1, 500, 90, 0), node(2, 500, 1, 0)), DEAD_AFTER);
        int idle = 0;
        for (int i = 0; i < 200; i++) {
            idle += names(placement.choose(
                                    PlacementRequest.anywhere(1, BLOCK, Set.of(), ReplicaTypes.OF_NEW_BLOCK), live))
                            .contains("dn2")
                    ? 1
                    : 0;
        }
        assertThat(idle).isGreaterThan(110);
    }

    @Test
    void failedAndVolatileStorages_areNotUsed() {
        DataNodeRegistration registration = node(1, 0, 0, 0).registration();
        Space room = new Space(1000, 0, 1000, 0);
        LiveDataNodes live = LiveDataNodes.of(
                List.of(new DataNodeDescriptor(
                        registration,
                        List.of(
                                new StorageReport(new StorageId("failed"), "DISK", true, room),
                                new StorageReport(new StorageId("memory"), "RAM_DISK", false, room),
                                new StorageReport(new StorageId("good"), "DISK", false, room)),
                        Duration.ZERO,
                        0)),
                DEAD_AFTER);
        assertThat(placement.choose(PlacementRequest.anywhere(3, BLOCK, Set.of(), ReplicaTypes.OF_NEW_BLOCK), live))
                .extracting(target -> target.storage().id().value())
                .containsExactly("good");
    }

    private static DataNodeDescriptor typed(int number, String... types) {
        List<StorageReport> storages = IntStream.range(0, types.length)
                .mapToObj(index -> new StorageReport(
                        new StorageId("s" + number + "-" + index), types[index], false, new Space(1000, 0, 500, 0)))
                .toList();
        return new DataNodeDescriptor(node(number, 0, 0, 0).registration(), storages, Duration.ZERO, 0);
    }

    private List<String> types(String policy, List<StorageType> present, String host, DataNodeDescriptor... nodes) {
        ReplicaTypes types = new ReplicaTypes(StoragePolicies.required(policy), present);
        PlacementRequest request = new PlacementRequest(3 - present.size(), BLOCK, host, Set.of(), List.of(), types);
        return placement.choose(request, LiveDataNodes.of(List.of(nodes), DEAD_AFTER)).stream()
                .map(target -> target.storage().type())
                .toList();
    }

    @Test
    void policy_decidesOnTypes() {
        DataNodeDescriptor[] three = {
            typed(1, "DISK", "SSD", "ARCHIVE"), typed(2, "ARCHIVE", "DISK", "SSD"), typed(3, "SSD", "ARCHIVE", "DISK")
        };
        for (int i = 0; i < 20; i++) {
            assertThat(types("HOT", List.of(), "", three)).containsExactly("DISK", "DISK", "DISK");
            assertThat(types("COLD", List.of(), "", three)).containsExactly("ARCHIVE", "ARCHIVE", "ARCHIVE");
            assertThat(types("ALL_SSD", List.of(), "host2", three)).containsExactly("SSD", "SSD", "SSD");
            assertThat(types("ONE_SSD", List.of(), "host2", three)).containsExactly("SSD", "DISK", "DISK");
            assertThat(types("WARM", List.of(), "", three)).containsExactly("DISK", "ARCHIVE", "ARCHIVE");
            assertThat(types("LAZY_PERSIST", List.of(), "", three)).containsExactly("DISK", "DISK", "DISK");
        }
    }

    @Test
    void typeWithoutRoom_isReplacedByItsFallback() {
        DataNodeDescriptor[] oneSsd = {typed(1, "SSD"), typed(2, "DISK"), typed(3, "DISK"), typed(4, "ARCHIVE")};
        for (int i = 0; i < 20; i++) {
            assertThat(types("ALL_SSD", List.of(), "", oneSsd)).containsExactly("SSD", "DISK", "DISK");
            assertThat(types("HOT", List.of(), "", oneSsd)).containsExactly("DISK", "DISK");
            assertThat(types("COLD", List.of(), "", oneSsd)).containsExactly("ARCHIVE");
            assertThat(types("ALL_NVDIMM", List.of(), "", oneSsd)).containsExactly("DISK", "DISK");
            // Further replicas of a block fall back to other types than new blocks.
            assertThat(types("HOT", List.of(StorageType.DISK), "", typed(4, "ARCHIVE"), typed(5, "SSD")))
                    .containsExactly("ARCHIVE");
            assertThat(types("ONE_SSD", List.of(StorageType.DISK, StorageType.DISK), "", oneSsd))
                    .containsExactly("SSD");
            assertThat(types("ONE_SSD", List.of(StorageType.SSD, StorageType.DISK), "", oneSsd))
                    .containsExactly("DISK");
        }
    }
}

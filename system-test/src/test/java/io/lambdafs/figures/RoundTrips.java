package io.lambdafs.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.MetadataStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** How often operations may wait for a store when the directories on their paths are known. */
public final class RoundTrips {
    private static final int REPEATS = 21;
    private static final Map<String, Long> AT_MOST = Map.of("stat", 1L, "create", 4L, "rename", 6L, "delete", 6L);
    private static final long AT_MOST_WITH_FORESIGHT = 2;
    private static final String COMPLETE_A_BLOCK = "complete with a block";
    private static final String LIST_AFTER_A_WRITE = "list after a create";
    /** Where the directory is, the cache knows. */
    private static final long AT_MOST_TO_LIST_AFTER_A_WRITE = 1;
    /** It has to look for the replica of its block too, before and while it holds the file. */
    private static final long AT_MOST_TO_COMPLETE_A_BLOCK = 4;

    private static final StorageId DISK = new StorageId("disk");
    private static final long BLOCK_BYTES = 7;

    /** One operation, carried out on names of this turn. */
    private interface Turn {
        void run(MeasuredNameNode nameNode, int turn);
    }

    private RoundTrips() {}

    /** Lets a NameNode without a cache carry out each operation some times. The store must be empty. */
    public static void assertAsPromised(MetadataStore store, LongSupplier roundTrips) {
        MeasuredNameNode nameNode = new MeasuredNameNode(store);
        MeasuredStore.fill(nameNode, store, roundTrips, 0);
        Map<String, Long> usual = new LinkedHashMap<>();
        usual.put("stat", usual(nameNode, roundTrips, (each, turn) -> each.stat(MeasuredStore.PATH)));
        usual.put("create", usual(nameNode, roundTrips, (each, turn) -> each.create(file("new", turn))));
        moveAndDelete(nameNode, roundTrips, usual);
        assertAtMost(AT_MOST, usual);
    }

    /** The same for a member that caches what is above, over a store that locks what it is told of. The store must be empty. */
    static void assertForeseen(MetadataStore store, LongSupplier roundTrips) {
        try (LoneMember member = LoneMember.of(store)) {
            MeasuredNameNode nameNode = member.nameNode();
            MeasuredStore.fill(nameNode, store, roundTrips, 0);
            registerDataNode(nameNode);
            Map<String, Long> usual = new LinkedHashMap<>();
            usual.put("create", usual(nameNode, roundTrips, (each, turn) -> each.create(file("new", turn))));
            usual.put("complete", usual(nameNode, roundTrips, (each, turn) -> each.complete(file("new", turn))));
            usual.put("setTimes", usual(nameNode, roundTrips, (each, turn) -> each.setTimes(file("new", turn))));
            usual.put(
                    "setPermission",
                    usual(nameNode, roundTrips, (each, turn) -> each.setPermission(file("new", turn))));
            usual.put("setOwner", usual(nameNode, roundTrips, (each, turn) -> each.setOwner(file("new", turn))));
            usual.put(
                    "setReplication",
                    usual(nameNode, roundTrips, (each, turn) -> each.setReplication(file("new", turn), 2)));
            usual.put("mkdirs", usual(nameNode, roundTrips, (each, turn) -> each.mkdirs(file("directory", turn))));
            moveAndDelete(nameNode, roundTrips, usual);
            usual.put(LIST_AFTER_A_WRITE, usualToListAfterAWrite(nameNode, roundTrips));
            usual(nameNode, roundTrips, (each, turn) -> each.create(file("full", turn)));
            usual.put("addBlock", usual(nameNode, roundTrips, (each, turn) -> each.addBlock(file("full", turn))));
            usual.put(
                    "fsync", usual(nameNode, roundTrips, (each, turn) -> each.fsync(file("full", turn), BLOCK_BYTES)));
            List<Block> blocks = reportReplicas(nameNode);
            usual.put(
                    COMPLETE_A_BLOCK,
                    usual(nameNode, roundTrips, (each, turn) -> each.complete(file("full", turn), blocks.get(turn))));
            Map<String, Long> most = new HashMap<>();
            usual.keySet().forEach(operation -> most.put(operation, AT_MOST_WITH_FORESIGHT));
            most.put(COMPLETE_A_BLOCK, AT_MOST_TO_COMPLETE_A_BLOCK);
            most.put(LIST_AFTER_A_WRITE, AT_MOST_TO_LIST_AFTER_A_WRITE);
            assertAtMost(most, usual);
        }
    }

    private static void registerDataNode(MeasuredNameNode nameNode) {
        DataNodeId id = new DataNodeId("figures");
        DataNodeRegistration.Ports ports = new DataNodeRegistration.Ports(9866, 9864, 9867);
        StorageReport.Space space = new StorageReport.Space(1L << 40, 0, 1L << 40, 0);
        nameNode.runner().write(nameNode.writer(), tx -> {
            tx.dataNodes().register(new DataNodeRegistration(id, "host", "10.0.0.1", ports, "3.5.0"));
            return tx.dataNodes().heartbeat(id, List.of(new StorageReport(DISK, "DISK", false, space)), 0);
        });
    }

    /** As a DataNode does that has them all; returns the blocks. */
    private static List<Block> reportReplicas(MeasuredNameNode nameNode) {
        return nameNode.runner().write(nameNode.writer(), tx -> {
            List<Block> blocks = new ArrayList<>();
            for (int turn = 0; turn < REPEATS; turn++) {
                List<INode> chain =
                        tx.inodes().resolve(FsPath.parse(file("full", turn)).components());
                INodeId file = chain.get(chain.size() - 1).id();
                Block block = tx.blocks().ofFiles(List.of(file)).get(0).block().withLength(BLOCK_BYTES);
                tx.replicas()
                        .put(List.of(new Replica(
                                block.id(), DISK, block.generationStamp(), BLOCK_BYTES, ReplicaState.FINALIZED)));
                blocks.add(block);
            }
            return blocks;
        });
    }

    private static void moveAndDelete(MeasuredNameNode nameNode, LongSupplier roundTrips, Map<String, Long> usual) {
        usual.put(
                "rename",
                usual(nameNode, roundTrips, (each, turn) -> each.rename(file("new", turn), file("old", turn))));
        usual.put("delete", usual(nameNode, roundTrips, (each, turn) -> each.delete(file("old", turn))));
    }

    private static void assertAtMost(Map<String, Long> most, Map<String, Long> usual) {
        System.out.println("round trips: " + usual);
        assertThat(usual)
                .allSatisfy((operation, count) ->
                        assertThat(count).as("round trips of a " + operation).isBetween(1L, most.get(operation)));
    }

    private static String file(String prefix, int turn) {
        return MeasuredStore.PATH + "/" + prefix + "-" + turn;
    }

    /** The median: now and then numbers are reserved or a statement is prepared besides. */
    private static long usual(MeasuredNameNode nameNode, LongSupplier roundTrips, Turn operation) {
        return usual(nameNode, roundTrips, (each, turn) -> {}, operation);
    }

    /* The write has made the cache forget the listing; one of few files, which fit into a page. */
    private static long usualToListAfterAWrite(MeasuredNameNode nameNode, LongSupplier roundTrips) {
        return usual(
                nameNode,
                roundTrips,
                (each, turn) -> each.create(MeasuredStore.LARGE + "/few-" + turn),
                (each, turn) -> each.list(MeasuredStore.LARGE));
    }

    private static long usual(MeasuredNameNode nameNode, LongSupplier roundTrips, Turn preparation, Turn operation) {
        long[] counts = new long[REPEATS];
        for (int turn = 0; turn < REPEATS; turn++) {
            preparation.run(nameNode, turn);
            long before = roundTrips.getAsLong();
            operation.run(nameNode, turn);
            counts[turn] = roundTrips.getAsLong() - before;
        }
        Arrays.sort(counts);
        return counts[REPEATS / 2];
    }
}

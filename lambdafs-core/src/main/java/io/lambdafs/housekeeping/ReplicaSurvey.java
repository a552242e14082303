package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.storage.StoragePolicy;
import io.lambdafs.storage.StorageType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What there is of a complete block on DataNodes that are alive, against what is wanted.
 *
 * @param wanted number of good replicas
 * @param good those that are whole and of the present version; those on DataNodes with the most room come first
 * @param finishing those that are of the present version and about to be whole
 * @param leaving those that are whole, but that their DataNodes were ordered to delete
 * @param bad all others
 */
record ReplicaSurvey(
        BlockInfo block,
        int wanted,
        List<Replica> good,
        List<Replica> finishing,
        List<Replica> leaving,
        List<Replica> bad) {
    private static final long MIXER = 0x9E3779B97F4A7C15L;

    ReplicaSurvey {
        requireNonNull(block, "block");
        good = List.copyOf(good);
        finishing = List.copyOf(finishing);
        leaving = List.copyOf(leaving);
        bad = List.copyOf(bad);
    }

    static ReplicaSurvey of(BlockInfo block, int wanted, List<Replica> replicas, LiveDataNodes live) {
        List<Replica> good = new ArrayList<>();
        List<Replica> finishing = new ArrayList<>();
        List<Replica> leaving = new ArrayList<>();
        List<Replica> bad = new ArrayList<>();
        for (Replica replica : replicas) {
            if (!isUsable(replica, live)) {
                continue;
            }
            if (replica.isGoodFor(block.block())) {
                good.add(replica);
            } else if (isFinishing(replica, block)) {
                finishing.add(replica);
            } else if (replica.isLeaving(block.block())) {
                leaving.add(replica);
            } else {
                bad.add(replica);
            }
        }
        good.sort(Comparator.comparingLong((Replica replica) -> room(replica, live))
                .reversed()
                .thenComparingLong(ReplicaSurvey::spread)
                .thenComparing(replica -> replica.storage().value()));
        return new ReplicaSurvey(block, wanted, good, finishing, leaving, bad);
    }

    private static boolean isFinishing(Replica replica, BlockInfo block) {
        return replica.state() == ReplicaState.BEING_WRITTEN
                && replica.generationStamp() >= block.block().generationStamp();
    }

    private static boolean isUsable(Replica replica, LiveDataNodes live) {
        return live.target(replica.storage())
                .filter(target -> !target.storage().failed())
                .isPresent();
    }

    /* HDFS compares the room of DataNodes, not of storages: a DataNode can move replicas between its storages. */
    private static long room(Replica replica, LiveDataNodes live) {
        return live.having(replica.storage()).stream()
                .flatMap(node -> node.storages().stream())
                .mapToLong(storage -> storage.space().remaining())
                .sum();
    }

    /* Between DataNodes with equal room, the surplus of many blocks is spread. */
    private static long spread(Replica replica) {
        long mixed =
                (replica.block().value() ^ ((long) replica.storage().value().hashCode() << 32)) * MIXER;
        return (mixed ^ (mixed >>> 32)) * MIXER;
    }

    /** Number of copies to make, as far as there is something to copy; those about to be whole are waited for. */
    int missing() {
        return good.isEmpty() ? 0 : Math.max(0, wanted - good.size() - finishing.size());
    }

    /**
     * The replicas to delete: none before there are enough good ones. Those that were ordered to go are named again.
     *
     * @param policy says which types of storages have too many, and is asked only if there are several
     */
    List<Replica> needless(LiveDataNodes live, Supplier<StoragePolicy> policy) {
        if (good.isEmpty() || good.size() < wanted) {
            return List.of();
        }
        return Stream.of(bad.stream(), leaving.stream(), surplus(live, policy).stream())
                .flatMap(replicas -> replicas)
                .toList();
    }

    private List<Replica> surplus(LiveDataNodes live, Supplier<StoragePolicy> policy) {
        int keep = Math.max(1, wanted);
        List<StorageType> types = goodTypes(live);
        if (good.size() <= keep || types.stream().distinct().count() == 1) {
            return good.stream().skip(keep).toList();
        }
        List<StorageType> excess = policy.get().excess(keep, types);
        List<Replica> surplus = new ArrayList<>();
        for (int index = good.size() - 1; index >= 0 && surplus.size() < good.size() - keep; index--) {
            if (excess.remove(types.get(index))) {
                surplus.add(good.get(index));
            }
        }
        return surplus;
    }

    /** The types of the storages that have the good replicas, in their order. */
    List<StorageType> goodTypes(LiveDataNodes live) {
        return types(good.stream(), live);
    }

    /** The types of the storages that have good replicas, or will have. */
    List<StorageType> presentTypes(LiveDataNodes live) {
        return types(Stream.concat(good.stream(), finishing.stream()), live);
    }

    /** The types of the storages that have these replicas, in their order. */
    private static List<StorageType> types(Stream<Replica> replicas, LiveDataNodes live) {
        return replicas.map(replica -> live.target(replica.storage())
                        .map(target -> target.storage().storageType())
                        .orElse(StorageType.DISK))
                .toList();
    }

    /** The replicas to keep although they were ordered to go: the good ones have been lost since. */
    List<Replica> spared() {
        return good.isEmpty() ? leaving : List.of();
    }

    /** What is wrong with the block. */
    Set<BlockFlaw> flaws() {
        Set<BlockFlaw> flaws = EnumSet.noneOf(BlockFlaw.class);
        if (good.isEmpty()) {
            flaws.add(BlockFlaw.MISSING);
            if (wanted == 1) {
                flaws.add(BlockFlaw.MISSING_REPLICATION_ONE);
            }
        } else if (good.size() < wanted) {
            flaws.add(BlockFlaw.LOW_REDUNDANCY);
        }
        if (bad.stream().anyMatch(replica -> replica.state() == ReplicaState.CORRUPT)) {
            flaws.add(BlockFlaw.CORRUPT_REPLICA);
        }
        return flaws;
    }

    /** Whether there is nothing to do or to wait for. */
    boolean isSettled() {
        return good.size() == wanted && bad.isEmpty() && leaving.isEmpty();
    }

    /** The DataNodes that have any replica of the block. */
    Set<DataNodeId> holders(LiveDataNodes live) {
        return Stream.of(good, finishing, leaving, bad)
                .flatMap(List::stream)
                .flatMap(replica -> live.having(replica.storage()).stream())
                .map(DataNodeDescriptor::id)
                .collect(Collectors.toSet());
    }
}

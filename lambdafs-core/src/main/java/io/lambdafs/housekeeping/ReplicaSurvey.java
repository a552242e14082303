package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What there is of a complete block on DataNodes that are alive, against what is wanted.
 *
 * @param wanted number of good replicas
 * @param good those that are whole and of the present version, in an order that is always the same
 * @param finishing those that are of the present version and about to be whole
 * @param bad those that are neither
 */
record ReplicaSurvey(BlockInfo block, int wanted, List<Replica> good, List<Replica> finishing, List<Replica> bad) {
    private static final long MIXER = 0x9E3779B97F4A7C15L;

    ReplicaSurvey {
        requireNonNull(block, "block");
        good = List.copyOf(good);
        finishing = List.copyOf(finishing);
        bad = List.copyOf(bad);
    }

    static ReplicaSurvey of(BlockInfo block, int wanted, List<Replica> replicas, LiveDataNodes live) {
        List<Replica> good = new ArrayList<>();
        List<Replica> finishing = new ArrayList<>();
        List<Replica> bad = new ArrayList<>();
        for (Replica replica : replicas) {
            if (usable(replica, live).isPresent()) {
                List<Replica> kind =
                        replica.isGoodFor(block.block()) ? good : isFinishing(replica, block) ? finishing : bad;
                kind.add(replica);
            }
        }
        good.sort(ReplicaSurvey::byRank);
        return new ReplicaSurvey(block, wanted, good, finishing, bad);
    }

    private static boolean isFinishing(Replica replica, BlockInfo block) {
        return replica.state() == ReplicaState.BEING_WRITTEN
                && replica.generationStamp() >= block.block().generationStamp();
    }

    private static Optional<StorageReport> usable(Replica replica, LiveDataNodes live) {
        return live.having(replica.storage()).stream()
                .flatMap(node -> node.storages().stream())
                .filter(storage -> storage.id().equals(replica.storage()) && !storage.failed())
                .findFirst();
    }

    /*
     * By a hash, which spreads the surplus over the storages, and not by how full these are, which changes from look to
     * look: a report that crosses the order to delete its replica makes that replica count again, and two looks that
     * choose differently then delete one replica more than there are too many.
     */
    private static int byRank(Replica one, Replica other) {
        int difference = Long.compare(rank(one), rank(other));
        return difference != 0
                ? difference
                : one.storage().value().compareTo(other.storage().value());
    }

    private static long rank(Replica replica) {
        long mixed =
                (replica.block().value() ^ ((long) replica.storage().value().hashCode() << 32)) * MIXER;
        return (mixed ^ (mixed >>> 32)) * MIXER;
    }

    /** Number of copies to make, as far as there is something to copy; those about to be whole are waited for. */
    int missing() {
        return good.isEmpty() ? 0 : Math.max(0, wanted - good.size() - finishing.size());
    }

    /** The replicas to delete: none before there are enough good ones. */
    List<Replica> needless() {
        if (good.isEmpty() || good.size() < wanted) {
            return List.of();
        }
        return Stream.concat(bad.stream(), good.stream().skip(Math.max(1, wanted)))
                .toList();
    }

    /** Whether there is nothing to do or to wait for. */
    boolean isSettled() {
        return good.size() == wanted && bad.isEmpty();
    }

    /** The DataNodes that have any replica of the block. */
    Set<DataNodeId> holders(LiveDataNodes live) {
        return Stream.of(good, finishing, bad)
                .flatMap(List::stream)
                .flatMap(replica -> live.having(replica.storage()).stream())
                .map(DataNodeDescriptor::id)
                .collect(Collectors.toSet());
    }
}

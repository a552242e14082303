package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockPlacement;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.PlacementRequest;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.storage.ReplicaTypes;
import io.lambdafs.storage.StoragePolicy;
import io.lambdafs.storage.StorageType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which replicas of a block move, and where to, so that they are on the types of storages that a policy asks for. A
 * replica moves within its DataNode if that has a storage of the type, and to another DataNode otherwise.
 */
final class PolicyMoves {
    private final LiveDataNodes live;
    private final BlockPlacement placement;

    PolicyMoves(LiveDataNodes live, BlockPlacement placement) {
        this.live = requireNonNull(live, "live");
        this.placement = requireNonNull(placement, "placement");
    }

    /** A replica is to be copied from where it is to this storage. */
    record Move(Replica replica, StorageId target) {}

    /**
     * What is to be done about a block.
     *
     * @param misplaced how many replicas are where they do not belong
     * @param moves of those that can be moved now
     */
    record Plan(int misplaced, List<Move> moves) {
        Plan {
            moves = List.copyOf(moves);
        }
    }

    /** The plan for a block of which there are as many good replicas as are wanted. */
    Plan of(ReplicaSurvey survey, StoragePolicy policy) {
        List<StorageType> types = survey.goodTypes(live);
        List<StorageType> lacking = policy.lacking(survey.wanted(), types);
        List<StorageType> excess = policy.excess(survey.wanted(), types);
        Set<DataNodeId> holders = new HashSet<>(survey.holders(live));
        List<Move> moves = new ArrayList<>();
        int misplaced = 0;
        for (int index = survey.good().size() - 1; index >= 0 && misplaced < lacking.size(); index--) {
            if (excess.remove(types.get(index))) {
                Replica replica = survey.good().get(index);
                move(replica, lacking.get(misplaced), survey.block().block().length(), holders)
                        .ifPresent(moves::add);
                misplaced++;
            }
        }
        return new Plan(misplaced, moves);
    }

    private Optional<Move> move(Replica replica, StorageType type, long bytes, Set<DataNodeId> holders) {
        Optional<StorageId> target = live.having(replica.storage())
                .flatMap(node -> storage(node, type, bytes))
                .or(() -> elsewhere(type, bytes, holders));
        return target.map(storage -> new Move(replica, storage));
    }

    private static Optional<StorageId> storage(DataNodeDescriptor node, StorageType type, long bytes) {
        return node.storages().stream()
                .filter(storage -> !storage.failed()
                        && storage.storageType() == type
                        && storage.space().remaining() >= bytes)
                .map(StorageReport::id)
                .findFirst();
    }

    private Optional<StorageId> elsewhere(StorageType type, long bytes, Set<DataNodeId> holders) {
        PlacementRequest request =
                PlacementRequest.anywhere(1, bytes, holders, ReplicaTypes.ofNewBlock(StoragePolicy.only(type)));
        return placement.choose(request, live).stream().findFirst().map(target -> {
            holders.add(target.node().id());
            return target.storage().id();
        });
    }
}

package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockPlacement;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.PlacementRequest;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.LockedBlocks;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One look at the replication of a few blocks, in one transaction that holds their files SHARED: gives commands for what
 * is missing and what is needless, and notes which blocks are settled.
 *
 * <p>A replica that is to be deleted leaves the store at once, so that no later look counts on it. If its DataNode never
 * hears of it, the next full report brings it back, and with it this decision.
 */
final class ReplicationLook {
    private final Transaction tx;
    private final LiveDataNodes live;
    private final BlockPlacement placement;
    private final Predicate<BlockId> confirmed;
    private final TransferBudget budget;
    private final List<BlockId> settled = new ArrayList<>();
    private final List<BlockId> soon = new ArrayList<>();
    private final Set<BlockId> newSuspects = new HashSet<>();
    private int stuck;
    private boolean exhausted;

    /**
     * What came of a look.
     *
     * @param looked number of blocks looked at
     * @param stuck how many of them lack replicas that no DataNode has room for
     * @param soon those to look at again in the next round
     * @param suspects those of them that were found lacking
     * @param exhausted whether a copy had to wait because no DataNode may be told to make another
     */
    record Findings(int looked, int stuck, List<BlockId> soon, Set<BlockId> suspects, boolean exhausted) {
        static final Findings NONE = new Findings(0, 0, List.of(), Set.of(), false);

        Findings {
            soon = List.copyOf(soon);
            suspects = Set.copyOf(suspects);
        }
    }

    /**
     * A look.
     *
     * @param confirmed whether a deficit of this block counts. It does when it is seen twice: the replicas of a file that
     *     has just been closed are reported one after another
     */
    ReplicationLook(
            Transaction tx,
            LiveDataNodes live,
            BlockPlacement placement,
            Predicate<BlockId> confirmed,
            TransferBudget budget) {
        this.tx = requireNonNull(tx, "tx");
        this.live = requireNonNull(live, "live");
        this.placement = requireNonNull(placement, "placement");
        this.confirmed = requireNonNull(confirmed, "confirmed");
        this.budget = requireNonNull(budget, "budget");
    }

    Findings at(List<BlockId> due) {
        LockedBlocks locked = LockedBlocks.of(tx, due);
        Map<BlockId, List<Replica>> replicas =
                tx.replicas().ofBlocks(due).stream().collect(Collectors.groupingBy(Replica::block));
        for (BlockId id : due) {
            Optional<BlockInfo> block = locked.find(id);
            if (block.isEmpty()) {
                settled.add(id);
            } else if (block.get().isComplete()) {
                List<Replica> known = replicas.getOrDefault(id, List.of());
                act(ReplicaSurvey.of(block.get(), locked.replication(id), known, live));
            }
        }
        if (!settled.isEmpty()) {
            tx.work().replicationDone(settled);
        }
        return new Findings(due.size(), stuck, soon, newSuspects, exhausted);
    }

    private void act(ReplicaSurvey survey) {
        BlockId id = survey.block().id();
        if (survey.isSettled()) {
            settled.add(id);
        } else if (survey.missing() == 0) {
            delete(survey.block(), survey.needless());
        } else if (confirmed.test(id)) {
            copy(survey);
        } else {
            lookAgain(id);
        }
    }

    private void lookAgain(BlockId id) {
        newSuspects.add(id);
        soon.add(id);
    }

    private void copy(ReplicaSurvey survey) {
        Block block = survey.block().block();
        List<StorageId> targets = placement
                .choose(PlacementRequest.anywhere(survey.missing(), block.length(), survey.holders(live)), live)
                .stream()
                .map(target -> target.storage().id())
                .toList();
        if (targets.isEmpty()) {
            // Where nothing else is free, a bad replica may be all that keeps a good one from its DataNode.
            delete(survey.block(), survey.bad());
            stuck++;
            return;
        }
        Optional<Replica> source = budget.take(survey.good());
        if (source.isPresent()) {
            tx.work().send(source.get().storage(), List.of(new DataNodeCommand.Transfer(block, targets)));
        } else {
            exhausted = true;
            lookAgain(block.id());
        }
    }

    private void delete(BlockInfo block, List<Replica> replicas) {
        for (Replica replica : replicas) {
            Block version = new Block(block.id(), replica.generationStamp(), replica.length());
            tx.work().send(replica.storage(), List.of(new DataNodeCommand.Invalidate(version)));
            tx.replicas().remove(replica.storage(), List.of(block.id()));
        }
    }
}

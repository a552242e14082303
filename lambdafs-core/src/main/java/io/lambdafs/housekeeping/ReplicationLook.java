package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockPlacement;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.PlacementRequest;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.storage.ReplicaTypes;
import io.lambdafs.storage.StoragePolicy;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One check of the replication of a few blocks, in one transaction that holds their files EXCLUSIVE. It gives commands
 * for missing and for surplus replicas, and notes which blocks are settled.
 *
 * <p>A replica that is to be deleted does not count any more. Its row stays until its DataNode says that it is gone, so
 * that later looks give the order again, and do not choose another replica. Reports hold the files SHARED. So a report that has read a replica before this
 * look marks it cannot write over the mark.
 */
final class ReplicationLook {
    private final Transaction tx;
    private final LiveDataNodes live;
    private final BlockPlacement placement;
    private final Predicate<BlockId> confirmed;
    private final TransferBudget budget;
    private final ReplicaDeletion deletion;
    private final List<BlockId> settled = new ArrayList<>();
    private final List<BlockId> soon = new ArrayList<>();
    private final Set<BlockId> newSuspects = new HashSet<>();
    private final Map<BlockId, Set<BlockFlaw>> flaws = new HashMap<>();
    private int stuck;
    private boolean exhausted;
    private int copies;
    private int deletions;

    /**
     * What came of a look.
     *
     * @param looked number of blocks looked at
     * @param stuck how many of them lack replicas that no DataNode has room for
     * @param soon those to look at again in the next round
     * @param suspects those of them that were found lacking
     * @param exhausted whether a copy had to wait because no DataNode may be ordered to make another
     * @param orders how many copies and deletions were ordered
     */
    record Findings(
            int looked, int stuck, List<BlockId> soon, Set<BlockId> suspects, boolean exhausted, Orders orders) {
        static final Findings NONE = new Findings(0, 0, List.of(), Set.of(), false, new Orders(0, 0));

        Findings {
            soon = List.copyOf(soon);
            suspects = Set.copyOf(suspects);
        }
    }

    /** How many copies and deletions DataNodes were ordered to make. */
    record Orders(int copies, int deletions) {}

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
        deletion = new ReplicaDeletion(tx);
    }

    Findings at(List<BlockId> due) {
        LockedBlocks locked = LockedBlocks.of(tx, due, LockMode.EXCLUSIVE);
        FilePolicies policies = new FilePolicies(tx, locked.files());
        Map<BlockId, List<Replica>> replicas =
                tx.replicas().ofBlocks(due).stream().collect(Collectors.groupingBy(Replica::block));
        for (BlockId id : due) {
            Optional<BlockInfo> block = locked.find(id);
            if (block.isEmpty()) {
                settled.add(id);
            } else if (block.get().isComplete()) {
                List<Replica> known = replicas.getOrDefault(id, List.of());
                RegularFile file = locked.file(id).orElseThrow();
                act(ReplicaSurvey.of(block.get(), file.replication(), known, live), () -> policies.of(file));
            }
        }
        if (!settled.isEmpty()) {
            tx.work().replicationDone(settled);
        }
        if (!flaws.isEmpty()) {
            tx.work().noteFlaws(flaws);
        }
        return new Findings(due.size(), stuck, soon, newSuspects, exhausted, new Orders(copies, deletions));
    }

    private void act(ReplicaSurvey survey, Supplier<StoragePolicy> policy) {
        BlockId id = survey.block().id();
        if (survey.isSettled()) {
            settled.add(id);
            return;
        }
        // A deficit that is seen for the first time is mostly that of a file that has just been closed.
        if (survey.missing() == 0 || confirmed.test(id)) {
            flaws.put(id, survey.flaws());
        }
        if (!survey.spared().isEmpty()) {
            spare(survey);
        } else if (survey.missing() == 0) {
            delete(survey.needless(live, policy));
        } else if (confirmed.test(id)) {
            copy(survey, policy.get());
        } else {
            lookAgain(id);
        }
    }

    private void spare(ReplicaSurvey survey) {
        tx.replicas()
                .put(survey.spared().stream()
                        .map(replica -> replica.withState(ReplicaState.FINALIZED))
                        .toList());
        soon.add(survey.block().id());
    }

    private void lookAgain(BlockId id) {
        newSuspects.add(id);
        soon.add(id);
    }

    private void delete(List<Replica> replicas) {
        deletion.order(replicas);
        deletions += replicas.size();
    }

    private void copy(ReplicaSurvey survey, StoragePolicy policy) {
        Block block = survey.block().block();
        ReplicaTypes types = new ReplicaTypes(policy, survey.presentTypes(live));
        PlacementRequest request =
                PlacementRequest.anywhere(survey.missing(), block.length(), survey.holders(live), types);
        List<StorageId> targets = placement.choose(request, live).stream()
                .map(target -> target.storage().id())
                .toList();
        if (targets.isEmpty()) {
            // Where nothing else is free, a bad replica may be all that keeps a good one from its DataNode.
            delete(Stream.concat(survey.bad().stream(), survey.leaving().stream())
                    .toList());
            stuck++;
            return;
        }
        Optional<Replica> source = budget.take(survey.good());
        if (source.isPresent()) {
            tx.work().send(source.get().storage(), List.of(new DataNodeCommand.Transfer(block, targets)));
            copies += targets.size();
        } else {
            exhausted = true;
            lookAgain(block.id());
        }
    }
}

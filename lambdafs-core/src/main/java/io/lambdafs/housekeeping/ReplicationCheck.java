package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockPlacement;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.housekeeping.HousekeepingConfig.Replication;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks at the blocks whose replication is in question, in pages, and has copies made or deleted. */
final class ReplicationCheck implements HousekeepingTask {
    private static final int PAGE = 64;
    /* While nothing can be placed and no DataNode comes or goes, looking again and again is for nothing. */
    private static final int PATIENCE = 10;

    private final Replication config;
    private final Duration deadAfter;
    private final BlockPlacement placement;
    private Set<BlockId> suspects = Set.of();
    private Set<DataNodeId> lastAlive = Set.of();
    private boolean allStuck;
    /* With so much to do, waiting to see a deficit twice only costs time. */
    private boolean flooded;

    /** What a transaction found, and how many copies it ordered from which DataNodes. */
    private record Page(ReplicationLook.Findings findings, Map<DataNodeId, Integer> given) {}

    ReplicationCheck(Replication config, Duration deadAfter, BlockPlacement placement) {
        this.config = requireNonNull(config, "config");
        this.deadAfter = requireNonNull(deadAfter, "deadAfter");
        this.placement = requireNonNull(placement, "placement");
    }

    @Override
    public String name() {
        return "replication";
    }

    @Override
    public void run(Duty duty) {
        if (duty.read(tx -> tx.work().replicationQueueLength()) > 0) {
            check(duty, duty.read(tx -> LiveDataNodes.of(tx.dataNodes().all(), deadAfter)));
        }
    }

    private void check(Duty duty, LiveDataNodes live) {
        Duration retryAfter = retryAfter(live);
        List<BlockId> soon = new ArrayList<>();
        Set<BlockId> found = new HashSet<>();
        Page page = new Page(ReplicationLook.Findings.NONE, Map.of());
        int looked = 0;
        int stuck = 0;
        do {
            Map<DataNodeId, Integer> given = page.given();
            int limit = Math.min(PAGE, config.blocksPerRound() - looked);
            page = duty.write(tx -> look(tx, live, retryAfter, limit, given));
            looked += page.findings().looked();
            duty.count(HousekeepingCount.BLOCKS_CHECKED, page.findings().looked());
            duty.count(
                    HousekeepingCount.COPIES_ORDERED, page.findings().orders().copies());
            duty.count(
                    HousekeepingCount.DELETIONS_ORDERED,
                    page.findings().orders().deletions());
            stuck += page.findings().stuck();
            soon.addAll(page.findings().soon());
            found.addAll(page.findings().suspects());
        } while (page.findings().looked() == PAGE && !page.findings().exhausted() && looked < config.blocksPerRound());
        suspects = found;
        flooded = page.findings().exhausted() || looked >= config.blocksPerRound();
        if (looked > 0) {
            allStuck = stuck == looked;
        }
        if (!soon.isEmpty()) {
            duty.write(tx -> requeue(tx, soon));
        }
    }

    private Duration retryAfter(LiveDataNodes live) {
        Set<DataNodeId> alive =
                live.nodes().stream().map(DataNodeDescriptor::id).collect(Collectors.toSet());
        if (!alive.equals(lastAlive)) {
            lastAlive = alive;
            allStuck = false;
        }
        return allStuck ? config.retryAfter().multipliedBy(PATIENCE) : config.retryAfter();
    }

    private Page look(
            Transaction tx, LiveDataNodes live, Duration retryAfter, int limit, Map<DataNodeId, Integer> given) {
        List<BlockId> due = tx.work().dueForReplication(retryAfter, limit);
        TransferBudget budget = new TransferBudget(live, config.transfersPerSource(), given);
        ReplicationLook.Findings findings = due.isEmpty()
                ? ReplicationLook.Findings.NONE
                : new ReplicationLook(tx, live, placement, id -> flooded || suspects.contains(id), budget).at(due);
        return new Page(findings, budget.given());
    }

    private static List<BlockId> requeue(Transaction tx, List<BlockId> soon) {
        tx.work().checkReplication(soon);
        return soon;
    }
}

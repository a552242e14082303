package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockPlacement;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.Replica;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.housekeeping.HousekeepingConfig.Replication;
import io.lambdafs.housekeeping.PolicyRequests.Request;
import io.lambdafs.storage.StoragePolicy;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Moves replicas to storages that fit their files' policies, where somebody has asked for it.
 *
 * <p>A directory's request goes through its entries, a few in each round, and leaves a request for each file with something to
 * move and for each directory below. A replica is copied first; the look at the block's replication, which follows the report of
 * the new replica, deletes the one that does not fit. So there are never fewer replicas than before. A request for a file is
 * looked at again until nothing is out of place, and given up if there is no place for some minutes.
 */
final class PolicySatisfaction implements HousekeepingTask {
    /** The most requests that one round looks at. */
    private static final int REQUESTS = 64;

    /**
     * The inodes after which a round ends: those of requests, entries of directories, and directories above files. Only the
     * directories above the files of the last look may exceed it.
     */
    static final int INODES = 256;

    /** The most entries of a directory that one look goes through. */
    private static final int ENTRIES = 64;

    /** The most blocks of a file that one look moves replicas of. */
    private static final int BLOCKS = 128;

    /** After so many looks that found no better place for what is out of place, a file is given up. */
    static final int MOST_ATTEMPTS = 10;

    private final Replication config;
    private final Duration deadAfter;
    private final BlockPlacement placement;
    private final InstantSource clock;
    private INodeId next = INodeId.NONE;

    PolicySatisfaction(Replication config, Duration deadAfter, BlockPlacement placement, InstantSource clock) {
        this.config = requireNonNull(config, "config");
        this.deadAfter = requireNonNull(deadAfter, "deadAfter");
        this.placement = requireNonNull(placement, "placement");
        this.clock = requireNonNull(clock, "clock");
    }

    @Override
    public String name() {
        return "storage policies";
    }

    @Override
    public void run(Duty duty) {
        List<Request> requests = duty.read(tx -> new PolicyRequests(tx).from(next, REQUESTS));
        if (requests.isEmpty()) {
            next = INodeId.NONE;
            return;
        }
        LiveDataNodes live = duty.read(tx -> LiveDataNodes.of(tx.dataNodes().all(), deadAfter));
        long now = clock.millis();
        // Files that wait for their turn come first, so that not every file below a directory has a request.
        boolean busy = requests.stream()
                        .filter(request -> request.notBeforeMillis() > 0)
                        .count()
                > REQUESTS / 2;
        Map<DataNodeId, Integer> given = Map.of();
        int looked = 0;
        for (Request request : requests) {
            if (looked >= INODES) {
                next = request.inode();
                return;
            }
            if (request.notBeforeMillis() <= now) {
                Look look = look(duty, live, request, busy, new Bounds(INODES - looked, given));
                given = look.budget.given();
                looked += look.looked;
            }
        }
        next = requests.size() < REQUESTS
                ? INodeId.NONE
                : new INodeId(requests.get(REQUESTS - 1).inode().value() + 1);
    }

    private Look look(Duty duty, LiveDataNodes live, Request request, boolean busy, Bounds bounds) {
        return duty.write(tx -> {
            TransferBudget budget = new TransferBudget(live, config.transfersPerSource(), bounds.given());
            Look look = new Look(tx, live, budget, Math.min(ENTRIES, bounds.inodes()));
            look.at(request, busy);
            return look;
        });
    }

    /** What is left of a round: inodes to look at, and the copies that each source has been given. */
    private record Bounds(int inodes, Map<DataNodeId, Integer> given) {}

    /** A look at one request, in one transaction. */
    private final class Look {
        private final Transaction tx;
        private final LiveDataNodes live;
        private final TransferBudget budget;
        private final PolicyRequests requests;
        private final int mostEntries;
        private int looked = 1;

        Look(Transaction tx, LiveDataNodes live, TransferBudget budget, int mostEntries) {
            this.tx = tx;
            this.live = live;
            this.budget = budget;
            this.mostEntries = mostEntries;
            this.requests = new PolicyRequests(tx);
        }

        void at(Request request, boolean busy) {
            Optional<INode> inode = tx.inodes().get(request.inode());
            if (inode.isPresent() && inode.get() instanceof Directory directory) {
                if (!busy) {
                    at(directory, request);
                }
            } else if (inode.isPresent() && inode.get() instanceof RegularFile file) {
                at(file, request);
            } else {
                requests.remove(request.inode());
            }
        }

        private void at(Directory directory, Request request) {
            Name after = request.after().isEmpty() ? Name.EMPTY : Name.of(request.after());
            List<INode> entries = tx.inodes().children(directory.id(), after, mostEntries);
            FilePolicies policies = new FilePolicies(tx, files(entries));
            for (INode entry : entries) {
                if (entry.isDirectory()
                        || (entry instanceof RegularFile file
                                && plans(file, policies.of(file)).misplaced() > 0)) {
                    requests.put(Request.of(entry.id()));
                }
            }
            looked += entries.size() + policies.directoriesRead();
            if (entries.size() < mostEntries) {
                requests.remove(directory.id());
            } else {
                String last = entries.get(entries.size() - 1).name().toString();
                requests.put(new Request(directory.id(), 0, 0, last));
            }
        }

        private void at(RegularFile file, Request request) {
            FilePolicies policies = new FilePolicies(tx, List.of(file));
            Plans plans = plans(file, policies.of(file));
            looked += policies.directoriesRead();
            int attempts = plans.isHopeless() ? request.attempts() + 1 : 0;
            if (plans.misplaced() == 0 || attempts >= MOST_ATTEMPTS) {
                requests.remove(file.id());
                return;
            }
            long ordered = plans.moves().stream().filter(this::order).count();
            boolean later = ordered == plans.moves().size();
            long notBefore = clock.millis() + (later ? config.retryAfter().toMillis() : 0);
            requests.put(new Request(file.id(), attempts, notBefore, ""));
        }

        private static List<RegularFile> files(List<INode> entries) {
            return entries.stream()
                    .filter(RegularFile.class::isInstance)
                    .map(RegularFile.class::cast)
                    .toList();
        }

        /** Has the copy made, unless its source has enough to do. */
        private boolean order(PolicyMoves.Move move) {
            Optional<Replica> source = budget.take(List.of(move.replica()));
            source.ifPresent(replica -> {
                Block block = new Block(replica.block(), replica.generationStamp(), replica.length());
                DataNodeCommand transfer = new DataNodeCommand.Transfer(block, List.of(move.target()));
                tx.work().send(replica.storage(), List.of(transfer));
            });
            return source.isPresent();
        }

        /** What is out of place of the first blocks of a file of which something is. */
        private Plans plans(RegularFile file, StoragePolicy policy) {
            List<BlockInfo> blocks = tx.blocks().ofFiles(List.of(file.id())).stream()
                    .filter(BlockInfo::isComplete)
                    .toList();
            PolicyMoves moves = new PolicyMoves(live, placement);
            Plans plans = Plans.NONE;
            for (int from = 0; from < blocks.size() && plans.moves().size() < BLOCKS; from += BLOCKS) {
                plans = plans.and(
                        page(file, policy, moves, blocks.subList(from, Math.min(blocks.size(), from + BLOCKS))));
            }
            return plans;
        }

        private Plans page(RegularFile file, StoragePolicy policy, PolicyMoves moves, List<BlockInfo> blocks) {
            Map<BlockId, List<Replica>> replicas =
                    tx.replicas().ofBlocks(blocks.stream().map(BlockInfo::id).toList()).stream()
                            .collect(Collectors.groupingBy(Replica::block));
            Plans plans = Plans.NONE;
            for (BlockInfo block : blocks) {
                List<Replica> known = replicas.getOrDefault(block.id(), List.of());
                ReplicaSurvey survey = ReplicaSurvey.of(block, file.replication(), known, live);
                PolicyMoves.Plan plan = moves.of(survey, policy);
                // Else a replica is still being copied, or one that is too many is still there.
                boolean settled = survey.isSettled() && survey.finishing().isEmpty();
                plans = plans.and(new Plans(plan.misplaced(), !settled, settled ? plan.moves() : List.of()));
            }
            return plans;
        }
    }

    /** What is out of place of several blocks, whether something changes anyway, and what can be moved now. */
    private record Plans(int misplaced, boolean changing, List<PolicyMoves.Move> moves) {
        static final Plans NONE = new Plans(0, false, List.of());

        Plans {
            moves = List.copyOf(moves);
        }

        Plans and(Plans more) {
            List<PolicyMoves.Move> all = new ArrayList<>(moves);
            all.addAll(more.moves);
            return new Plans(misplaced + more.misplaced, changing || more.changing, all);
        }

        /** Whether something is out of place for which there is no better place now. */
        boolean isHopeless() {
            return misplaced > 0 && !changing && moves.isEmpty();
        }
    }
}

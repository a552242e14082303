package io.lambdafs.namenode.quota;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.quota.QuotaLedger;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is counted for quotas is what a walk finds, and nothing grows beyond a limit. */
public final class QuotaCheck {
    private static final Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));

    /** The limits of a directory, and what is used below it. */
    public record Count(QuotaCounts limits, QuotaCounts used) {}

    private final Map<INodeId, List<INode>> children;
    private final Map<INodeId, List<BlockInfo>> blocks;
    private final Map<INodeId, Count> counted = new HashMap<>();

    private QuotaCheck(InMemoryDatabase state) {
        children = state.inodes().stream().collect(Collectors.groupingBy(INode::parent));
        blocks = state.blocks().stream().collect(Collectors.groupingBy(BlockInfo::file));
    }

    /**
     * The directories with quotas that clients see.
     *
     * @throws SimFailure if what is counted of one is not what is there
     */
    public static Map<INodeId, Count> counted(InMemoryDatabase state) {
        QuotaCheck check = new QuotaCheck(state);
        INode root =
                requireNonNull(check.children.get(INodeId.NONE), "the root").get(0);
        check.walk(root);
        if (!check.counted.isEmpty()) {
            try (InMemoryMetadataStore store = new InMemoryMetadataStore(state, AT_ONCE);
                    Transaction tx = store.beginRead()) {
                check.counted.forEach((directory, count) -> requireCounted(directory, count, tx));
            }
        }
        return check.counted;
    }

    private static void requireCounted(INodeId directory, Count count, Transaction tx) {
        QuotaCounts used = QuotaLedger.used(tx, directory);
        if (!used.equals(count.used)) {
            throw new SimFailure("of the quota of directory " + directory + " " + used + " is counted as used, and "
                    + count.used + " is there");
        }
    }

    private QuotaCounts walk(INode inode) {
        QuotaCounts used = QuotaCounts.of(1, inode instanceof RegularFile file ? space(file) : 0);
        for (INode child : children.getOrDefault(inode.id(), List.of())) {
            used = used.plus(walk(child));
        }
        QuotaCounts limits = inode.attributes().features().quota();
        if (!limits.equals(QuotaCounts.NO_LIMITS)) {
            counted.put(inode.id(), new Count(limits, used));
        }
        return used;
    }

    private long space(RegularFile file) {
        return blocks.getOrDefault(file.id(), List.of()).stream()
                        .mapToLong(block -> block.isComplete() ? block.block().length() : file.blockSize())
                        .sum()
                * file.replication();
    }

    /**
     * Compares two states with one commit between them.
     *
     * @throws SimFailure if it made something grow beyond a limit
     */
    public static void requireKept(Map<INodeId, Count> before, Map<INodeId, Count> after) {
        after.forEach((directory, count) -> {
            Count old = before.get(directory);
            if (old != null && old.limits.equals(count.limits)) {
                requireKept(directory, old.used, count);
            }
        });
    }

    private static void requireKept(INodeId directory, QuotaCounts before, Count after) {
        for (int dimension : List.of(QuotaCounts.NAMES, QuotaCounts.SPACE)) {
            long limit = after.limits.get(dimension);
            long used = after.used.get(dimension);
            if (limit >= 0 && used > limit && used > before.get(dimension)) {
                throw new SimFailure("directory " + directory + " uses " + used + " of its quota of " + limit
                        + ", and used " + before.get(dimension) + " before");
            }
        }
    }
}

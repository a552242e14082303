package io.lambdafs.namenode.quota;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.quota.QuotaLedger;
import io.lambdafs.storage.StorageType;
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

/**
 * What is counted for quotas is what a walk finds, and nothing grows beyond a limit. The space by type of storage is counted under the
 * storage policy that applied when the quota was set: nobody counts anew when another one comes to apply from above.
 */
public final class QuotaCheck {
    private static final int COLD = 2;
    private static final int WARM = 5;
    private static final int HOT = 7;
    private static final int ONE_SSD = 10;
    private static final Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));

    /**
     * The limits of a directory, and what is used below it.
     *
     * @param policies its storage policy, and the one that applies above it
     * @param byType whether the space by type of storage is counted, too
     */
    public record Count(QuotaCounts limits, QuotaCounts used, Policies policies, boolean byType) {}

    /** The numbers of storage policies: a directory's own, and what applies above it. */
    public record Policies(int own, int above) {
        boolean comeFromElsewhere(Policies before) {
            return own == Features.UNSPECIFIED && before.own == Features.UNSPECIFIED && above != before.above;
        }
    }

    private final Map<INodeId, List<INode>> children;
    private final Map<INodeId, List<BlockInfo>> blocks;
    private final Map<INodeId, Count> before;
    private final Map<INodeId, Count> counted = new HashMap<>();

    private QuotaCheck(InMemoryDatabase state, Map<INodeId, Count> before) {
        this.before = before;
        children = state.inodes().stream().collect(Collectors.groupingBy(INode::parent));
        blocks = state.blocks().stream().collect(Collectors.groupingBy(BlockInfo::file));
    }

    /**
     * The directories with quotas that clients see.
     *
     * @param before those of the state before
     * @throws SimFailure if what is counted of one is not what is there
     */
    public static Map<INodeId, Count> counted(InMemoryDatabase state, Map<INodeId, Count> before) {
        QuotaCheck check = new QuotaCheck(state, before);
        INode root =
                requireNonNull(check.children.get(INodeId.NONE), "the root").get(0);
        check.walk(root, Features.UNSPECIFIED);
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
        boolean equal = count.byType
                ? used.equals(count.used)
                : used.names() == count.used.names() && used.space() == count.used.space();
        if (!equal) {
            throw new SimFailure("of the quota of directory " + directory + " " + used + " is counted as used, and "
                    + count.used + " is there");
        }
    }

    private QuotaCounts walk(INode inode, int policyAbove) {
        int own = inode.attributes().features().storagePolicy();
        int policy = own == Features.UNSPECIFIED ? policyAbove : own;
        QuotaCounts used = inode instanceof RegularFile file ? use(file, policy) : QuotaCounts.of(1, 0);
        for (INode child : children.getOrDefault(inode.id(), List.of())) {
            used = used.plus(walk(child, policy));
        }
        QuotaCounts limits = inode.attributes().features().quota();
        if (!limits.equals(QuotaCounts.NO_LIMITS)) {
            Policies policies = new Policies(own, policyAbove);
            Count old = before.get(inode.id());
            // Setting a quota counts anew.
            boolean byType = old == null
                    || !old.limits.equals(limits)
                    || (old.byType && !policies.comeFromElsewhere(old.policies));
            counted.put(inode.id(), new Count(limits, used, policies, byType));
        }
        return used;
    }

    /** Each replica counts for its type of storage, too, where a storage policy was set. */
    private QuotaCounts use(RegularFile file, int policy) {
        long bytes = bytes(file);
        QuotaCounts used = QuotaCounts.of(1, bytes * file.replication());
        return policy == Features.UNSPECIFIED
                ? used
                : used.plus(onType(firstReplica(policy), bytes))
                        .plus(onType(otherReplicas(policy), bytes * (file.replication() - 1)));
    }

    private static QuotaCounts onType(StorageType type, long bytes) {
        return QuotaCounts.ZERO.with(type.quotaDimension(), bytes);
    }

    /* As HDFS's documentation of storage policies has them, by HDFS's numbers. */
    private static StorageType firstReplica(int policy) {
        return switch (policy) {
            case COLD -> StorageType.ARCHIVE;
            case WARM, HOT -> StorageType.DISK;
            case ONE_SSD -> StorageType.SSD;
            default -> throw new SimFailure("nobody sets the storage policy " + policy);
        };
    }

    private static StorageType otherReplicas(int policy) {
        return policy == COLD || policy == WARM ? StorageType.ARCHIVE : StorageType.DISK;
    }

    private long bytes(RegularFile file) {
        return blocks.getOrDefault(file.id(), List.of()).stream()
                .mapToLong(block -> block.isComplete() ? block.block().length() : file.blockSize())
                .sum();
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

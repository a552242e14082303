package io.lambdafs.namenode.quota;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.SubtreeWalk;
import io.lambdafs.quota.FileUse;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.Transaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts what inodes use of quotas, each after its parent. Used by one thread. */
public final class UseCounter {
    /** Open files whose blocks are read at once. */
    private static final int OPEN_FILES = 1000;

    private final Transaction tx;
    private final Map<INodeId, Integer> policies = new HashMap<>();
    private final Map<INodeId, RegularFile> open = new HashMap<>();
    private QuotaCounts counted = QuotaCounts.ZERO;

    /**
     * A counter of a subtree.
     *
     * @param policyAbove the number of the storage policy that applies to the directory that it is in
     */
    public UseCounter(Transaction tx, INode root, int policyAbove) {
        this.tx = tx;
        policies.put(root.parent(), policyAbove);
    }

    /** Counts what an existing path names and everything below, under the storage policies that apply there. */
    public static QuotaCounts count(Transaction tx, ResolvedPath path) {
        List<INode> above = path.chain().subList(0, path.chain().size() - 1);
        return count(tx, path, StoragePolicies.numberFor(above));
    }

    /** As {@link #count(Transaction, ResolvedPath)}, as if this storage policy applied to the directory above. */
    static QuotaCounts count(Transaction tx, ResolvedPath path, int policyAbove) {
        UseCounter counter = new UseCounter(tx, path.last(), policyAbove);
        counter.add(path.last());
        SubtreeWalk.below(tx, path, (parent, child) -> counter.add(child));
        return counter.counted();
    }

    /** Counts one more inode. */
    public void add(INode inode) {
        int policy = StoragePolicies.numberFor(inode, policies.getOrDefault(inode.parent(), 0));
        if (!(inode instanceof RegularFile file)) {
            policies.put(inode.id(), policy);
            counted = counted.plus(QuotaCounts.of(1, 0));
            return;
        }
        if (!file.isUnderConstruction()) {
            counted = counted.plus(FileUse.ofClosed(file, policy));
            return;
        }
        open.put(file.id(), file);
        policies.put(file.id(), policy);
        if (open.size() == OPEN_FILES) {
            addOpen();
        }
    }

    /** What was counted so far. */
    public QuotaCounts counted() {
        addOpen();
        return counted;
    }

    /** The use of open files, as their blocks show it. */
    private void addOpen() {
        if (open.isEmpty()) {
            return;
        }
        Map<INodeId, List<BlockInfo>> blocks = tx.blocks().ofFiles(List.copyOf(open.keySet())).stream()
                .collect(Collectors.groupingBy(BlockInfo::file));
        for (RegularFile file : open.values()) {
            int policy = policies.getOrDefault(file.id(), 0);
            counted = counted.plus(FileUse.of(file, blocks.getOrDefault(file.id(), List.of()), policy));
        }
        open.clear();
    }
}

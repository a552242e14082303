package io.lambdafs.quota;

import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Counts what changes of a file that is known without its path: in the recovery of its lease or of its last block. */
public final class FileQuotas {
    private static final int MOST_DIRECTORIES = 10_000;

    private FileQuotas() {}

    /**
     * Counts the change for each directory above that has a quota; never refuses it. Nothing to do unless the use changes.
     * Else the directories above are locked SHARED, so that none of them moves or gets a quota until the transaction ends.
     *
     * @param file locked EXCLUSIVE
     * @param moreUse by how much more the file uses, if the storage policy of this number applies to it
     * @throws StoreException of kind CONFLICT if the transaction is to run again
     */
    public static void charge(Transaction tx, RegularFile file, IntFunction<QuotaCounts> moreUse) {
        if (moreUse.apply(Features.UNSPECIFIED).equals(QuotaCounts.ZERO)) {
            return;
        }
        Optional<List<INode>> above = lockedAbove(tx, file);
        if (above.isPresent()) {
            List<INode> chain = new ArrayList<>(above.get());
            chain.add(file);
            QuotaCounts delta = moreUse.apply(StoragePolicies.numberFor(chain));
            QuotaLedger.charge(tx, file.id().value(), charges(above.get(), delta));
        }
    }

    private static List<QuotaCharge> charges(List<INode> above, QuotaCounts delta) {
        List<QuotaCharge> charges = new ArrayList<>();
        List<Name> names = new ArrayList<>();
        for (INode directory : above) {
            if (!directory.id().equals(INodeId.ROOT)) {
                names.add(directory.name());
            }
            if (directory.attributes().features().hasQuota()) {
                charges.add(new QuotaCharge(directory, FsPath.of(names), delta, false));
            }
        }
        return charges;
    }

    /** The directories above the file, the root first, locked SHARED; empty if it belongs to a subtree that is being removed. */
    private static Optional<List<INode>> lockedAbove(Transaction tx, RegularFile file) {
        List<INode> above = new ArrayList<>();
        INodeId parent = file.parent();
        while (above.isEmpty() || !above.get(0).id().equals(INodeId.ROOT)) {
            Optional<INode> directory = tx.inodes().get(parent);
            if (directory.isEmpty() || above.size() == MOST_DIRECTORIES) {
                return Optional.empty();
            }
            above.add(0, directory.get());
            parent = directory.get().parent();
        }
        List<INode> locked = tx.inodes()
                .lock(above.stream()
                        .map(directory -> new RowLock(directory.id(), LockMode.SHARED))
                        .toList());
        if (!locked.stream()
                .map(INode::key)
                .toList()
                .equals(above.stream().map(INode::key).toList())) {
            throw new StoreException(StoreException.Kind.CONFLICT, "a directory above the file is being moved");
        }
        return Optional.of(locked);
    }
}

package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.storage.StoragePolicy;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.PathSyntax;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The storage policies that apply to some files, found from the directories above them. The directories are not locked: a
 * policy that is just being changed may be the old one or the new one. Reads a level of directories at once, and nothing before
 * it is asked. Used by one thread, in one transaction.
 */
final class FilePolicies {
    private final Transaction tx;
    private final Collection<RegularFile> files;
    private final Map<INodeId, INode> above = new HashMap<>();
    private boolean read;

    FilePolicies(Transaction tx, Collection<RegularFile> files) {
        this.tx = requireNonNull(tx, "tx");
        this.files = List.copyOf(files);
    }

    /** The policy of one of the files. */
    StoragePolicy of(RegularFile file) {
        if (!read) {
            readAbove();
            read = true;
        }
        INode at = file;
        int level = 0;
        while (at != null && isUndecided(at) && level < PathSyntax.MAX_PATH_DEPTH) {
            at = above.get(at.parent());
            level++;
        }
        return StoragePolicies.numbered(
                at == null ? Features.UNSPECIFIED : at.attributes().features().storagePolicy());
    }

    /** How many directories have been read to find the policies. */
    int directoriesRead() {
        return above.size();
    }

    private void readAbove() {
        Set<INodeId> level = parentsOfUndecided(files);
        for (int depth = 0; !level.isEmpty() && depth < PathSyntax.MAX_PATH_DEPTH; depth++) {
            List<INode> found = tx.inodes().get(List.copyOf(level));
            found.forEach(inode -> above.put(inode.id(), inode));
            level = parentsOfUndecided(found);
        }
    }

    private Set<INodeId> parentsOfUndecided(Collection<? extends INode> inodes) {
        Set<INodeId> parents = new HashSet<>();
        for (INode inode : inodes) {
            if (isUndecided(inode) && !inode.id().equals(INodeId.ROOT) && !above.containsKey(inode.parent())) {
                parents.add(inode.parent());
            }
        }
        return parents;
    }

    private static boolean isUndecided(INode inode) {
        return inode.attributes().features().storagePolicy() == Features.UNSPECIFIED;
    }
}

package io.lambdafs.namenode.path;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Transaction;
import java.util.HashSet;
import java.util.Set;

/**
 * The check that a caller may remove everything below a directory: every directory that is not empty must be readable,
 * writable and executable, and no sticky bit may protect an entry. Superusers are not checked, which spares the walk.
 */
public final class SubtreeAccess {
    private final PermissionChecker checker;
    private final Set<INodeId> checked = new HashSet<>();

    private SubtreeAccess(PermissionChecker checker) {
        this.checker = checker;
    }

    /** Checks what is below the path's target, which is locked EXCLUSIVE, so that nothing changes there meanwhile. */
    public static void requireRemovable(Transaction tx, PermissionChecker checker, ResolvedPath path) {
        if (!checker.isExempt()) {
            SubtreeWalk.below(tx, path, new SubtreeAccess(checker)::check);
        }
    }

    private void check(SubtreeWalk.Place parent, INode child) {
        INode directory = parent.inode();
        if (checked.add(directory.id()) && !checker.allows(directory, Access.ALL)) {
            throw checker.refusal(parent.path(), directory, Access.ALL);
        }
        if (checker.isStuck(directory, child)) {
            throw checker.stickyRefusal(parent.path().child(child.name()), child, directory);
        }
    }
}

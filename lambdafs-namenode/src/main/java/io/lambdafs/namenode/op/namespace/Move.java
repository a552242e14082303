package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.store.Transaction;

/** The writing half of a rename: one row gets another key, whatever is below it, and both parents another time. */
final class Move {
    private final CallContext call;
    private final Transaction tx;
    private final ChangeSet changes;

    Move(CallContext call, Transaction tx, ChangeSet changes) {
        this.call = call;
        this.tx = tx;
        this.changes = changes;
    }

    /**
     * Moves the source to the destination, and removes what is there: a file, or an empty directory.
     *
     * @param source locked as an entry
     * @param destination locked as an entry
     */
    void move(ResolvedPath source, ResolvedPath destination) {
        Quotas.moved(tx, source, destination, changes);
        Directory from = source.requireParent();
        Directory to = destination.requireParent();
        int more = destination.exists() ? 0 : 1;
        if (destination.exists()) {
            Removal.of(call, tx, changes).discard(destination, false);
        }
        INodeKey key = new INodeKey(to.id(), destination.path().name());
        tx.inodes().update(source.last().withKey(key));
        if (to.id().equals(from.id())) {
            tx.inodes().update(from.withEntries(more - 1, call.nowMillis()));
        } else {
            tx.inodes().update(from.withEntries(-1, call.nowMillis()));
            tx.inodes().update(to.withEntries(more, call.nowMillis()));
        }
        changes.happens(NamespaceEvents.renamed(source.path(), destination.path(), call.nowMillis()));
        changes.resolutionChanged(source.path(), source.last());
        changes.timesChanged(source.path().parent(), from);
        changes.changed(destination.path());
        changes.timesChanged(destination.path().parent(), to);
    }
}

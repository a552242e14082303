package io.lambdafs.store.ndb;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.TransactionHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A walk from the root along names. Each batch reads as many levels as there are guesses for; where one turns out to be
 * wrong, or there is none, the next batch begins. So it is one round trip with good guesses, and one a level without.
 */
final class NdbPathWalk {
    private static final INodeKey ROOT = new INodeKey(INodeId.NONE, Name.EMPTY);

    private final NdbAccess access;
    private final PathHints hints;
    private final List<INodeKey> keys = new ArrayList<>();
    private final List<Name> names;
    private final List<NdbINodeRows.Stored> met = new ArrayList<>();

    NdbPathWalk(NdbAccess access, PathHints hints, List<Name> names) {
        this.access = access;
        this.hints = hints;
        this.names = names;
    }

    /** The rows of what was met, the root first. */
    List<NdbINodeRows.Stored> walk() {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = step();
        }
        if (met.isEmpty()) {
            throw access.fail(Kind.INTERNAL, "the store has no root");
        }
        return met;
    }

    /** Reads some levels; false when the walk has ended. */
    private boolean step() {
        keys.clear();
        INodeKey next = met.isEmpty() ? ROOT : keyBelow(last());
        OperationBatch batch = new OperationBatch();
        List<Read<NdbINodeRows.Stored>> reads = new ArrayList<>();
        for (int level = met.size(); level <= names.size(); level++) {
            INodeKey key = next;
            keys.add(key);
            reads.add(INodePlaces.readAt(batch, key, ReadLock.NONE));
            Optional<INodeId> guess = level == 0 ? Optional.of(INodeId.ROOT) : hints.guess(key);
            if (guess.isEmpty() || level == names.size()) {
                break;
            }
            next = new INodeKey(guess.get(), names.get(level));
        }
        access.read(
                batch,
                TransactionHint.of(
                        Schema.INODES, keys.get(keys.size() - 1).parent().value()));
        return follow(reads);
    }

    private INode last() {
        return met.get(met.size() - 1).inode();
    }

    private INodeKey keyBelow(INode directory) {
        return new INodeKey(directory.id(), names.get(met.size() - 1));
    }

    private boolean follow(List<Read<NdbINodeRows.Stored>> reads) {
        for (int i = 0; i < reads.size(); i++) {
            if (i > 0 && !keys.get(i).parent().equals(last().id())) {
                hints.forget(keys.get(i - 1));
                return true;
            }
            Optional<NdbINodeRows.Stored> found = reads.get(i).row();
            if (found.isEmpty()) {
                return false;
            }
            met.add(found.get());
            INode inode = last();
            if (!inode.isDirectory() || met.size() > names.size()) {
                return false;
            }
            hints.learn(inode.key(), inode.id());
        }
        return true;
    }
}

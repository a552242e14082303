package io.lambdafs.store.ndb;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.Access;
import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.Place;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A walk from the root along names. Each batch reads as many levels as there are guesses for; where one turns out to be
 * wrong, or there is none, the next batch begins. So it is one round trip with good guesses, and one a level without.
 */
final class PathWalk {
    private static final INodeKey ROOT = new INodeKey(INodeId.NONE, Name.EMPTY);

    private final Access access;
    private final PathHints hints;
    private final List<INodeKey> keys = new ArrayList<>();
    private final List<Name> names;
    private final List<INodeRows.Stored> met = new ArrayList<>();

    PathWalk(Access access, PathHints hints, List<Name> names) {
        this.access = access;
        this.hints = hints;
        this.names = names;
    }

    /** The rows of what was met, the root first. */
    List<INodeRows.Stored> walk() {
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
        Batch batch = new Batch();
        List<Read<INodeRows.Stored>> reads = new ArrayList<>();
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
                Place.of(Schema.INODES, keys.get(keys.size() - 1).parent().value()));
        return follow(reads);
    }

    private INode last() {
        return met.get(met.size() - 1).inode();
    }

    private INodeKey keyBelow(INode directory) {
        return new INodeKey(directory.id(), names.get(met.size() - 1));
    }

    private boolean follow(List<Read<INodeRows.Stored>> reads) {
        for (int i = 0; i < reads.size(); i++) {
            if (i > 0 && !keys.get(i).parent().equals(last().id())) {
                hints.forget(keys.get(i - 1));
                return true;
            }
            Optional<INodeRows.Stored> found = reads.get(i).row();
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

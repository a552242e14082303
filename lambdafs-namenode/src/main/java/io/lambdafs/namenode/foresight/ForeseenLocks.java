package io.lambdafs.namenode.foresight;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.WriteHint;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells a store which rows an operation will lock, by what is known of the directories above them: only rows that the
 * operation will hold EXCLUSIVE.
 *
 * <p>They are locked in the order in which {@code PathLocks} takes its locks, by depth and then by id. One thing
 * differs: the id of the inode that a path names is not known, so that inode comes last of its depth. Two renames of
 * directories into one another's can deadlock for that; the store ends one, which runs again without a hint.
 */
public final class ForeseenLocks {
    private final KnownAncestors known;

    public ForeseenLocks(KnownAncestors known) {
        this.known = requireNonNull(known, "known");
    }

    /** A row to lock; the id of one that may not exist is not known. */
    private record Row(int depth, long id, INodeKey key) {
        static final Comparator<Row> ORDER =
                Comparator.comparingInt(Row::depth).thenComparingLong(Row::id).thenComparing(Row::key);

        static Row of(int depth, Directory directory) {
            return new Row(depth, directory.id().value(), directory.key());
        }

        static Row unknown(int depth, INodeKey key) {
            return new Row(depth, Long.MAX_VALUE, key);
        }
    }

    /** The hint for an operation about this path; without locks if not all of the directories above are known. */
    public WriteHint hint(FsPath subject, LockHints foresight) {
        Set<Row> rows = new TreeSet<>(Row.ORDER);
        Optional<INodeKey> first = Optional.empty();
        for (LockHints.Hint hint : foresight.paths()) {
            List<Directory> above = known.above(hint.path());
            if (above.isEmpty() || (hint.unlessDirectory() && known.isDirectory(hint.path()))) {
                return new WriteHint(subject, List.of(), Optional.empty(), foresight.leaseOf());
            }
            INodeKey target = add(hint, above, rows);
            first = first.isPresent() ? first : Optional.of(target);
        }
        Set<KeyLock> once = new LinkedHashSet<>();
        for (Row row : rows) {
            once.add(new KeyLock(row.key(), LockMode.EXCLUSIVE));
        }
        List<KeyLock> locks = List.copyOf(once);
        return new WriteHint(subject, locks, foresight.blocks() ? first : Optional.empty(), foresight.leaseOf());
    }

    private static INodeKey add(LockHints.Hint hint, List<Directory> above, Set<Row> rows) {
        Directory parent = above.get(above.size() - 1);
        INodeId parentId = parent.id();
        INodeKey target = new INodeKey(parentId, hint.path().name());
        if (hint.withParent()) {
            rows.add(Row.of(hint.path().depth() - 1, parent));
        }
        rows.add(Row.unknown(hint.path().depth(), target));
        return target;
    }
}

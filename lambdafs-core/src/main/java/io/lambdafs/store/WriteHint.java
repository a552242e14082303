package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeKey;
import java.util.List;
import java.util.Optional;

/**
 * What a write transaction is likely to ask for, said when it begins, so that a store may fetch it together with what it
 * begins with. A wrong hint costs time, and locks rows that nobody needs; what the transaction sees and does is the same
 * without any. A lock that cannot be had may hide that the writer is fenced, or that the request has an outcome.
 *
 * @param subject the path that the transaction is about; the root if none is known. A store of several machines begins on
 *     the one that has the entries of the path's directory, if it can tell
 * @param locks rows that will be locked, in the order in which to lock them, at most {@link #MAX_LOCKS}; a store may lock
 *     them when the transaction begins
 * @param blocksOf the key of a file among those whose blocks will be read
 * @param leaseOf the client whose lease's age will be asked for
 */
public record WriteHint(FsPath subject, List<KeyLock> locks, Optional<INodeKey> blocksOf, Optional<String> leaseOf) {
    /** As many rows as a rename changes. */
    public static final int MAX_LOCKS = 4;

    /** Nothing is known. */
    public static final WriteHint NONE = about(FsPath.ROOT);

    public WriteHint {
        requireNonNull(subject, "subject");
        locks = List.copyOf(locks);
        requireNonNull(blocksOf, "blocksOf");
        requireNonNull(leaseOf, "leaseOf");
        if (locks.size() > MAX_LOCKS) {
            throw new IllegalArgumentException(locks.size() + " locks, more than " + MAX_LOCKS);
        }
        if (blocksOf.isPresent() && locks.stream().noneMatch(lock -> lock.key().equals(blocksOf.get()))) {
            throw new IllegalArgumentException("blocks of a file that is not among the locks");
        }
    }

    /** Nothing is known but a path. */
    public static WriteHint about(FsPath subject) {
        return new WriteHint(subject, List.of(), Optional.empty(), Optional.empty());
    }
}

package io.lambdafs.namenode.foresight;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriteHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an operation will lock and read if the path is as it probably is, derived from its request alone. Being wrong
 * costs time, and changes nothing else.
 *
 * @param paths what it will lock; none if that is not known, or if it must hold no lock until it has read more. An
 *     operation that then waits for others, or begins another transaction, would otherwise keep them waiting.
 * @param blocks whether it will read the blocks of what the first path names
 * @param leaseOf the client whose lease's age it will ask for
 */
public record LockHints(List<Hint> paths, boolean blocks, Optional<String> leaseOf) {
    /** Nothing is known. */
    public static final LockHints NOTHING = new LockHints(List.of(), false, Optional.empty());

    /** Each path names two rows at most. */
    private static final int MAX_PATHS = WriteHint.MAX_LOCKS / 2;

    public LockHints {
        paths = List.copyOf(paths);
        requireNonNull(leaseOf, "leaseOf");
        if (paths.size() > MAX_PATHS) {
            throw new IllegalArgumentException(paths.size() + " paths, more than " + MAX_PATHS);
        }
    }

    /**
     * A path that will be locked.
     *
     * @param withParent whether the directory that the path's entry is in will be locked too
     * @param unlessDirectory whether nothing will be locked if the path names a directory
     */
    public record Hint(FsPath path, boolean withParent, boolean unlessDirectory) {
        public Hint {
            requireNonNull(path, "path");
        }
    }

    /** Locks what the path names. */
    public static LockHints ofTarget(FsPath path) {
        return NOTHING.and(new Hint(path, false, false));
    }

    /** Locks what the path names, if anything, and its parent. */
    public static LockHints ofEntry(FsPath path) {
        return NOTHING.andEntry(path);
    }

    /** Locks what the path names and its parent, unless it names a directory already. */
    public static LockHints ofNewDirectory(FsPath path) {
        return NOTHING.and(new Hint(path, true, true));
    }

    public LockHints andEntry(FsPath path) {
        return and(new Hint(path, true, false));
    }

    private LockHints and(Hint hint) {
        List<Hint> all = new ArrayList<>(paths);
        all.add(hint);
        return new LockHints(all, blocks, leaseOf);
    }

    public LockHints andBlocks() {
        return new LockHints(paths, true, leaseOf);
    }

    public LockHints andLeaseOf(String client) {
        return new LockHints(paths, blocks, Optional.of(client));
    }
}

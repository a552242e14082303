package io.lambdafs.namenode.foresight;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriteHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an operation will lock and read if the path is as it probably is, told from its request alone. Being wrong costs time,
 * and changes nothing else.
 *
 * @param paths what it will lock; none if that is not known, or if it must hold nothing before it has looked further: who
 *     waits for others then, or begins another transaction, would keep them waiting
 * @param blocks whether it will read the blocks of what the first path names
 * @param leaseOf the client whose lease's age it will ask for
 */
public record Foresight(List<Wish> paths, boolean blocks, Optional<String> leaseOf) {
    /** Nothing is known. */
    public static final Foresight NOTHING = new Foresight(List.of(), false, Optional.empty());

    /** Each path names two rows at most. */
    private static final int MAX_PATHS = WriteHint.MAX_LOCKS / 2;

    public Foresight {
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
    public record Wish(FsPath path, boolean withParent, boolean unlessDirectory) {
        public Wish {
            requireNonNull(path, "path");
        }
    }

    /** Locks what the path names. */
    public static Foresight ofTarget(FsPath path) {
        return NOTHING.and(new Wish(path, false, false));
    }

    /** Locks what the path names, if anything, and its parent. */
    public static Foresight ofEntry(FsPath path) {
        return NOTHING.andEntry(path);
    }

    /** Locks what the path names and its parent, unless it names a directory already. */
    public static Foresight ofNewDirectory(FsPath path) {
        return NOTHING.and(new Wish(path, true, true));
    }

    public Foresight andEntry(FsPath path) {
        return and(new Wish(path, true, false));
    }

    private Foresight and(Wish wish) {
        List<Wish> all = new ArrayList<>(paths);
        all.add(wish);
        return new Foresight(all, blocks, leaseOf);
    }

    public Foresight andBlocks() {
        return new Foresight(paths, true, leaseOf);
    }

    public Foresight andLeaseOf(String client) {
        return new Foresight(paths, blocks, Optional.of(client));
    }
}

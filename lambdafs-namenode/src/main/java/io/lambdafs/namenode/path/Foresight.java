package io.lambdafs.namenode.path;

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

    /** A path that will be locked. */
    public record Wish(FsPath path, LockScope scope) {
        public Wish {
            requireNonNull(path, "path");
            requireNonNull(scope, "scope");
        }
    }

    public static Foresight ofLocking(FsPath path, LockScope scope) {
        return NOTHING.andLocking(path, scope);
    }

    public Foresight andLocking(FsPath path, LockScope scope) {
        List<Wish> all = new ArrayList<>(paths);
        all.add(new Wish(path, scope));
        return new Foresight(all, blocks, leaseOf);
    }

    public Foresight andBlocks() {
        return new Foresight(paths, true, leaseOf);
    }

    public Foresight andLeaseOf(String client) {
        return new Foresight(paths, blocks, Optional.of(client));
    }
}

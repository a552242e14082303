package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A write of this NameNode that has not ended: the paths that it resolved, and its rounds.
 *
 * <p>What it resolved without locks may be replaced until it is sealed: a change that crosses it before has it turned back, and
 * one that comes later waits for it.
 */
final class OwnWrite {
    private final long number;
    private final WriterId writer;
    private final Set<FsPath> paths;
    private final Set<FsPath> unlocked;
    private final List<Round> rounds = new ArrayList<>();
    private boolean inDoubt;
    private boolean crossed;
    private boolean sealed;

    OwnWrite(long number, WriterId writer, Set<FsPath> paths) {
        this.number = number;
        this.writer = writer;
        this.paths = new HashSet<>(paths);
        this.unlocked = new HashSet<>(paths);
    }

    long number() {
        return number;
    }

    WriterId writer() {
        return writer;
    }

    List<Round> rounds() {
        return Collections.unmodifiableList(rounds);
    }

    boolean isInDoubt() {
        return inDoubt;
    }

    void doubt() {
        inDoubt = true;
    }

    /**
     * It resolves a further path.
     *
     * @param byLocks whether it locks the directories on the way
     */
    void touch(FsPath path, boolean byLocks) {
        paths.add(path);
        if (!byLocks) {
            unlocked.add(path);
        }
    }

    /** Whether it resolved a path without locks through a directory that this changes. */
    boolean dependsOn(Scope scope) {
        return unlocked.stream().anyMatch(scope::isOnTheWayTo);
    }

    /** What it depends on is going to change. */
    void cross() {
        crossed = true;
    }

    boolean isCrossed() {
        return crossed;
    }

    /** It has passed its last check: it commits, or rolls back, without waiting for anything. */
    void seal() {
        sealed = true;
    }

    boolean isSealed() {
        return sealed;
    }

    void lead(Round round) {
        rounds.add(round);
    }

    boolean leads(RoundId id) {
        return rounds.stream().anyMatch(round -> round.id().equals(id));
    }

    /** Whether it concerns a path at or below one of the scope's prefixes. */
    boolean isBelow(Scope scope) {
        return scope.isSubtree() && paths.stream().anyMatch(scope::coversBelow);
    }
}

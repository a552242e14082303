package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A write of this NameNode that has not ended: the paths that it resolved, and its rounds. */
final class OwnWrite {
    private final long number;
    private final WriterId writer;
    private final Set<FsPath> paths;
    private final List<Round> rounds = new ArrayList<>();
    private boolean inDoubt;

    OwnWrite(long number, WriterId writer, Set<FsPath> paths) {
        this.number = number;
        this.writer = writer;
        this.paths = new HashSet<>(paths);
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

    void touch(FsPath path) {
        paths.add(path);
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

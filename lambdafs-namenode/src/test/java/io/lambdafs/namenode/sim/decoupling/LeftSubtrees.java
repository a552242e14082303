package io.lambdafs.namenode.sim.decoupling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What clients leave on disks that outlive them: which subtrees they held, and the journals that they persisted. */
public final class LeftSubtrees {
    private final Map<Long, Left> left = new TreeMap<>();

    /**
     * A subtree that a client holds or held.
     *
     * @param path where it was when it was decoupled
     * @param journal what is on the disk or in the store of it
     * @param inStore whether it is in the store
     * @param abandoned whether the client is gone
     */
    record Left(
            long number,
            String path,
            String user,
            Optional<JournalContent> journal,
            boolean inStore,
            boolean abandoned) {}

    void held(long number, String path, String user) {
        left.put(number, new Left(number, path, user, Optional.empty(), false, false));
    }

    /** The journal is on the disk or in the store now, or nothing is to be merged of what was there. */
    void persisted(long number, Optional<JournalContent> journal, boolean inStore) {
        left.computeIfPresent(
                number, (id, was) -> new Left(number, was.path(), was.user(), journal, inStore, was.abandoned()));
    }

    void abandoned(long number) {
        left.computeIfPresent(
                number, (id, was) -> new Left(number, was.path(), was.user(), was.journal(), was.inStore(), true));
    }

    /** It is merged or discarded. */
    void ended(long number) {
        left.remove(number);
    }

    /** Those whose clients are gone. */
    List<Left> abandoned() {
        List<Left> found = new ArrayList<>(left.values());
        found.removeIf(one -> !one.abandoned());
        return found;
    }

    Optional<Left> of(long number) {
        return Optional.ofNullable(left.get(number));
    }

    /** All clients are gone. */
    public void abandonAll() {
        List.copyOf(left.keySet()).forEach(this::abandoned);
    }
}

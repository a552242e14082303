package io.lambdafs.coherence.walk;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The committed rows, each a count of its changes, with the writers that have transactions open or are fenced. */
final class WalkStore {
    private static final int MOVE = 1_000;

    private final FsPath directory;
    private final Map<FsPath, Integer> changes = new HashMap<>();
    private final Map<FsPath, Holder> locks = new HashMap<>();
    private final Map<Holder, FsPath> shared = new HashMap<>();
    private final Map<WriterId, Integer> open = new HashMap<>();
    private final Set<WriterId> fenced = new HashSet<>();
    private int moves;
    private long names;

    /** A write; its number is unique within its node only. */
    record Holder(WriterId writer, long number) {}

    /** With a directory that is moved to and fro under one name. */
    WalkStore(FsPath directory) {
        this.directory = directory;
    }

    WriterId newName() {
        return new WriterId(++names);
    }

    /** How often the directory has been moved. */
    int moves() {
        return moves;
    }

    /** What is at a path: of what is in the directory, its move changes it. */
    int value(FsPath path) {
        int value = changes.getOrDefault(path, 0);
        return path.startsWith(directory) ? value + MOVE * moves : value;
    }

    /** Begins a transaction; none of a fenced writer's does. */
    boolean begin(WriterId writer) {
        if (fenced.contains(writer)) {
            return false;
        }
        open.merge(writer, 1, Integer::sum);
        return true;
    }

    /** Takes a row exclusively; tells whether nobody else has it. */
    boolean lock(FsPath row, Holder write) {
        return !shared.containsValue(row) && locks.putIfAbsent(row, write) == null;
    }

    /** Takes a row shared; tells whether nobody has it exclusively. */
    boolean share(FsPath row, Holder write) {
        if (locks.containsKey(row)) {
            return false;
        }
        shared.put(write, row);
        return true;
    }

    /** How often the directory has got another permission. */
    int permissions() {
        return changes.getOrDefault(directory, 0);
    }

    FsPath directory() {
        return directory;
    }

    void move() {
        moves++;
    }

    void change(FsPath path) {
        changes.merge(path, 1, Integer::sum);
    }

    void end(Holder write) {
        locks.values().removeIf(write::equals);
        shared.remove(write);
        open.computeIfPresent(write.writer(), (name, count) -> count == 1 ? null : count - 1);
    }

    /** Asks for a fence; tells whether it is complete. */
    boolean fence(WriterId writer) {
        fenced.add(writer);
        return !open.containsKey(writer);
    }

    Set<WriterId> openWriters() {
        Set<WriterId> writers = new TreeSet<>(Comparator.comparingLong(WriterId::value));
        writers.addAll(open.keySet());
        return writers;
    }
}

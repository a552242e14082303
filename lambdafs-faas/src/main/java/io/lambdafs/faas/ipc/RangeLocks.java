package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which ranges of files are locked by which of the processes of one function. Transactions keep functions apart, but the processes of one
 * function are in one transaction, so only locks keep these apart.
 */
final class RangeLocks {
    private static final int MOST_LOCKS_PER_FILE = 10_000;

    /** How a range is locked. */
    enum Mode {
        NOT_AT_ALL(0),
        SHARED(1),
        EXCLUSIVE(2);

        private final int number;

        Mode(int number) {
            this.number = number;
        }

        /** What stands for it in the protocol. */
        int number() {
            return number;
        }
    }

    private record Lock(long owner, long first, long last, Mode mode) {
        boolean overlaps(long from, long to) {
            return first <= to && from <= last;
        }
    }

    private final Map<Long, List<Lock>> locks = new HashMap<>();

    /** How others have locked a part of the range so that this lock cannot be had; not at all if it can. */
    Mode conflict(long inode, long owner, long first, long last, Mode wanted) {
        for (Lock lock : locks.getOrDefault(inode, List.of())) {
            boolean excludes = wanted == Mode.EXCLUSIVE || lock.mode() == Mode.EXCLUSIVE;
            if (lock.owner() != owner && excludes && lock.overlaps(first, last)) {
                return lock.mode();
            }
        }
        return Mode.NOT_AT_ALL;
    }

    /** Locks a range in place of what the owner has locked of it. */
    void set(long inode, long owner, long first, long last, Mode mode) {
        List<Lock> kept = new ArrayList<>();
        for (Lock lock : locks.getOrDefault(inode, List.of())) {
            if (lock.owner() != owner || !lock.overlaps(first, last)) {
                kept.add(lock);
                continue;
            }
            if (lock.first() < first) {
                kept.add(new Lock(owner, lock.first(), first - 1, lock.mode()));
            }
            if (lock.last() > last) {
                kept.add(new Lock(owner, last + 1, lock.last(), lock.mode()));
            }
        }
        if (mode != Mode.NOT_AT_ALL) {
            kept.add(new Lock(owner, first, last, mode));
        }
        if (kept.size() > MOST_LOCKS_PER_FILE) {
            throw new PosixException(Errno.EMFILE, "more than " + MOST_LOCKS_PER_FILE + " locks of a file");
        }
        if (kept.isEmpty()) {
            locks.remove(inode);
        } else {
            locks.put(inode, kept);
        }
    }

    boolean isEmpty() {
        return locks.isEmpty();
    }

    void clear() {
        locks.clear();
    }

    /** The owner is gone. */
    void end(long owner) {
        locks.values().forEach(list -> list.removeIf(lock -> lock.owner() == owner));
        locks.values().removeIf(List::isEmpty);
    }
}

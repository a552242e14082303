package io.lambdafs.faas.ipc;

import static io.lambdafs.faas.ipc.IpcRequest.bounded;

import io.lambdafs.faas.ipc.RangeLocks.Mode;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import java.util.HashMap;
import java.util.Map;

/** The locks of {@code fcntl}, which belong to processes or to handles, and those of {@code flock}, which belong to handles. */
final class Locks {
    private static final int MODE = 3;
    private static final int OF_HANDLE = 4;
    private static final int WHOLE_FILE = 8;
    private static final int ONLY_ASKS = 16;

    private static final Mode[] MODES = Mode.values();

    private final RangeLocks ranges = new RangeLocks();
    private final RangeLocks files = new RangeLocks();

    /** The inodes of open files that were ever locked, so that they need not be asked for again. */
    private final Map<Integer, Long> inodes = new HashMap<>();

    /** Locks, unlocks or asks; the result is how others have locked it, if they have. */
    static long lock(ServedVolume volume, IpcRequest request) {
        return volume.locks().lock(volume, volume.file(request.handle()), request);
    }

    private long lock(ServedVolume volume, int file, IpcRequest request) {
        int kind = bounded(request.a1(), 0, MODE | OF_HANDLE | WHOLE_FILE | ONLY_ASKS);
        if ((kind & WHOLE_FILE) != 0 && (kind & OF_HANDLE) == 0) {
            // Nobody would unlock it when the process is gone.
            throw new PosixException(Errno.EINVAL, "a lock of a whole file that belongs to a process");
        }
        Mode mode = MODES[bounded(kind & MODE, 0, MODES.length - 1)];
        long first = request.a2();
        long last = request.a3();
        bounded(first < 0 || last < first ? -1 : 0, 0, 0);
        long inode = inodes.computeIfAbsent(
                file,
                number -> volume.calls().stat(volume.files().handle(number)).inode());
        long owner = (kind & OF_HANDLE) == 0 ? volume.process() : -file;
        RangeLocks table = (kind & WHOLE_FILE) == 0 ? ranges : files;
        Mode conflict = mode == Mode.NOT_AT_ALL ? mode : table.conflict(inode, owner, first, last, mode);
        if (conflict == Mode.NOT_AT_ALL && (kind & ONLY_ASKS) == 0) {
            table.set(inode, owner, first, last, mode);
        }
        return conflict.number();
    }

    /** A process has closed a file: what it had locked of it is free, whichever descriptor it was. */
    void closed(int process, int file) {
        Long inode = inodes.get(file);
        if (inode != null) {
            ranges.set(inode, process, 0, Long.MAX_VALUE, Mode.NOT_AT_ALL);
        }
    }

    /** Nobody has the file open any more. */
    void released(int file) {
        if (inodes.remove(file) != null) {
            ranges.end(-file);
            files.end(-file);
        }
    }

    /** Whether nothing is locked, and nothing is remembered; for tests. */
    boolean isEmpty() {
        return inodes.isEmpty() && ranges.isEmpty() && files.isEmpty();
    }

    /** Nothing is locked any more. */
    void clear() {
        inodes.clear();
        ranges.clear();
        files.clear();
    }

    void ended(int process) {
        ranges.end(process);
    }
}

package io.lambdafs.faas.posix;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The open files by their numbers. */
final class Handles {
    private static final int MOST = 65_536;

    private final Map<Long, OpenFileDescription> open = new HashMap<>();
    private long last;

    long add(OpenFileDescription file) {
        if (open.size() >= MOST) {
            throw new PosixException(Errno.EMFILE, MOST + " files are open");
        }
        open.put(++last, file);
        return last;
    }

    /** The open file with this number; EBADF if there is none, ESTALE if it is of an earlier transaction. */
    OpenFileDescription get(long handle) {
        OpenFileDescription file = find(handle);
        if (file.isOutdated()) {
            throw new PosixException(Errno.ESTALE, "handle " + handle + " was opened in an earlier transaction");
        }
        return file;
    }

    private OpenFileDescription find(long handle) {
        OpenFileDescription file = open.get(handle);
        if (file == null) {
            throw new PosixException(Errno.EBADF, "handle " + handle);
        }
        return file;
    }

    /**
     * Another transaction begins. What programs know of a file's content from the last one may never have happened, so they open it
     * again. A directory is only a place.
     */
    void outdate() {
        for (OpenFileDescription file : open.values()) {
            if (file.type() == FileType.REGULAR) {
                file.outdate();
            }
        }
    }

    OpenFileDescription directory(long handle) {
        OpenFileDescription file = get(handle);
        if (file.type() != FileType.DIRECTORY) {
            throw new PosixException(Errno.ENOTDIR, "handle " + handle);
        }
        return file;
    }

    void release(long handle) {
        if (find(handle).release()) {
            open.remove(handle);
        }
    }

    Collection<OpenFileDescription> all() {
        return open.values();
    }
}

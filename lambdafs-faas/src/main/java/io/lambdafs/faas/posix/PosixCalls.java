package io.lambdafs.faas.posix;

import io.lambdafs.store.volume.ByteString;
import java.util.List;

/**
 * The calls of one caller on the files of one volume, with POSIX's meaning. All throw {@link PosixException}s. Thread-safe: one
 * call after the other is executed.
 *
 * <p>A handle is what POSIX calls an open file description: it has a position, and several descriptors can share it. Its number is
 * at least 1. It lives until each that retains it has released it.
 *
 * <p>Locks are not among the calls: what they protect is protected by the transaction, so {@code flock} and {@code fcntl} just
 * succeed. Nor is {@code fsync}: a transaction becomes durable as a whole, when it commits.
 */
public interface PosixCalls {
    /** Opens a file or a directory, with {@link OpenFlags}; the mode is that of a file which this creates, umask applied. */
    long open(At at, int flags, int mode);

    /** One more descriptor shares the handle, after {@code dup} or {@code fork}. */
    void retain(long handle);

    /** A descriptor of the handle was closed. */
    void release(long handle);

    /** Reads at the handle's position and moves it; returns how many bytes, 0 at the end. */
    int read(long handle, byte[] into, int from, int length);

    /** Reads at an offset; returns how many bytes, 0 at the end. */
    int readAt(long handle, long offset, byte[] into, int from, int length);

    /** Writes at the handle's position, or at the end if it was opened so, and moves the position; returns how many bytes. */
    int write(long handle, byte[] bytes, int from, int length);

    /** Writes at an offset; returns how many bytes. */
    int writeAt(long handle, long offset, byte[] bytes, int from, int length);

    /** Moves the handle's position, and returns it. */
    long seek(long handle, long offset, Whence whence);

    Stat stat(long handle);

    /** Tells of a file, or of a symbolic link itself if that is not to be followed. */
    Stat stat(At at, boolean follow);

    /** Refuses with EACCES if the caller may not read (4), write (2) or execute (1) the file. */
    void access(At at, int wanted);

    void truncate(long handle, long length);

    void truncate(At at, long length);

    /** Makes the file at least so long. Takes no room: only what is written takes any. */
    void allocate(long handle, long offset, long length);

    void mkdir(At at, int mode);

    void rmdir(At at);

    void unlink(At at);

    /**
     * Gives a file another name.
     *
     * @param replace whether a file that has that name already is replaced; otherwise it is refused with EEXIST
     */
    void rename(At from, At to, boolean replace);

    /** Gives a file one more name. */
    void link(At from, At to, boolean follow);

    void symlink(ByteString target, At at);

    ByteString readlink(At at);

    void chmod(long handle, int mode);

    void chmod(At at, boolean follow, int mode);

    /** Changes the owner and the group; -1 leaves one of them as it is. */
    void chown(long handle, int uid, int gid);

    void chown(At at, boolean follow, int uid, int gid);

    void setModified(long handle, TimeChange time);

    void setModified(At at, boolean follow, TimeChange time);

    /**
     * A part of a directory's entries, in an order that stays the same while the handle is open.
     *
     * @param from how many entries come before the part; {@code .} and {@code ..} are the first two
     * @param limit how many at most
     * @return fewer than the limit only at the end
     */
    List<DirectoryEntry> list(long handle, int from, int limit);

    /** The path of an open directory from the volume's root, as {@code getcwd} needs it; ENOENT if it was deleted. */
    ByteString path(long handle);
}

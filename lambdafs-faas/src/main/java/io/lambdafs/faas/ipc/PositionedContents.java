package io.lambdafs.faas.ipc;

import static io.lambdafs.faas.ipc.IpcRequest.bounded;

import io.lambdafs.faas.posix.DirectoryEntry;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.Whence;
import java.util.List;

/** The operations on open files that need their position, which is in the shared memory. */
final class PositionedContents {
    private static final int KNOWN_FLAGS = OpenFlags.ACCESS_MODE
            | OpenFlags.CREAT
            | OpenFlags.EXCL
            | OpenFlags.TRUNC
            | OpenFlags.APPEND
            | OpenFlags.DIRECTORY
            | OpenFlags.NOFOLLOW;
    private static final Whence[] WHENCES = Whence.values();

    /** Among a file's flags: the volume's calls know that the handle appends. */
    private static final int OPENED_TO_APPEND = 1 << 30;

    /** Stands for the handle's position. */
    private static final long AT_POSITION = -1;

    private PositionedContents() {}

    static long open(ServedVolume volume, IpcRequest request) {
        int flags = (int) (request.a1() & KNOWN_FLAGS);
        int mode = bounded(request.a2(), 0, 07777);
        if (volume.files().isFull()) {
            throw new PosixException(Errno.EMFILE, "open");
        }
        boolean follow = !OpenFlags.has(flags, OpenFlags.NOFOLLOW)
                && !(OpenFlags.has(flags, OpenFlags.CREAT) && OpenFlags.has(flags, OpenFlags.EXCL));
        long handle = volume.onPath(request, follow, at -> volume.calls().open(at, flags, mode));
        int kept = flags & (OpenFlags.ACCESS_MODE | OpenFlags.APPEND);
        int file = volume.files()
                .add(volume.held(), handle, OpenFlags.has(flags, OpenFlags.APPEND) ? kept | OPENED_TO_APPEND : kept);
        volume.memory().setPosition(file, 0);
        return file;
    }

    static long close(ServedVolume volume, IpcRequest request) {
        int file = volume.file(request.handle());
        volume.locks().closed(volume.process(), file);
        Processes.drop(volume, volume.held(), file);
        return 0;
    }

    static long read(ServedVolume volume, IpcRequest request) {
        int file = volume.file(request.handle());
        IpcReply reply = volume.reply();
        int length = bounded(request.a2(), 0, reply.bytes().length);
        long offset = offset(volume, file, request.a1());
        int read = volume.calls().readAt(volume.files().handle(file), offset, reply.bytes(), 0, length);
        reply.setLength(read);
        if (request.a1() == AT_POSITION) {
            volume.memory().setPosition(file, offset + read);
        }
        return read;
    }

    static long write(ServedVolume volume, IpcRequest request) {
        int file = volume.file(request.handle());
        long handle = volume.files().handle(file);
        if (request.a1() == AT_POSITION && OpenFlags.has(volume.files().flags(file), OpenFlags.APPEND)) {
            return append(volume, request, file, handle);
        }
        long offset = offset(volume, file, request.a1());
        int written = volume.calls()
                .writeAt(
                        handle,
                        offset,
                        request.data().bytes(),
                        0,
                        request.data().length());
        if (request.a1() == AT_POSITION) {
            volume.memory().setPosition(file, offset + written);
        }
        return written;
    }

    private static long append(ServedVolume volume, IpcRequest request, int file, long handle) {
        if (!OpenFlags.has(volume.files().flags(file), OPENED_TO_APPEND)) {
            // It was told to append later.
            volume.calls().seek(handle, 0, Whence.END);
        }
        int written = volume.calls()
                .write(handle, request.data().bytes(), 0, request.data().length());
        volume.memory().setPosition(file, volume.calls().seek(handle, 0, Whence.CURRENT));
        return written;
    }

    static long seek(ServedVolume volume, IpcRequest request) {
        int file = volume.file(request.handle());
        Whence whence = WHENCES[bounded(request.a2(), 0, WHENCES.length - 1)];
        long handle = volume.files().handle(file);
        if (whence == Whence.CURRENT) {
            volume.calls().seek(handle, offset(volume, file, AT_POSITION), Whence.SET);
        }
        long position = volume.calls().seek(handle, request.a1(), whence);
        volume.memory().setPosition(file, position);
        return position;
    }

    private static long offset(ServedVolume volume, int file, long wanted) {
        long offset = wanted == AT_POSITION ? volume.memory().position(file) : wanted;
        if (offset < 0) {
            throw new PosixException(Errno.EINVAL, "an offset of " + offset);
        }
        return offset;
    }

    static long list(ServedVolume volume, IpcRequest request) {
        long handle = volume.handle(request.handle());
        int from = bounded(request.a1(), 0, Integer.MAX_VALUE);
        int limit = bounded(request.a2(), 1, 1000);
        int room = bounded(request.a3(), 512, Integer.MAX_VALUE);
        List<DirectoryEntry> entries = volume.calls().list(handle, from, limit);
        int added = 0;
        while (added < entries.size() && volume.reply().add(entries.get(added), room)) {
            added++;
        }
        return added;
    }
}

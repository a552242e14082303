package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.FileType;
import io.lambdafs.faas.posix.PosixCalls;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.store.volume.ByteString;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What the operations work on: the volume's calls, the open files, and the process that asks. One call after the other. */
final class ServedVolume {
    private final PosixCalls calls;
    private final OpenFiles files;
    private final SharedMemory memory;
    private final IpcReply reply;
    private final PathWalk walk;
    private final Connections connections;
    private final Locks locks = new Locks();
    private BitSet held = new BitSet();
    private int process;

    ServedVolume(PosixCalls calls, OpenFiles files, SharedMemory memory, String mount, Connections connections) {
        this.calls = calls;
        this.files = files;
        this.memory = memory;
        this.connections = connections;
        reply = new IpcReply(memory.dataBytes());
        walk = new PathWalk(mount, this::target);
    }

    private Optional<ByteString> target(ByteString path) {
        At at = new At(At.ROOT, path);
        try {
            return calls.stat(at, false).type() == FileType.SYMLINK
                    ? Optional.of(calls.readlink(at))
                    : Optional.empty();
        } catch (PosixException e) {
            // The call itself says what is wrong.
            return Optional.empty();
        }
    }

    PosixCalls calls() {
        return calls;
    }

    OpenFiles files() {
        return files;
    }

    SharedMemory memory() {
        return memory;
    }

    IpcReply reply() {
        return reply;
    }

    PathWalk walk() {
        return walk;
    }

    Connections connections() {
        return connections;
    }

    /** The files of the process that asks. */
    BitSet held() {
        return held;
    }

    /** The number of that process's connection. */
    int process() {
        return process;
    }

    void setAsking(Connection connection) {
        held = connection.held();
        process = connection.number();
    }

    Locks locks() {
        return locks;
    }

    /** The number of an open file, if the process that asks holds it. */
    int file(long number) {
        return files.require(held, number);
    }

    long handle(long number) {
        return files.handle(file(number));
    }

    At at(long number, ByteString path) {
        return new At(number == At.ROOT ? At.ROOT : handle(number), path);
    }

    /** Calls with a path, or finds out that it leads out of the volume. */
    long onPath(IpcRequest request, boolean follow, ToLongFunction<At> call) {
        At at = at(request.handle(), request.first());
        if (PathWalk.goesUp(at.path())) {
            PathWalk.End end = end(at, follow);
            return call.applyAsLong(end.wentOut() ? new At(At.ROOT, end.path()) : at);
        }
        try {
            return call.applyAsLong(at);
        } catch (PosixException e) {
            if (e.errno() != Errno.EXDEV) {
                throw e;
            }
            return call.applyAsLong(new At(At.ROOT, end(at, follow).path()));
        }
    }

    /** Where a path of a call with two ends, of which neither may be outside. */
    At inside(long number, ByteString path) {
        At at = at(number, path);
        if (!PathWalk.goesUp(path)) {
            return at;
        }
        try {
            PathWalk.End end = end(at, false);
            return end.wentOut() ? new At(At.ROOT, end.path()) : at;
        } catch (OutsideException e) {
            throw new PosixException(Errno.EXDEV, path.text());
        }
    }

    /** Where a path ends in the volume. */
    PathWalk.End end(At at, boolean follow) {
        PathWalk.End end = walk.walk(start(at), at.path(), follow);
        if (!end.isInside()) {
            throw new OutsideException(end.path());
        }
        return end;
    }

    private ByteString start(At at) {
        boolean isFromRoot = at.directory() == At.ROOT
                || (at.path().length() > 0 && at.path().array()[0] == '/');
        return isFromRoot ? ByteString.EMPTY : calls.path(at.directory());
    }
}

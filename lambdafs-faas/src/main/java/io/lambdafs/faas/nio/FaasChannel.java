package io.lambdafs.faas.nio;

import io.lambdafs.faas.posix.PosixCalls;
import io.lambdafs.faas.posix.Whence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** An open file of a volume. */
final class FaasChannel implements SeekableByteChannel {
    private static final int MOST_BYTES = 1 << 20;

    private final PosixCalls calls;
    private final FaasPath path;
    private final long handle;
    private final boolean reads;
    private final boolean writes;
    private final boolean deletes;
    private boolean open = true;

    /**
     * An open file.
     *
     * @param deletes whether the file is deleted when this is closed
     */
    FaasChannel(FaasPath path, long handle, boolean reads, boolean writes, boolean deletes) {
        this.calls = path.getFileSystem().calls();
        this.path = path;
        this.handle = handle;
        this.reads = reads;
        this.writes = writes;
        this.deletes = deletes;
    }

    private void requireOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public synchronized int read(ByteBuffer into) throws IOException {
        requireOpen();
        if (!reads) {
            throw new NonReadableChannelException();
        }
        if (!into.hasRemaining()) {
            return 0;
        }
        byte[] bytes = new byte[Math.min(into.remaining(), MOST_BYTES)];
        int count = Failures.call(path, () -> calls.read(handle, bytes, 0, bytes.length));
        into.put(bytes, 0, count);
        return count == 0 ? -1 : count;
    }

    @Override
    public synchronized int write(ByteBuffer from) throws IOException {
        requireOpen();
        if (!writes) {
            throw new NonWritableChannelException();
        }
        byte[] bytes = new byte[Math.min(from.remaining(), MOST_BYTES)];
        from.duplicate().get(bytes);
        int count = Failures.call(path, () -> calls.write(handle, bytes, 0, bytes.length));
        from.position(from.position() + count);
        return count;
    }

    @Override
    public synchronized long position() throws IOException {
        requireOpen();
        return Failures.call(path, () -> calls.seek(handle, 0, Whence.CURRENT));
    }

    @Override
    public synchronized SeekableByteChannel position(long position) throws IOException {
        requireOpen();
        if (position < 0) {
            throw new IllegalArgumentException("no file has a position " + position);
        }
        Failures.call(path, () -> calls.seek(handle, position, Whence.SET));
        return this;
    }

    @Override
    public synchronized long size() throws IOException {
        requireOpen();
        return Failures.call(path, () -> calls.stat(handle)).size();
    }

    @Override
    public synchronized SeekableByteChannel truncate(long size) throws IOException {
        requireOpen();
        if (!writes) {
            throw new NonWritableChannelException();
        }
        if (size < size()) {
            Failures.run(path, () -> calls.truncate(handle, size));
        }
        if (position() > size) {
            position(size);
        }
        return this;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public synchronized void close() throws IOException {
        if (open) {
            open = false;
            Failures.run(path, () -> calls.release(handle));
            if (deletes) {
                path.getFileSystem().provider().deleteIfExists(path);
            }
        }
    }
}

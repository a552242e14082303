package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.DirectoryEntry;
import io.lambdafs.faas.posix.Stat;
import io.lambdafs.store.volume.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The data of a reply, before they go to the shared memory. One for all calls, because one call after the other is served. */
final class IpcReply {
    private static final int ENTRY_HEADER = 12;

    private final byte[] bytes;
    private final ByteBuffer buffer;
    private int length;

    IpcReply(int room) {
        bytes = new byte[room];
        buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void setLength(int length) {
        this.length = length;
    }

    void put(ByteString text) {
        length = Math.min(text.length(), bytes.length);
        System.arraycopy(text.array(), 0, bytes, 0, length);
    }

    /** As struct lfs_stat. */
    void put(Stat stat) {
        buffer.clear();
        buffer.putLong(stat.inode());
        buffer.putInt(stat.type().bits() | stat.mode());
        buffer.putInt(stat.links());
        buffer.putInt(stat.uid());
        buffer.putInt(stat.gid());
        buffer.putLong(stat.size());
        buffer.putLong(stat.modifiedNanos());
        buffer.putLong(stat.changedNanos());
        buffer.putInt(stat.blockSize());
        buffer.putInt(0);
        length = buffer.position();
    }

    /** Adds an entry of a directory, if it fits into so many bytes. */
    boolean add(DirectoryEntry entry, int room) {
        int size = ENTRY_HEADER + entry.name().length();
        if (length + size > Math.min(room, bytes.length)) {
            return false;
        }
        buffer.clear().position(length);
        buffer.putLong(entry.inode());
        buffer.put((byte) (entry.type().bits() >> 12));
        buffer.put((byte) 0);
        buffer.putShort((short) entry.name().length());
        buffer.put(entry.name().array());
        length += size;
        return true;
    }
}

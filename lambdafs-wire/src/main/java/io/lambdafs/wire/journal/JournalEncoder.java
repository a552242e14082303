package io.lambdafs.wire.journal;

import java.util.List;

/**
 * Writes changes as the bytes of a chunk, about twenty for a file with a short name. Used by one thread at a time.
 *
 * <p>A chunk can be read alone. What an entry shares with the one before it in its chunk is left out.
 */
public final class JournalEncoder implements JournalTarget {
    private final JournalBytes.Writer out = new JournalBytes.Writer();
    private JournalFormat.Context before = new JournalFormat.Context();
    private int entries;

    /** Bytes written since the chunk began. */
    public int size() {
        return out.size();
    }

    /** Entries written since the chunk began. */
    public int entries() {
        return entries;
    }

    /** Ends the chunk, and begins another one. */
    public byte[] takeChunk() {
        before = new JournalFormat.Context();
        entries = 0;
        return out.take();
    }

    @Override
    public void makeDirectory(long parent, String name, long id, int permission, long timeMillis) {
        int head = JournalFormat.MAKE_DIRECTORY | sameParent(parent) | nextInode(id);
        begin(head | (permission == before.directoryPermission ? JournalFormat.SAME_PERMISSION : 0));
        putEntry(head, parent, name);
        putInode(head, id);
        if (permission != before.directoryPermission) {
            out.putNumber(permission);
            before.directoryPermission = permission;
        }
        putTime(timeMillis);
    }

    @Override
    public void createFile(Place place, long id, JournalledFile file) {
        boolean samePermission = file.permission() == before.filePermission;
        boolean sameShape = file.replication() == before.replication && file.blockSize() == before.blockSize;
        int kind = file.blocks().isEmpty() ? JournalFormat.CREATE_FILE : JournalFormat.CREATE_FILE_OF_BLOCKS;
        int head = kind | sameParent(place.parent()) | nextInode(id);
        begin(head | (samePermission ? JournalFormat.SAME_PERMISSION : 0) | (sameShape ? JournalFormat.SAME_SHAPE : 0));
        putEntry(head, place.parent(), place.name());
        putInode(head, id);
        if (!samePermission) {
            out.putNumber(file.permission());
            before.filePermission = file.permission();
        }
        if (!sameShape) {
            out.putNumber(file.replication());
            out.putNumber(file.blockSize());
            before.replication = file.replication();
            before.blockSize = file.blockSize();
        }
        putTime(file.timeMillis());
        if (!file.blocks().isEmpty()) {
            putBlocks(file.blocks());
        }
    }

    @Override
    public void rewriteFile(long id, long timeMillis, List<JournalBlock> blocks) {
        beginChange(JournalFormat.REWRITE_FILE, id);
        putTime(timeMillis);
        putBlocks(blocks);
    }

    private void putBlocks(List<JournalBlock> blocks) {
        out.putNumber(blocks.size());
        for (JournalBlock block : blocks) {
            out.putSigned(block.id() - before.block);
            out.putSigned(block.generationStamp() - before.generationStamp);
            out.putNumber(block.length());
            before.block = block.id();
            before.generationStamp = block.generationStamp();
        }
    }

    @Override
    public void delete(long parent, String name, long timeMillis) {
        int head = JournalFormat.DELETE | sameParent(parent);
        begin(head);
        putEntry(head, parent, name);
        putTime(timeMillis);
    }

    @Override
    public void rename(Place from, Place to, long timeMillis) {
        int head = JournalFormat.RENAME | sameParent(from.parent());
        begin(head);
        putEntry(head, from.parent(), from.name());
        out.putSigned(to.parent() - from.parent());
        out.putText(to.name());
        putTime(timeMillis);
    }

    @Override
    public void setPermission(long id, int permission) {
        beginChange(JournalFormat.SET_PERMISSION, id);
        out.putNumber(permission);
    }

    @Override
    public void setOwner(long id, String owner, String group) {
        beginChange(JournalFormat.SET_OWNER, id);
        out.putText(owner);
        out.putText(group);
    }

    @Override
    public void setTimes(long id, long modificationMillis, long accessMillis) {
        beginChange(JournalFormat.SET_TIMES, id);
        out.putSigned(modificationMillis);
        out.putSigned(accessMillis);
    }

    @Override
    public void setReplication(long id, int replication) {
        beginChange(JournalFormat.SET_REPLICATION, id);
        out.putNumber(replication);
    }

    private void beginChange(int kind, long id) {
        begin(kind | (id == before.inode ? JournalFormat.SAME_INODE : 0));
        if (id != before.inode) {
            out.putSigned(id - before.inode);
            before.inode = id;
        }
    }

    private void begin(int head) {
        out.putByte(head);
        entries++;
    }

    private int sameParent(long parent) {
        return parent == before.parent ? JournalFormat.SAME_PARENT : 0;
    }

    private int nextInode(long id) {
        return id == before.inode + 1 ? JournalFormat.SAME_INODE : 0;
    }

    private void putEntry(int head, long parent, String name) {
        if ((head & JournalFormat.SAME_PARENT) == 0) {
            out.putSigned(parent - before.parent);
            before.parent = parent;
        }
        out.putText(name);
    }

    private void putInode(int head, long id) {
        if ((head & JournalFormat.SAME_INODE) == 0) {
            out.putSigned(id - before.inode);
        }
        before.inode = id;
    }

    private void putTime(long timeMillis) {
        out.putSigned(timeMillis - before.timeMillis);
        before.timeMillis = timeMillis;
    }
}

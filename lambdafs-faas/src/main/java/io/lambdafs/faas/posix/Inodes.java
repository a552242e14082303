package io.lambdafs.faas.posix;

import io.lambdafs.faas.transaction.VolumeTransaction;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.Item;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The files of a volume as objects. An object stands for a file; its fields have what {@code stat} tells, each of its own, so that
 * transactions that change different ones do not conflict. Another object has a regular file's bytes, so that emptying a file is to
 * give it a new one.
 */
final class Inodes {
    /** The root directory: the object that a volume has from its beginning. */
    static final long ROOT = 1;

    static final int ATTRIBUTES = 0;
    static final int MODIFIED = 1;
    private static final int CHANGED = 2;
    private static final int LINKS = 3;
    static final int CONTENT = 4;
    private static final int PARENT = 5;
    static final int TARGET = 6;
    private static final int NAME = 7;
    private static final int ROOT_MODE = 0755;

    private final VolumeTransaction transaction;

    Inodes(VolumeTransaction transaction) {
        this.transaction = transaction;
    }

    /** The attributes; ESTALE if the file was deleted. */
    PosixAttributes attributes(long inode) {
        Optional<ByteString> stored = transaction.get(Item.field(inode, ATTRIBUTES));
        if (stored.isEmpty() && inode == ROOT) {
            return new PosixAttributes(FileType.DIRECTORY, ROOT_MODE, 0, 0);
        }
        return PosixAttributes.of(stored.orElseThrow(
                () -> new PosixException(Errno.ESTALE, "the file with the number " + inode + " was deleted")));
    }

    void setAttributes(long inode, PosixAttributes attributes) {
        transaction.put(Item.field(inode, ATTRIBUTES), attributes.stored());
    }

    long modified(long inode) {
        return number(inode, MODIFIED, 0);
    }

    void setModified(long inode, long nanos) {
        setNumber(inode, MODIFIED, nanos);
    }

    long changed(long inode) {
        return number(inode, CHANGED, 0);
    }

    void setChanged(long inode, long nanos) {
        setNumber(inode, CHANGED, nanos);
    }

    int links(long inode) {
        return (int) number(inode, LINKS, 1);
    }

    void setLinks(long inode, int links) {
        setNumber(inode, LINKS, links);
    }

    /** The object that has a regular file's bytes. */
    long content(long inode) {
        return number(inode, CONTENT, inode);
    }

    void setContent(long inode, long object) {
        setNumber(inode, CONTENT, object);
    }

    /** The directory that a directory is in; the root is in itself. */
    long parent(long directory) {
        return number(directory, PARENT, ROOT);
    }

    /** The name of a directory where it is; empty for the root. */
    ByteString name(long directory) {
        return transaction.get(Item.field(directory, NAME)).orElse(ByteString.EMPTY);
    }

    void setPlace(long directory, long parent, ByteString name) {
        setNumber(directory, PARENT, parent);
        transaction.put(Item.field(directory, NAME), name);
    }

    ByteString target(long symlink) {
        return transaction.get(Item.field(symlink, TARGET)).orElse(ByteString.EMPTY);
    }

    void setTarget(long symlink, ByteString target) {
        transaction.put(Item.field(symlink, TARGET), target);
    }

    /** What a name in a directory stands for. */
    Optional<Link> find(long directory, ByteString name) {
        return transaction.get(Item.entry(directory, name)).map(Link::of);
    }

    void setLink(long directory, ByteString name, Link link) {
        transaction.put(Item.entry(directory, name), link.stored());
    }

    void removeLink(long directory, ByteString name) {
        transaction.remove(Item.entry(directory, name));
    }

    /** Deletes a file, which has no name any more. */
    void delete(long inode, PosixAttributes attributes) {
        if (attributes.type() == FileType.REGULAR) {
            long content = content(inode);
            if (content != inode) {
                transaction.drop(content);
            }
        }
        transaction.remove(Item.field(inode, ATTRIBUTES));
        transaction.drop(inode);
    }

    private long number(long inode, int field, long otherwise) {
        return transaction
                .get(Item.field(inode, field))
                .map(bytes -> ByteBuffer.wrap(bytes.array()).getLong())
                .orElse(otherwise);
    }

    private void setNumber(long inode, int field, long number) {
        transaction.put(
                Item.field(inode, field),
                ByteString.owning(
                        ByteBuffer.allocate(Long.BYTES).putLong(number).array()));
    }
}

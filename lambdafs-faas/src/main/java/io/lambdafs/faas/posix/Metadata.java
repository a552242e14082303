package io.lambdafs.faas.posix;

import io.lambdafs.store.volume.ByteString;

/** The calls on what a file is besides its name and its bytes. */
final class Metadata {
    /** Of a directory; what it is says nothing. */
    private static final long DIRECTORY_SIZE = 4096;

    private final Session session;
    private final Inodes inodes;
    private final int blockSize;

    Metadata(Session session, int blockSize) {
        this.session = session;
        this.blockSize = blockSize;
        inodes = session.inodes();
    }

    Stat stat(long inode) {
        PosixAttributes attributes = inodes.attributes(inode);
        boolean isDirectory = attributes.isDirectory();
        long size = switch (attributes.type()) {
            case REGULAR -> session.transaction().length(inodes.content(inode));
            case DIRECTORY -> DIRECTORY_SIZE;
            case SYMLINK -> inodes.target(inode).length();
        };
        return new Stat(
                inode,
                attributes.type(),
                attributes.mode(),
                isDirectory ? 1 : inodes.links(inode),
                attributes.uid(),
                attributes.gid(),
                size,
                session.modified(inode),
                session.changed(inode),
                blockSize);
    }

    ByteString readlink(At at) {
        Link link = session.place(at, false).found(at);
        if (link.type() != FileType.SYMLINK) {
            throw new PosixException(Errno.EINVAL, at.path().text());
        }
        return inodes.target(link.inode());
    }

    private PosixAttributes requireOwned(long inode) {
        PosixAttributes attributes = inodes.attributes(inode);
        Credentials caller = session.caller();
        if (!caller.isSuperuser() && caller.uid() != attributes.uid()) {
            throw new PosixException(Errno.EPERM, "the file with the number " + inode);
        }
        return attributes;
    }

    void chmod(long inode, int mode) {
        PosixAttributes attributes = requireOwned(inode);
        if (attributes.type() == FileType.SYMLINK) {
            throw new PosixException(Errno.EOPNOTSUPP, "the mode of a symbolic link");
        }
        inodes.setAttributes(inode, attributes.withMode(mode));
        inodes.setChanged(inode, session.now());
    }

    void chown(long inode, int uid, int gid) {
        PosixAttributes attributes = requireOwned(inode);
        int user = uid == -1 ? attributes.uid() : uid;
        int group = gid == -1 ? attributes.gid() : gid;
        Credentials caller = session.caller();
        if (!caller.isSuperuser() && (user != attributes.uid() || !(group == attributes.gid() || caller.isIn(group)))) {
            throw new PosixException(Errno.EPERM, "the file with the number " + inode);
        }
        inodes.setAttributes(inode, attributes.withOwner(user, group));
        inodes.setChanged(inode, session.now());
    }

    void setModified(long inode, TimeChange time) {
        PosixAttributes attributes = inodes.attributes(inode);
        boolean isOwner = session.caller().isSuperuser() || session.caller().uid() == attributes.uid();
        if (!isOwner && !time.isNow()) {
            throw new PosixException(Errno.EPERM, "the file with the number " + inode);
        }
        if (!isOwner) {
            session.require(inode, PosixAttributes.WRITE);
        }
        session.setModified(inode, time.isNow() ? session.now() : time.nanos());
    }
}

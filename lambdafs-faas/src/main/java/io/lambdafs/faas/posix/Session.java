package io.lambdafs.faas.posix;

import io.lambdafs.faas.transaction.VolumeTransaction;
import io.lambdafs.store.volume.ByteString;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What the calls within one transaction share. */
final class Session {
    private static final long NANOS = 1_000_000_000L;

    private final VolumeTransaction transaction;
    private final Inodes inodes;
    private final Walk walk;
    private final Credentials caller;
    private final Handles handles;
    private final InstantSource clock;
    /** The files whose content was changed, and when last; stored when the transaction commits. */
    private final Map<Long, Long> touched = new LinkedHashMap<>();
    /** The files that have no name any more, but are open. */
    private final Set<Long> orphans = new LinkedHashSet<>();

    Session(VolumeTransaction transaction, Handles handles, Credentials caller, ByteString mount, InstantSource clock) {
        this.transaction = transaction;
        this.handles = handles;
        this.caller = caller;
        this.clock = clock;
        inodes = new Inodes(transaction);
        walk = new Walk(inodes, caller, mount);
    }

    VolumeTransaction transaction() {
        return transaction;
    }

    Inodes inodes() {
        return inodes;
    }

    Credentials caller() {
        return caller;
    }

    Handles handles() {
        return handles;
    }

    long now() {
        Instant now = clock.instant();
        return now.getEpochSecond() * NANOS + now.getNano();
    }

    /** Where a path ends. */
    Walk.Place place(At at, boolean follow) {
        long start = at.directory() == At.ROOT
                ? Inodes.ROOT
                : handles.directory(at.directory()).inode();
        return walk.go(start, at, follow);
    }

    /** The file that a path names. */
    long find(At at, boolean follow) {
        return place(at, follow).found(at).inode();
    }

    /** Refuses with EACCES what the caller may not do. */
    PosixAttributes require(long inode, int wanted) {
        PosixAttributes attributes = inodes.attributes(inode);
        if (!attributes.allows(caller, wanted)) {
            throw new PosixException(Errno.EACCES, "the file with the number " + inode);
        }
        return attributes;
    }

    /** The content of a file has changed. */
    void touch(long inode) {
        touched.put(inode, now());
    }

    /** When the content of a file has changed, if that was in this transaction; or else the other time. */
    long modified(long inode) {
        Long mine = touched.get(inode);
        return mine == null ? inodes.modified(inode) : mine;
    }

    long changed(long inode) {
        Long mine = touched.get(inode);
        return mine == null ? inodes.changed(inode) : Math.max(mine, inodes.changed(inode));
    }

    /** The time of the last modification is set, whatever it was. */
    void setModified(long inode, long nanos) {
        touched.remove(inode);
        inodes.setModified(inode, nanos);
        inodes.setChanged(inode, now());
    }

    /** A file has lost its last name. */
    void orphan(long inode, PosixAttributes attributes) {
        if (handles.all().stream().anyMatch(file -> file.inode() == inode)) {
            orphans.add(inode);
        } else {
            delete(inode, attributes);
        }
    }

    private void delete(long inode, PosixAttributes attributes) {
        touched.remove(inode);
        inodes.delete(inode, attributes);
    }

    /** Whether anything was changed. */
    boolean hasWritten() {
        return !touched.isEmpty() || !orphans.isEmpty() || transaction.hasWritten();
    }

    /** Has the transaction contain all that this keeps. */
    void finish() {
        orphans.forEach(inode -> delete(inode, inodes.attributes(inode)));
        touched.forEach((inode, nanos) -> {
            inodes.setModified(inode, nanos);
            inodes.setChanged(inode, nanos);
        });
    }
}

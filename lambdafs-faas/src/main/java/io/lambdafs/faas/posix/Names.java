package io.lambdafs.faas.posix;

import io.lambdafs.store.volume.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The calls that make, move and remove names. */
final class Names {
    private static final int MOST_LINKS = 65_000;
    private static final int MOST_TARGET = 4095;

    private final Session session;
    private final Inodes inodes;

    Names(Session session) {
        this.session = session;
        inodes = session.inodes();
    }

    /** Makes a regular file in a directory. */
    long create(Walk.Place place, At at, int mode) {
        if (place.isDirectory()) {
            throw new PosixException(Errno.EISDIR, at.path().text());
        }
        long inode = make(place, at, FileType.REGULAR, mode);
        inodes.setContent(inode, session.transaction().newObject());
        return inode;
    }

    void mkdir(At at, int mode) {
        Walk.Place place = session.place(at, false);
        long inode = make(place, at, FileType.DIRECTORY, mode);
        inodes.setPlace(inode, place.directory(), place.named(at, Errno.EEXIST));
    }

    void symlink(ByteString target, At at) {
        if (target.isEmpty()) {
            throw new PosixException(Errno.ENOENT, "a symbolic link to ''");
        }
        if (target.length() > MOST_TARGET) {
            throw new PosixException(Errno.ENAMETOOLONG, "a symbolic link to " + target.length() + " bytes");
        }
        Walk.Place place = session.place(at, false);
        if (place.isDirectory() && place.link().isEmpty()) {
            throw new PosixException(Errno.ENOENT, at.path().text());
        }
        inodes.setTarget(make(place, at, FileType.SYMLINK, 0777), target);
    }

    private long make(Walk.Place place, At at, FileType type, int mode) {
        if (place.link().isPresent()) {
            throw new PosixException(Errno.EEXIST, at.path().text());
        }
        ByteString name = place.named(at, Errno.EEXIST);
        PosixAttributes parent = requireChangeable(place.directory());
        requireNamed(place.directory(), at);
        long inode = session.transaction().newObject();
        Credentials caller = session.caller();
        int group = parent.isSetGid() ? parent.gid() : caller.gid();
        int bits = parent.isSetGid() && type == FileType.DIRECTORY ? mode | 02000 : mode;
        inodes.setAttributes(inode, new PosixAttributes(type, bits, caller.uid(), group));
        inodes.setModified(inode, session.now());
        inodes.setChanged(inode, session.now());
        inodes.setLink(place.directory(), name, new Link(type, inode));
        session.touch(place.directory());
        return inode;
    }

    private PosixAttributes requireChangeable(long directory) {
        PosixAttributes attributes = session.require(directory, PosixAttributes.WRITE | PosixAttributes.EXECUTE);
        if (!attributes.isDirectory()) {
            throw new PosixException(Errno.ENOTDIR, "the file with the number " + directory);
        }
        return attributes;
    }

    /** In a directory that was removed nothing is made. Only a process that has it open finds it. */
    private void requireNamed(long directory, At at) {
        if (at.directory() != At.ROOT && inodes.links(directory) == 0) {
            throw new PosixException(Errno.ENOENT, at.path().text());
        }
    }

    /** In a sticky directory, only owners remove and move names. */
    private void requireRemovable(long directory, long inode) {
        PosixAttributes parent = requireChangeable(directory);
        Credentials caller = session.caller();
        if (parent.isSticky() && !caller.isSuperuser() && parent.uid() != caller.uid()) {
            if (inodes.attributes(inode).uid() != caller.uid()) {
                throw new PosixException(Errno.EPERM, "the directory is sticky");
            }
        }
    }

    void unlink(At at) {
        Walk.Place place = session.place(at, false);
        ByteString name = place.named(at, Errno.EISDIR);
        Link link = place.found(at);
        if (link.type() == FileType.DIRECTORY) {
            throw new PosixException(Errno.EISDIR, at.path().text());
        }
        requireRemovable(place.directory(), link.inode());
        inodes.removeLink(place.directory(), name);
        session.touch(place.directory());
        removeName(link.inode());
    }

    private void removeName(long inode) {
        PosixAttributes attributes = inodes.attributes(inode);
        int links = inodes.links(inode) - 1;
        if (links > 0) {
            inodes.setLinks(inode, links);
            inodes.setChanged(inode, session.now());
        } else {
            inodes.setLinks(inode, 0);
            session.orphan(inode, attributes);
        }
    }

    void rmdir(At at) {
        Walk.Place place = session.place(at, false);
        ByteString name = place.named(at, endsInDots(at) ? Errno.ENOTEMPTY : Errno.EBUSY);
        Link link = place.found(at);
        requireEmpty(link, at);
        requireRemovable(place.directory(), link.inode());
        inodes.removeLink(place.directory(), name);
        session.touch(place.directory());
        inodes.setLinks(link.inode(), 0);
        session.orphan(link.inode(), inodes.attributes(link.inode()));
    }

    private static boolean endsInDots(At at) {
        return at.path().text().endsWith("..");
    }

    private void requireEmpty(Link link, At at) {
        if (link.type() != FileType.DIRECTORY) {
            throw new PosixException(Errno.ENOTDIR, at.path().text());
        }
        if (!session.transaction().entries(link.inode()).isEmpty()) {
            throw new PosixException(Errno.ENOTEMPTY, at.path().text());
        }
    }

    void link(At from, At to, boolean follow) {
        Link link = session.place(from, follow).found(from);
        Walk.Place place = session.place(to, false);
        if (place.link().isPresent()) {
            throw new PosixException(Errno.EEXIST, to.path().text());
        }
        if (place.isDirectory()) {
            throw new PosixException(Errno.ENOENT, to.path().text());
        }
        if (link.type() == FileType.DIRECTORY) {
            throw new PosixException(Errno.EPERM, from.path().text());
        }
        requireChangeable(place.directory());
        requireNamed(place.directory(), to);
        inodes.attributes(link.inode());
        int links = inodes.links(link.inode());
        if (links >= MOST_LINKS) {
            throw new PosixException(Errno.EMLINK, from.path().text());
        }
        inodes.setLinks(link.inode(), links + 1);
        inodes.setChanged(link.inode(), session.now());
        inodes.setLink(place.directory(), place.named(to, Errno.EEXIST), link);
        session.touch(place.directory());
    }

    void rename(At from, At to, boolean replace) {
        Walk.Place source = session.place(from, false);
        ByteString oldName = source.named(from, Errno.EBUSY);
        Walk.Place target = session.place(to, false);
        ByteString newName = target.named(to, Errno.EBUSY);
        // As Linux does: both directories are found first.
        Link link = source.found(from);
        boolean isDirectory = link.type() == FileType.DIRECTORY;
        if (!isDirectory && target.isDirectory()) {
            throw new PosixException(Errno.ENOTDIR, to.path().text());
        }
        requireRemovable(source.directory(), link.inode());
        requireChangeable(target.directory());
        requireNamed(target.directory(), to);
        if (isDirectory) {
            requireOutside(link.inode(), target.directory(), to);
        }
        Optional<Link> there = target.link();
        if (there.isPresent()) {
            if (!replace) {
                throw new PosixException(Errno.EEXIST, to.path().text());
            }
            if (there.get().inode() == link.inode()) {
                return;
            }
            replace(target, there.get(), isDirectory, to);
        }
        inodes.attributes(link.inode());
        inodes.removeLink(source.directory(), oldName);
        inodes.setLink(target.directory(), newName, link);
        session.touch(source.directory());
        session.touch(target.directory());
        inodes.setChanged(link.inode(), session.now());
        if (isDirectory) {
            inodes.setPlace(link.inode(), target.directory(), newName);
        }
    }

    private void replace(Walk.Place target, Link there, boolean byDirectory, At to) {
        if (byDirectory) {
            requireEmpty(there, to);
        } else if (there.type() == FileType.DIRECTORY) {
            throw new PosixException(Errno.EISDIR, to.path().text());
        }
        requireRemovable(target.directory(), there.inode());
        if (byDirectory) {
            session.orphan(there.inode(), inodes.attributes(there.inode()));
        } else {
            removeName(there.inode());
        }
    }

    /** A directory is not moved to a place below it. */
    private void requireOutside(long moved, long directory, At to) {
        long at = directory;
        while (at != Inodes.ROOT) {
            if (at == moved) {
                throw new PosixException(Errno.EINVAL, to.path().text());
            }
            at = inodes.parent(at);
        }
    }

    /** All entries of a directory, those of itself and of its parent first. */
    List<DirectoryEntry> list(long directory) {
        List<DirectoryEntry> all = new ArrayList<>();
        all.add(new DirectoryEntry(ByteString.of("."), directory, FileType.DIRECTORY));
        all.add(new DirectoryEntry(ByteString.of(".."), inodes.parent(directory), FileType.DIRECTORY));
        session.transaction().entries(directory).forEach((name, stored) -> {
            Link link = Link.of(stored);
            all.add(new DirectoryEntry(name, link.inode(), link.type()));
        });
        return all;
    }

    /** The path of a directory from the root. */
    ByteString path(long directory) {
        StringBuilder path = new StringBuilder();
        for (long at = directory; at != Inodes.ROOT; at = inodes.parent(at)) {
            if (inodes.links(at) == 0) {
                throw new PosixException(Errno.ENOENT, "the directory was deleted");
            }
            path.insert(0, latin(inodes.name(at))).insert(0, '/');
        }
        return ByteString.owning(path.isEmpty() ? new byte[] {'/'} : bytes(path.toString()));
    }

    /* One character for each byte, so that names of any bytes are kept. */
    private static String latin(ByteString name) {
        return new String(name.array(), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String path) {
        return path.getBytes(StandardCharsets.ISO_8859_1);
    }
}

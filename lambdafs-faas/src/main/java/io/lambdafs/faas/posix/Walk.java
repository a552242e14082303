package io.lambdafs.faas.posix;

import io.lambdafs.store.volume.ByteString;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/** Follows paths, as POSIX's chapter on pathname resolution says. */
final class Walk {
    private static final int MOST_LINKS = 40;
    private static final int MOST_NAME = 255;
    private static final int MOST_PATH = 4096;
    private static final ByteString DOT = ByteString.of(".");
    private static final ByteString DOT_DOT = ByteString.of("..");

    private final Inodes inodes;
    private final Credentials caller;
    private final ByteString mount;

    /**
     * Follows paths for a caller.
     *
     * @param mount where the volume's root is for programs, so that absolute targets of symbolic links find it
     */
    Walk(Inodes inodes, Credentials caller, ByteString mount) {
        this.inodes = inodes;
        this.caller = caller;
        this.mount = mount;
    }

    /**
     * Where a path ends.
     *
     * @param directory the directory that has its last name
     * @param name its last name; empty if the path names a directory without a name, such as the root or {@code ..}
     * @param link what is there, if anything is
     * @param isDirectory whether the path ends in a slash, so that it can only be a directory
     */
    record Place(long directory, Optional<ByteString> name, Optional<Link> link, boolean isDirectory) {
        /** What is there; ENOENT if nothing is. */
        Link found(At at) {
            return link.orElseThrow(
                    () -> new PosixException(Errno.ENOENT, at.path().text()));
        }

        /** The name of something that is to be made, moved or removed; refuses what has none. */
        ByteString named(At at, Errno otherwise) {
            return name.orElseThrow(
                    () -> new PosixException(otherwise, at.path().text()));
        }
    }

    private final class Steps {
        private final At at;
        private final Deque<ByteString> left = new ArrayDeque<>();
        private long directory;
        private int links;
        private boolean slash;

        Steps(long start, At at) {
            this.at = at;
            directory = start;
            push(at.path());
            slash = endsInSlash(at.path());
        }

        private static boolean endsInSlash(ByteString path) {
            return !path.isEmpty() && path.array()[path.length() - 1] == '/';
        }

        private void push(ByteString path) {
            if (path.length() > 0 && path.array()[0] == '/') {
                directory = Inodes.ROOT;
            }
            Deque<ByteString> names = split(path);
            while (!names.isEmpty()) {
                left.addFirst(names.removeLast());
            }
        }

        private Deque<ByteString> split(ByteString path) {
            Deque<ByteString> names = new ArrayDeque<>();
            byte[] bytes = path.array();
            int begin = 0;
            for (int i = 0; i <= bytes.length; i++) {
                if (i == bytes.length || bytes[i] == '/') {
                    if (i - begin > MOST_NAME) {
                        throw failure(Errno.ENAMETOOLONG);
                    }
                    if (i > begin) {
                        names.add(ByteString.copy(bytes, begin, i));
                    }
                    begin = i + 1;
                }
            }
            return names;
        }

        PosixException failure(Errno errno) {
            return new PosixException(errno, at.path().text());
        }

        Place go(boolean follow) {
            Place place = unnamed();
            while (!left.isEmpty()) {
                ByteString name = left.removeFirst();
                requireSearchable();
                boolean last = left.isEmpty();
                if (name.equals(DOT)) {
                    place = unnamed();
                } else if (name.equals(DOT_DOT)) {
                    goUp();
                    place = unnamed();
                } else {
                    place = step(name, last, follow || slash);
                }
            }
            return place;
        }

        /** Above the root is the root, unless a symbolic link leads there: on a real mount it would lead out. */
        private void goUp() {
            if (directory == Inodes.ROOT && links > 0 && !mount.isEmpty()) {
                throw failure(Errno.EXDEV);
            }
            directory = inodes.parent(directory);
        }

        private Place unnamed() {
            return new Place(directory, Optional.empty(), Optional.of(new Link(FileType.DIRECTORY, directory)), slash);
        }

        private void requireSearchable() {
            PosixAttributes attributes = inodes.attributes(directory);
            if (!attributes.isDirectory()) {
                throw failure(Errno.ENOTDIR);
            }
            if (!attributes.allows(caller, PosixAttributes.EXECUTE)) {
                throw failure(Errno.EACCES);
            }
        }

        private Place step(ByteString name, boolean last, boolean follow) {
            Optional<Link> link = inodes.find(directory, name);
            if (link.isPresent() && link.get().type() == FileType.SYMLINK && (!last || follow)) {
                followLink(link.get().inode());
                return unnamed();
            }
            if (last) {
                if (slash && link.isPresent() && link.get().type() != FileType.DIRECTORY) {
                    throw failure(Errno.ENOTDIR);
                }
                return new Place(directory, Optional.of(name), link, slash);
            }
            Link next = link.orElseThrow(() -> failure(Errno.ENOENT));
            if (next.type() != FileType.DIRECTORY) {
                throw failure(Errno.ENOTDIR);
            }
            directory = next.inode();
            return unnamed();
        }

        private void followLink(long inode) {
            if (++links > MOST_LINKS) {
                throw failure(Errno.ELOOP);
            }
            ByteString target = inodes.target(inode);
            if (target.isEmpty()) {
                throw failure(Errno.ENOENT);
            }
            slash |= left.isEmpty() && endsInSlash(target);
            if (target.array()[0] == '/') {
                target = within(target);
                directory = Inodes.ROOT;
            }
            push(target);
        }

        /** An absolute target from the volume's root. */
        private ByteString within(ByteString target) {
            byte[] bytes = target.array();
            byte[] own = mount.array();
            boolean begins = own.length > 0
                    && bytes.length >= own.length
                    && Arrays.equals(own, 0, own.length, bytes, 0, own.length)
                    && (bytes.length == own.length || bytes[own.length] == '/');
            if (begins) {
                return ByteString.copy(bytes, own.length, Math.max(bytes.length, own.length));
            }
            // It leads out of the volume, which only those can follow who know what is there.
            throw failure(Errno.EXDEV);
        }
    }

    /** Where a path ends that begins at this directory. */
    Place go(long start, At at, boolean follow) {
        if (at.path().isEmpty()) {
            throw new PosixException(Errno.ENOENT, "''");
        }
        if (at.path().length() >= MOST_PATH) {
            throw new PosixException(
                    Errno.ENAMETOOLONG, "a path of " + at.path().length() + " bytes");
        }
        return new Steps(start, at).go(follow);
    }
}

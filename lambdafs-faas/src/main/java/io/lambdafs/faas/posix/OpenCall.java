package io.lambdafs.faas.posix;

/** The call that opens a file. */
final class OpenCall {
    private final Session session;
    private final Names names;
    private final Contents contents;

    OpenCall(Session session, Names names, Contents contents) {
        this.session = session;
        this.names = names;
        this.contents = contents;
    }

    long open(At at, int flags, int mode) {
        boolean creates = OpenFlags.has(flags, OpenFlags.CREAT);
        boolean exclusive = creates && OpenFlags.has(flags, OpenFlags.EXCL);
        boolean follow = !exclusive && !OpenFlags.has(flags, OpenFlags.NOFOLLOW);
        Walk.Place place = session.place(at, follow);
        if (creates && place.link().isEmpty()) {
            long made = names.create(place, at, mode);
            return session.handles().add(new OpenFileDescription(made, FileType.REGULAR, flags));
        }
        if (exclusive) {
            throw new PosixException(Errno.EEXIST, at.path().text());
        }
        Link link = place.found(at);
        requireOpenable(link, at, flags);
        session.require(link.inode(), wanted(flags));
        if (OpenFlags.has(flags, OpenFlags.TRUNC) && link.type() == FileType.REGULAR) {
            contents.truncate(link.inode(), 0);
        }
        return session.handles().add(new OpenFileDescription(link.inode(), link.type(), flags));
    }

    private static void requireOpenable(Link link, At at, int flags) {
        switch (link.type()) {
            case SYMLINK ->
                throw new PosixException(
                        OpenFlags.has(flags, OpenFlags.DIRECTORY) ? Errno.ENOTDIR : Errno.ELOOP,
                        at.path().text());
            case DIRECTORY -> {
                if (OpenFlags.writes(flags) || OpenFlags.has(flags, OpenFlags.CREAT)) {
                    throw new PosixException(Errno.EISDIR, at.path().text());
                }
            }
            case REGULAR -> {
                if (OpenFlags.has(flags, OpenFlags.DIRECTORY)) {
                    throw new PosixException(Errno.ENOTDIR, at.path().text());
                }
            }
        }
    }

    /** What the caller must be allowed to do with a file to open it so. */
    static int wanted(int flags) {
        int wanted = OpenFlags.reads(flags) ? PosixAttributes.READ : 0;
        boolean changes = OpenFlags.writes(flags) || OpenFlags.has(flags, OpenFlags.TRUNC);
        return changes ? wanted | PosixAttributes.WRITE : wanted;
    }
}

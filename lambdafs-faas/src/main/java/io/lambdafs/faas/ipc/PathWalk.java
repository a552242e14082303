package io.lambdafs.faas.ipc;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.store.volume.ByteString;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Finds out where a path ends that may lead out of the volume, by {@code ..} or by a symbolic link: on a real mount it would go on in
 * the file system around it.
 */
final class PathWalk {
    static final int MOST_BYTES = 4095;
    private static final int MOST_LINKS = 40;
    private static final ByteString DOT = ByteString.of(".");
    private static final ByteString DOT_DOT = ByteString.of("..");

    /** Looks at the volume. */
    interface Links {
        /** The target of the symbolic link at a path from the volume's root; nothing if something else is there or nothing. */
        Optional<ByteString> target(ByteString path);
    }

    /**
     * Where a path ends.
     *
     * @param isInside whether in the volume
     * @param wentOut whether the path led out of the volume, and perhaps back
     * @param path from the volume's root, without links, or else from the root of the file system around it
     */
    record End(boolean isInside, boolean wentOut, ByteString path) {
        End {
            requireNonNull(path, "path");
        }
    }

    private final List<ByteString> mount;
    private final Links links;

    PathWalk(String mount, Links links) {
        this.mount = List.copyOf(split(ByteString.of(mount)));
        this.links = links;
    }

    /** Whether a path has a name of two dots, so that it may lead out of the volume without a link. */
    static boolean goesUp(ByteString path) {
        byte[] bytes = path.array();
        for (int i = 0; i + 1 < bytes.length; i++) {
            if (bytes[i] == '.' && bytes[i + 1] == '.') {
                boolean begins = i == 0 || bytes[i - 1] == '/';
                boolean ends = i + 2 == bytes.length || bytes[i + 2] == '/';
                if (begins && ends) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Walks.
     *
     * @param start a directory's path from the volume's root
     * @param path leads from there, or from the volume's root if it begins with a slash
     * @param follow whether a link at the path's end is followed
     */
    End walk(ByteString start, ByteString path, boolean follow) {
        return new Steps(start, path).go(follow);
    }

    private final class Steps {
        private final ByteString path;
        private final List<ByteString> here = new ArrayList<>(mount);
        private final Deque<ByteString> left;
        private final boolean slash;
        private boolean wentOut;
        private int followed;

        Steps(ByteString start, ByteString path) {
            this.path = path;
            if (!isAbsolute(path)) {
                here.addAll(split(start));
            }
            left = new ArrayDeque<>(split(path));
            slash = path.length() > 0 && path.array()[path.length() - 1] == '/';
        }

        End go(boolean follow) {
            while (!left.isEmpty()) {
                ByteString name = left.removeFirst();
                if (name.equals(DOT_DOT)) {
                    up();
                } else if (!name.equals(DOT)) {
                    here.add(name);
                    if (isInside(here) && (follow || slash || !left.isEmpty())) {
                        links.target(inside(here)).ifPresent(this::follow);
                    }
                }
            }
            return isInside(here) ? new End(true, wentOut, inside(here)) : new End(false, true, join(here, slash));
        }

        private void up() {
            if (!here.isEmpty()) {
                here.remove(here.size() - 1);
            }
            wentOut |= !isInside(here);
        }

        private void follow(ByteString target) {
            if (++followed > MOST_LINKS) {
                throw new PosixException(Errno.ELOOP, path.text());
            }
            here.remove(here.size() - 1);
            if (isAbsolute(target)) {
                here.clear();
                wentOut = true;
            }
            List<ByteString> names = split(target);
            for (int i = names.size() - 1; i >= 0; i--) {
                left.addFirst(names.get(i));
            }
        }
    }

    /** A path from the root of the file system around, for one from the volume's root. */
    ByteString around(ByteString inside) {
        List<ByteString> names = new ArrayList<>(mount);
        names.addAll(split(inside));
        return join(names, false);
    }

    private boolean isInside(List<ByteString> names) {
        return names.size() >= mount.size() && names.subList(0, mount.size()).equals(mount);
    }

    private ByteString inside(List<ByteString> names) {
        return join(names.subList(mount.size(), names.size()), false);
    }

    private static boolean isAbsolute(ByteString path) {
        return path.length() > 0 && path.array()[0] == '/';
    }

    private static ByteString join(List<ByteString> names, boolean slash) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (ByteString name : names) {
            joined.write('/');
            joined.writeBytes(name.array());
        }
        if (names.isEmpty() || slash) {
            joined.write('/');
        }
        return ByteString.owning(joined.toByteArray());
    }

    private static List<ByteString> split(ByteString path) {
        List<ByteString> names = new ArrayList<>();
        byte[] bytes = path.array();
        int begin = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == '/') {
                if (i > begin) {
                    names.add(ByteString.copy(bytes, begin, i));
                }
                begin = i + 1;
            }
        }
        return names;
    }
}

package io.lambdafs.faas.posix;

import io.lambdafs.store.volume.ByteString;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** A call with arguments of few values, and what it answers as a text: the same call on the same files answers the same. */
record RandomCall(int kind, int path, int other, int flags, long offset, int length, int value) {
    private static final List<String> PATHS =
            List.of("a", "b", "d", "d/a", "d/b", "e", "e/a", "d/e", "d/e/a", "l", "d/..", "l/a");
    private static final List<Integer> FLAGS = List.of(
            OpenFlags.RDONLY,
            OpenFlags.RDWR,
            OpenFlags.WRONLY | OpenFlags.CREAT,
            OpenFlags.RDWR | OpenFlags.CREAT | OpenFlags.TRUNC,
            OpenFlags.WRONLY | OpenFlags.APPEND,
            OpenFlags.RDWR | OpenFlags.CREAT | OpenFlags.EXCL,
            OpenFlags.RDONLY | OpenFlags.DIRECTORY);
    private static final int KINDS = 22;
    private static final int MOST_BYTES = 300;
    private static final int FARTHEST = 5000;

    static RandomCall any(Random random) {
        return new RandomCall(
                random.nextInt(KINDS),
                random.nextInt(PATHS.size()),
                random.nextInt(PATHS.size()),
                random.nextInt(FLAGS.size()),
                random.nextInt(FARTHEST),
                random.nextInt(MOST_BYTES),
                1 + random.nextInt(100));
    }

    private At at() {
        return At.root(PATHS.get(path));
    }

    private At otherAt() {
        return At.root(PATHS.get(other));
    }

    /** Makes the call. What is written ends with the call, so that nothing but files goes from one call to another. */
    String on(PosixCalls files) {
        try {
            return make(files);
        } catch (PosixException e) {
            if (e.errno() == Errno.ECANCELED || e.errno() == Errno.EIO) {
                throw e;
            }
            return e.errno().name();
        }
    }

    private String make(PosixCalls files) {
        return switch (kind) {
            case 0, 1 -> write(files, false);
            case 2, 3 -> write(files, true);
            case 4, 5, 6 -> read(files);
            case 7 -> done(() -> files.mkdir(at(), 0755));
            case 8 -> done(() -> files.rmdir(at()));
            case 9 -> done(() -> files.unlink(at()));
            case 10, 11 -> done(() -> files.rename(at(), otherAt(), value % 5 > 0));
            case 12 -> done(() -> files.link(at(), otherAt(), false));
            case 13 -> done(() -> files.symlink(ByteString.of(PATHS.get(other)), at()));
            case 14, 15 -> list(files);
            case 16 -> stat(files);
            case 17 -> done(() -> files.truncate(at(), offset));
            case 18 -> files.readlink(at()).text();
            case 19 -> done(() -> files.chmod(at(), true, 0600 + value));
            case 20 -> append(files);
            default -> done(() -> files.access(at(), PosixAttributes.READ));
        };
    }

    private static String done(Runnable call) {
        call.run();
        return "done";
    }

    private byte[] bytes() {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private String write(PosixCalls files, boolean seeks) {
        long handle = files.open(at(), FLAGS.get(flags), 0644);
        try {
            if (seeks) {
                files.seek(handle, offset, Whence.SET);
                return "wrote " + files.write(handle, bytes(), 0, length) + " to "
                        + files.seek(handle, 0, Whence.CURRENT);
            }
            return "wrote " + files.writeAt(handle, offset, bytes(), 0, length);
        } finally {
            files.release(handle);
        }
    }

    private String append(PosixCalls files) {
        long handle = files.open(at(), OpenFlags.WRONLY | OpenFlags.APPEND, 0);
        try {
            return "appended " + files.write(handle, bytes(), 0, length);
        } finally {
            files.release(handle);
        }
    }

    private String read(PosixCalls files) {
        long handle = files.open(at(), OpenFlags.RDONLY, 0);
        try {
            byte[] into = new byte[2 * length];
            int count = files.readAt(handle, offset / 2, into, 0, into.length);
            return "read " + count + ": " + Arrays.hashCode(Arrays.copyOf(into, count));
        } finally {
            files.release(handle);
        }
    }

    private String list(PosixCalls files) {
        long handle = files.open(at(), OpenFlags.RDONLY | OpenFlags.DIRECTORY, 0);
        try {
            return files.list(handle, 0, 100).stream()
                    .map(entry -> entry.name().text() + " " + entry.type())
                    .collect(Collectors.joining(", "));
        } finally {
            files.release(handle);
        }
    }

    private String stat(PosixCalls files) {
        Stat stat = files.stat(at(), value % 2 == 0);
        return stat.type() + " " + Integer.toOctalString(stat.mode()) + " " + stat.links() + " " + stat.size();
    }
}

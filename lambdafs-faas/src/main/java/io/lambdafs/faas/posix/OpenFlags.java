package io.lambdafs.faas.posix;

/**
 * How a file is opened. The numbers are those of Linux on all platforms that this runs on, besides {@code O_DIRECTORY} and
 * {@code O_NOFOLLOW}, which are those of x86-64.
 */
public final class OpenFlags {
    public static final int RDONLY = 0;
    public static final int WRONLY = 01;
    public static final int RDWR = 02;
    public static final int ACCESS_MODE = 03;
    public static final int CREAT = 0100;
    public static final int EXCL = 0200;
    public static final int TRUNC = 01000;
    public static final int APPEND = 02000;
    public static final int DIRECTORY = 0200000;
    public static final int NOFOLLOW = 0400000;

    private OpenFlags() {}

    /** Whether these flags allow to read. */
    public static boolean reads(int flags) {
        return (flags & ACCESS_MODE) != WRONLY;
    }

    /** Whether these flags allow to write. */
    public static boolean writes(int flags) {
        return (flags & ACCESS_MODE) != RDONLY;
    }

    /** Whether these flags contain this one. */
    public static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }
}

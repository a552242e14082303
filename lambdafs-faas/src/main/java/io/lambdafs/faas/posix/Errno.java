package io.lambdafs.faas.posix;

/** Why a call failed, with the number that Linux gives it. */
public enum Errno {
    EPERM(1, "Operation not permitted"),
    ENOENT(2, "No such file or directory"),
    EIO(5, "Input/output error"),
    EBADF(9, "Bad file descriptor"),
    EACCES(13, "Permission denied"),
    EBUSY(16, "Device or resource busy"),
    EEXIST(17, "File exists"),
    EXDEV(18, "Invalid cross-device link"),
    ENODEV(19, "No such device"),
    ENOTDIR(20, "Not a directory"),
    EISDIR(21, "Is a directory"),
    EINVAL(22, "Invalid argument"),
    EMFILE(24, "Too many open files"),
    EFBIG(27, "File too large"),
    ENOSPC(28, "No space left on device"),
    ESPIPE(29, "Illegal seek"),
    EROFS(30, "Read-only file system"),
    EMLINK(31, "Too many links"),
    ENAMETOOLONG(36, "File name too long"),
    ENOSYS(38, "Function not implemented"),
    ENOTEMPTY(39, "Directory not empty"),
    ELOOP(40, "Too many levels of symbolic links"),
    ENXIO(6, "No such device or address"),
    EOVERFLOW(75, "Value too large for defined data type"),
    EOPNOTSUPP(95, "Operation not supported"),
    ESTALE(116, "Stale file handle"),
    ECANCELED(125, "Operation canceled");

    private final int number;
    private final String text;

    Errno(int number, String text) {
        this.number = number;
        this.text = text;
    }

    public int number() {
        return number;
    }

    /** As {@code strerror} has it. */
    public String text() {
        return text;
    }
}

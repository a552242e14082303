package io.lambdafs.faas.posix;

/** From where {@code lseek} counts. */
public enum Whence {
    /** From the beginning. */
    SET,
    /** From where the handle is. */
    CURRENT,
    /** From the end. */
    END,
    /** To the first byte at the offset or behind it that is not in a hole. */
    DATA,
    /** To the first byte at the offset or behind it that is in a hole; the end of the file is one. */
    HOLE
}

package io.lambdafs.faas.posix;

/**
 * What {@code utimensat} does to the time of the last modification. Times of access are not kept, so those it ignores.
 *
 * @param isNow whether the time becomes the present one
 * @param nanos the time otherwise, in nanoseconds since 1970
 */
public record TimeChange(boolean isNow, long nanos) {
    /** The present time. */
    public static final TimeChange NOW = new TimeChange(true, 0);
}

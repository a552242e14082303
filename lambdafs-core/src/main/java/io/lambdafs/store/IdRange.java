package io.lambdafs.store;

/** Numbers handed out at once: {@code first} to {@code first + count - 1}. */
public record IdRange(long first, int count) {
    public IdRange {
        if (count < 1) {
            throw new IllegalArgumentException("a range holds at least one number, not " + count);
        }
    }
}

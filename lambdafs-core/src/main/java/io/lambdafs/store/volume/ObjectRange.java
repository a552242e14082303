package io.lambdafs.store.volume;

/** Numbers of objects that follow each other. */
public record ObjectRange(long first, int count) {
    public ObjectRange {
        if (first < 1 || count < 1) {
            throw new IllegalArgumentException(
                    "no objects have the numbers from " + first + " on, " + count + " of them");
        }
    }
}

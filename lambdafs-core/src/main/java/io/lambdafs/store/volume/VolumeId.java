package io.lambdafs.store.volume;

/** The number of a volume, which no other volume of the store has ever had. */
public record VolumeId(long value) {
    public VolumeId {
        if (value < 1) {
            throw new IllegalArgumentException("a volume's number is at least 1: " + value);
        }
    }

    @Override
    public String toString() {
        return "volume " + value;
    }
}

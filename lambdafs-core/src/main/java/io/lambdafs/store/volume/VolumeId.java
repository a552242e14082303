package io.lambdafs.store.volume;

import io.lambdafs.fs.INodeId;
import java.util.Optional;

/** The number of a volume, which no other volume of the store has ever had. */
public record VolumeId(long value) {
    private static final long DIRECTORIES = 1L << 62;

    public VolumeId {
        if (value < 1) {
            throw new IllegalArgumentException("a volume's number is at least 1: " + value);
        }
    }

    /**
     * The number of the volume that a directory of the namespace is. The store counts up from 1 for volumes that are no
     * directory and never comes to such a number.
     */
    public static VolumeId ofDirectory(INodeId directory) {
        return new VolumeId(DIRECTORIES + directory.value());
    }

    /** The directory that the volume is; empty if it is none. */
    public Optional<INodeId> directory() {
        return value < DIRECTORIES ? Optional.empty() : Optional.of(new INodeId(value - DIRECTORIES));
    }

    @Override
    public String toString() {
        return directory().map(id -> "the volume of directory " + id).orElse("volume " + value);
    }
}

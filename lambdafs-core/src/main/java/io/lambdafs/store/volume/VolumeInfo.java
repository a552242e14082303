package io.lambdafs.store.volume;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.subtree.VolumePolicy;
import java.time.Instant;

/**
 * A volume.
 *
 * @param blockSize how many bytes a block has: a power of two from {@link #MIN_BLOCK} to {@link #MAX_BLOCK}
 */
public record VolumeInfo(VolumeId id, int blockSize, Instant created) {
    public static final int MIN_BLOCK = VolumePolicy.LEAST_BLOCK_SIZE;
    public static final int MAX_BLOCK = VolumePolicy.MOST_BLOCK_SIZE;
    public static final int DEFAULT_BLOCK = VolumePolicy.DEFAULT_BLOCK_SIZE;

    public VolumeInfo {
        requireNonNull(id, "id");
        requireNonNull(created, "created");
        requireBlockSize(blockSize);
    }

    /** Refuses a size that no volume's blocks have, with an {@link IllegalArgumentException}. */
    public static void requireBlockSize(int bytes) {
        if (bytes < MIN_BLOCK || bytes > MAX_BLOCK || Integer.bitCount(bytes) != 1) {
            throw new IllegalArgumentException("a volume's blocks have a power of two of bytes from " + MIN_BLOCK
                    + " to " + MAX_BLOCK + ", not " + bytes);
        }
    }
}

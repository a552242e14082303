package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

/**
 * A block in one version.
 *
 * @param generationStamp the version: replicas with a lower one missed an append or a recovery
 * @param length in bytes
 */
public record Block(BlockId id, long generationStamp, long length) {
    public Block {
        requireNonNull(id, "id");
        if (length < 0) {
            throw new IllegalArgumentException("a block's length is not negative: " + length);
        }
    }

    public Block withLength(long changed) {
        return new Block(id, generationStamp, changed);
    }

    public Block withGenerationStamp(long changed) {
        return new Block(id, changed, length);
    }

    @Override
    public String toString() {
        return id + "_" + generationStamp;
    }
}

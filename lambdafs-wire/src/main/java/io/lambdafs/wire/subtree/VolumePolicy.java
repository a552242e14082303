package io.lambdafs.wire.subtree;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The policy of a directory that is a volume: its files are those that functions work on in transactions (FaaSFS), and the
 * namespace only shows them. Immutable.
 *
 * <p>Its text is that of a {@link SubtreePolicy} with other keys: {@code volume: faasfs}, and {@code block_size} in bytes.
 */
public final class VolumePolicy {
    public static final int LEAST_BLOCK_SIZE = 1 << 10;
    public static final int MOST_BLOCK_SIZE = 1 << 16;
    public static final int DEFAULT_BLOCK_SIZE = 1 << 12;

    private static final String VOLUME = "volume";
    private static final String FAASFS = "faasfs";
    private static final String BLOCK_SIZE = "block_size";
    private static final String BEGIN = VOLUME + ": " + FAASFS + "\n";
    private static final int MOST_DIGITS = 9;

    private final int blockSize;

    /**
     * A volume's policy.
     *
     * @param blockSize in which unit files are stored and validated, in bytes: a power of two from {@link #LEAST_BLOCK_SIZE} to
     *     {@link #MOST_BLOCK_SIZE}
     * @throws IllegalArgumentException with a sentence if it is another number
     */
    public VolumePolicy(int blockSize) {
        if (blockSize < LEAST_BLOCK_SIZE || blockSize > MOST_BLOCK_SIZE || Integer.bitCount(blockSize) != 1) {
            throw new IllegalArgumentException(BLOCK_SIZE + " is a power of two from " + LEAST_BLOCK_SIZE + " to "
                    + MOST_BLOCK_SIZE + ", not " + blockSize + ".");
        }
        this.blockSize = blockSize;
    }

    /** Whether a text, as {@link #toText} writes it, is that of a volume. */
    public static boolean isOne(String text) {
        return text.startsWith(BEGIN);
    }

    /** Whether these keys are meant to be a volume's policy. */
    public static boolean isMeant(Map<String, String> given) {
        return given.containsKey(VOLUME);
    }

    /**
     * The policy with these values of keys.
     *
     * @throws IllegalArgumentException with a sentence if a key is unknown or has no such value
     */
    public static VolumePolicy parse(Map<String, String> given) {
        given.forEach((key, value) -> {
            if (!key.equals(VOLUME) && !key.equals(BLOCK_SIZE)) {
                throw new IllegalArgumentException(
                        "A volume's policy has the keys " + VOLUME + " and " + BLOCK_SIZE + ", not \"" + key + "\".");
            }
        });
        if (!FAASFS.equals(given.get(VOLUME))) {
            throw new IllegalArgumentException(VOLUME + " is " + FAASFS + ", not \"" + given.get(VOLUME) + "\".");
        }
        String size = given.getOrDefault(BLOCK_SIZE, String.valueOf(DEFAULT_BLOCK_SIZE));
        if (!size.matches("[0-9]{1," + MOST_DIGITS + "}")) {
            throw new IllegalArgumentException(BLOCK_SIZE + " is a number of bytes, not \"" + size + "\".");
        }
        return new VolumePolicy(Integer.parseInt(size));
    }

    /**
     * Reads {@link #toText}'s text.
     *
     * @throws IllegalArgumentException with a sentence if it is none
     */
    public static VolumePolicy ofText(String text) {
        return parse(new LinkedHashMap<>(SubtreePolicy.keys(text)));
    }

    /** A line {@code key: value} for every key, the volume's first. */
    public String toText() {
        return BEGIN + BLOCK_SIZE + ": " + blockSize + "\n";
    }

    /** In which unit files are stored and validated, in bytes. */
    public int blockSize() {
        return blockSize;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VolumePolicy && ((VolumePolicy) other).blockSize == blockSize;
    }

    @Override
    public int hashCode() {
        return blockSize;
    }

    @Override
    public String toString() {
        return toText().trim().replace("\n", ", ");
    }
}

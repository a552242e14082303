package io.lambdafs.store.volume;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What an item holds at a moment.
 *
 * @param commit the number of the commit that wrote it; {@link #ABSENT} if it holds nothing
 * @param value what it holds; of a block without the zeros at its end, of a length eight bytes
 */
public record Version(long commit, Optional<ByteString> value) {
    /** The number of an item that holds nothing. */
    public static final long ABSENT = 0;

    /** That of an item that holds nothing. */
    public static final Version NONE = new Version(ABSENT, Optional.empty());

    public Version {
        requireNonNull(value, "value");
        if (value.isPresent() != (commit > ABSENT)) {
            throw new IllegalArgumentException("commit " + commit + " wrote " + value);
        }
    }
}

package io.lambdafs.store.volume;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A part of an object's entries at a moment.
 *
 * @param entries in the order of their names
 * @param next the name after which the next part begins; empty if this is the last one. A part may have no entries and not be
 *     the last one
 */
public record Listing(List<Entry> entries, Optional<ByteString> next) {
    public Listing {
        entries = List.copyOf(entries);
        requireNonNull(next, "next");
    }

    /** One of them. */
    public record Entry(ByteString name, Version version) {
        public Entry {
            requireNonNull(name, "name");
            requireNonNull(version, "version");
        }
    }
}

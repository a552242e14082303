package io.lambdafs.store.volume;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A part of an object's entries at a moment.
 *
 * @param entries in the order of their names
 * @param isLast whether there are no more after these
 */
public record Listing(List<Entry> entries, boolean isLast) {
    public Listing {
        entries = List.copyOf(entries);
    }

    /** One of them. */
    public record Entry(ByteString name, Version version) {
        public Entry {
            requireNonNull(name, "name");
            requireNonNull(version, "version");
        }
    }
}

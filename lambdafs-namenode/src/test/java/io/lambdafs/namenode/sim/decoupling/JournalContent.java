package io.lambdafs.namenode.sim.decoupling;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * A journal at one moment, and what it comes to by a model of its own.
 *
 * @param chunks its bytes
 * @param entries how many entries they have
 * @param made what it made and did not remove, by inode number
 * @param removed names that it took from directories from before
 * @param dropped what it made in directories from before that it removed afterwards
 */
record JournalContent(
        List<byte[]> chunks, long entries, Map<Long, Made> made, Set<Place> removed, Map<Long, Made> dropped) {
    JournalContent {
        dropped = Map.copyOf(dropped);
        chunks = List.copyOf(chunks);
        made = Map.copyOf(made);
        removed = Set.copyOf(removed);
    }

    /** A name in a directory. */
    record Place(long parent, String name) {}

    /** An inode that the journal made. */
    record Made(Place at, boolean directory, int permission) {}

    long checksum() {
        CRC32 checksum = new CRC32();
        chunks.forEach(checksum::update);
        return checksum.getValue();
    }
}

package io.lambdafs.namenode.message;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The encodings of listings that clients asked for lately. Encoding is most of a NameNode's work for a listing that it
 * has in memory. Short ones only, and few enough to take up 4 MiB at most. Thread-safe.
 */
public final class EncodedListings {
    private static final int SLOTS = 1024;
    private static final int MOST_BYTES = 4096;

    /** By the last bits of the number, which are given one after another. */
    private final AtomicReferenceArray<@Nullable Encoded> slots = new AtomicReferenceArray<>(SLOTS);

    /**
     * The encoding of a response with all of these entries; not to be changed.
     *
     * @param storagePolicy the number of the policy that applies to the directory, which may change while the entries do not
     */
    public byte[] encode(NumberedEntries entries, int storagePolicy) {
        int slot = (int) (entries.number() & (SLOTS - 1));
        Encoded known = slots.getAcquire(slot);
        if (known != null && known.number == entries.number() && known.storagePolicy == storagePolicy) {
            return known.response;
        }
        byte[] response = ListingEncoder.encode(ListingOrder.ofAll(entries), storagePolicy, 0);
        if (response.length <= MOST_BYTES) {
            slots.setRelease(slot, new Encoded(entries.number(), storagePolicy, response));
        }
        return response;
    }

    private static final class Encoded {
        private final long number;
        private final int storagePolicy;
        private final byte[] response;

        Encoded(long number, int storagePolicy, byte[] response) {
            this.number = number;
            this.storagePolicy = storagePolicy;
            this.response = response;
        }
    }
}

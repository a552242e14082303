package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;
import java.util.Optional;

/**
 * The name of an acknowledgement's znode, which says all and has no content.
 *
 * @param batch of the INVs that are acknowledged; {@link #JOIN} if it is the join
 * @param deployment of the member
 * @param by the member that acknowledges
 */
record AckName(long batch, int deployment, WriterId by) {
    /** Stands for the join; batches are numbered from 1. */
    static final long JOIN = 0;

    private static final int PARTS = 3;

    static String of(long batch, Member by) {
        return batch + "_" + by.deployment() + "_" + by.writer().value();
    }

    /** Reads a name; empty if it is none of these. */
    static Optional<AckName> parse(String name) {
        String[] parts = name.split("_", -1);
        if (parts.length != PARTS) {
            return Optional.empty();
        }
        try {
            return Optional.of(new AckName(
                    Long.parseLong(parts[0]), Integer.parseInt(parts[1]), new WriterId(Long.parseLong(parts[2]))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}

package io.lambdafs.store.rocks.engine;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.rocks.keyvalue.Bytes;

/**
 * What a committed transaction has announced.
 *
 * @param number its commit sequence number
 * @param micros when it committed, by the store's clock, in microseconds since 1970
 * @param bytes empty if it has announced nothing
 */
public record CommittedAnnouncement(long number, long micros, Bytes bytes) {
    public CommittedAnnouncement {
        requireNonNull(bytes, "bytes");
    }
}

package io.lambdafs.store.rocks.net;

import java.time.Duration;

/**
 * The bounds of a server.
 *
 * @param connections clients that have proved themselves; more are refused, with an error
 * @param strangers connections that have not proved themselves; for one more, the oldest is closed
 * @param requests requests of one connection that have no answer yet; while there are as many, its socket is not read
 * @param frameBytes the largest frame, with its header, in either direction
 * @param unsentBytes answers of one connection, in bytes, that its client has not read; while there are more, its socket is not
 *     read
 * @param handshake how long a connection may take to prove itself
 * @param frame how long a frame may take from its first byte to its last
 * @param stall how long answers may wait for a client that reads nothing before its connection is closed
 */
public record ServerLimits(
        int connections,
        int strangers,
        int requests,
        int frameBytes,
        int unsentBytes,
        Duration handshake,
        Duration frame,
        Duration stall) {
    private static final int FEWEST_FRAME_BYTES = 1024;
    private static final int MOST_FRAME_BYTES = 64 << 20;

    public ServerLimits {
        if (connections < 1 || strangers < 1 || requests < 1 || unsentBytes < 1) {
            throw new IllegalArgumentException("a server needs room for one connection, stranger, request and byte");
        }
        if (frameBytes < FEWEST_FRAME_BYTES || frameBytes > MOST_FRAME_BYTES) {
            throw new IllegalArgumentException("the largest frame has " + frameBytes + " bytes, which is outside of "
                    + FEWEST_FRAME_BYTES + " to " + MOST_FRAME_BYTES);
        }
        if (handshake.toMillis() < 1 || frame.toMillis() < 1 || stall.toMillis() < 1) {
            throw new IllegalArgumentException("each bound of time is a millisecond or more");
        }
    }

    /** 4,096 clients, 64 strangers, 1,024 requests each, 4 MiB a frame, 8 MiB unsent; 5 s, 30 s and 30 s. */
    public static ServerLimits defaults() {
        return new ServerLimits(
                4096,
                64,
                1024,
                4 << 20,
                8 << 20,
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30));
    }
}

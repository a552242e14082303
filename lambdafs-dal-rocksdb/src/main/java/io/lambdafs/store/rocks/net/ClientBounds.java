package io.lambdafs.store.rocks.net;

import java.time.Duration;

/**
 * The bounds of a client.
 *
 * @param connect how long a caller waits for a connection, with all attempts and their pauses
 * @param silence how long an engine that owes answers may send nothing before a caller whose time is over takes the connection
 *     for dead
 * @param frameBytes the largest frame, with its header, in either direction
 * @param unsentBytes requests, in bytes, that the engine has not read; while there are more, callers wait before they send
 */
public record ClientBounds(Duration connect, Duration silence, int frameBytes, int unsentBytes) {
    private static final int FEWEST_FRAME_BYTES = 1024;
    private static final int MOST_FRAME_BYTES = 64 << 20;

    public ClientBounds {
        if (connect.toMillis() < 1 || silence.toMillis() < 1) {
            throw new IllegalArgumentException("each bound of time is a millisecond or more");
        }
        if (frameBytes < FEWEST_FRAME_BYTES || frameBytes > MOST_FRAME_BYTES || unsentBytes < 1) {
            throw new IllegalArgumentException("the largest frame has " + frameBytes + " bytes, which is outside of "
                    + FEWEST_FRAME_BYTES + " to " + MOST_FRAME_BYTES + ", or there is no room for unsent bytes");
        }
    }

    /** 5 s to connect, 30 s of silence, 4 MiB a frame, 8 MiB unsent. */
    public static ClientBounds defaults() {
        return new ClientBounds(Duration.ofSeconds(5), Duration.ofSeconds(30), 4 << 20, 8 << 20);
    }

    /** The same with another bound on connecting. */
    public ClientBounds withConnect(Duration bound) {
        return new ClientBounds(bound, silence, frameBytes, unsentBytes);
    }
}

package io.lambdafs.store.rocks.net;

/** Since when a connection has been waiting for its client. For one thread; times are those of the server's loop. */
final class Progress {
    private final ServerLimits limits;
    private final long since;
    private long partSince;
    private boolean part;
    private long unsentSince;
    private boolean unsent;
    private long writtenThen;

    /** Of a connection that was made at this time. */
    Progress(ServerLimits limits, long since) {
        this.limits = limits;
        this.since = since;
    }

    /**
     * What has arrived was looked at.
     *
     * @param any whether there was at least one whole frame
     * @param rest whether a part of one is left, of which the rest is to come
     */
    void served(boolean any, boolean rest, long now) {
        if (rest && (any || !part)) {
            partSince = now;
        }
        part = rest;
    }

    /** What is wrong with a connection that has not proved itself; empty if nothing is. */
    String handshakeFault(long now) {
        return now - since > limits.handshake().toNanos()
                ? "it has not shown that it knows the secret within " + limits.handshake()
                : "";
    }

    /** What is wrong with a connection that has proved itself; empty if nothing is. */
    String fault(long unsentBytes, long written, long now) {
        if (part && now - partSince > limits.frame().toNanos()) {
            return "a frame has begun and not ended within " + limits.frame();
        }
        if (unsentBytes == 0 || !unsent || written != writtenThen) {
            unsent = unsentBytes > 0;
            writtenThen = written;
            unsentSince = now;
        }
        return unsent && now - unsentSince > limits.stall().toNanos()
                ? "its client has read none of its answers for " + limits.stall()
                : "";
    }
}

package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.nio.channels.ByteChannel;

/**
 * The bytes of one connection over a socket that does not block. One thread at a time reads, and one at a time writes. Until
 * {@link #proceed} has returned {@link Waiting#NOTHING}, one thread alone uses it.
 */
interface SocketTransport extends ByteChannel {
    /** What a connection waits for before it can carry bytes. */
    enum Waiting {
        /** It can. */
        NOTHING,

        /** For something to read. */
        READ,

        /** For the kernel to take more. */
        WRITE,

        /** For {@link #task}, which computes for a millisecond. */
        TASK
    }

    /**
     * Goes on with what precedes the first byte, as far as that is possible without waiting.
     *
     * @throws PlainPeerException if the other end speaks without encryption, and this end does not
     * @throws IOException if the connection is of no use; the message says why
     */
    Waiting proceed() throws IOException;

    /** What is to be run before the next call of {@link #proceed}, by any thread. */
    Runnable task();

    /** Whether bytes have been taken from the kernel that the next read returns, so that waiting for the socket would be wrong. */
    boolean hasRest();

    /** Discards what has come, because TCP drops what was sent when a socket is closed that has something to read; sends no more. */
    void endOutput() throws IOException;
}

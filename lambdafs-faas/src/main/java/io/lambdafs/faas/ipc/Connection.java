package io.lambdafs.faas.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.BitSet;

/** A process that uses the volume: its socket, which closes when it ends, and the files that it holds. */
final class Connection {
    private final int number;
    private final SocketChannel channel;
    private final BitSet held = new BitSet();
    private final ByteBuffer wake = ByteBuffer.allocateDirect(1);
    private final ByteBuffer woken = ByteBuffer.allocateDirect(256);

    Connection(int number, SocketChannel channel) {
        this.number = number;
        this.channel = channel;
    }

    int number() {
        return number;
    }

    BitSet held() {
        return held;
    }

    boolean holdsNothing() {
        return held.isEmpty();
    }

    /** A byte for a thread of the process that sleeps. */
    void wake() {
        try {
            wake.clear();
            channel.write(wake);
        } catch (IOException e) {
            // It was killed while it waited. The next look at the sockets finds that out.
            return;
        }
    }

    /** Takes the bytes that woke the server; returns whether the process still is there. */
    boolean takeBytes() {
        try {
            woken.clear();
            return channel.read(woken) >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // There is nothing that one could do, and nothing is lost.
            return;
        }
    }
}

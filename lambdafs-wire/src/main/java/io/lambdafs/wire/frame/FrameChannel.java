package io.lambdafs.wire.frame;

/** The sending side of a connection: a buffer of limited size that the network empties. */
public interface FrameChannel {
    /** Appends the frame to the buffer. Without effect on a closed connection. */
    void send(Frame frame);

    /** Bytes in the buffer that the network has not taken yet. */
    int bufferedBytes();

    boolean isOpen();
}

package io.lambdafs.wire.frame;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.tls.SealedFrames;

/** The bounds that both ends of a TCP connection keep. */
public final class FrameLimits {
    /** The version of the frames; spoken by both ends or not at all. */
    public static final int PROTOCOL_VERSION = 4;

    /** The most bytes of a message that one frame carries. */
    public static final int MAX_PART_BYTES = 32 * 1024;

    /** The largest frame with its header; what a read buffer must hold. */
    public static final int MAX_FRAME_BYTES = MAX_PART_BYTES + 64;

    /** What a connection's write buffer must hold. */
    public static final int WRITE_BUFFER_BYTES = 4 * MAX_FRAME_BYTES;

    /** Up to this many unsent bytes another frame may be written; leaves room for keep-alives. */
    public static final int WRITE_HIGH_WATER_BYTES = WRITE_BUFFER_BYTES - 2 * MAX_FRAME_BYTES;

    /** The same of an encrypted connection, whose records take some room. */
    public static final int MAX_SEALED_BYTES = MAX_FRAME_BYTES + SealedFrames.OVERHEAD_BYTES;

    /** What the write buffer of an encrypted connection must hold: there is always room for a record more. */
    public static final int SEALED_WRITE_BUFFER_BYTES = 4 * MAX_SEALED_BYTES + 2 * SealedFrames.RECORD_BYTES;

    /** The largest request: the payload's bound and as much again for user, groups and method. */
    public static final int MAX_REQUEST_BYTES = 2 * RequestEnvelope.MAX_PAYLOAD_BYTES;

    /** The largest response. */
    public static final int MAX_RESPONSE_BYTES = ResponseEnvelope.MAX_BYTES;

    /** How often an end that has nothing to say sends a sign of life. */
    public static final int KEEP_ALIVE_MILLIS = 1000;

    /** After how long without one the connection is closed. */
    public static final int DEAD_AFTER_MILLIS = 30_000;

    private FrameLimits() {}
}

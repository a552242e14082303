package io.lambdafs.wire.frame;

import java.nio.ByteBuffer;

/** One unit on the wire: a {@link Hello}, a {@link MessagePart}, a {@link Batch} of them, a {@link Goodbye} or a {@link Control}. */
public interface Frame {
    /** Appends the frame with its type; at most {@link FrameLimits#MAX_FRAME_BYTES}. */
    void writeTo(ByteBuffer out);
}

package io.lambdafs.wire.frame;

import java.nio.ByteBuffer;

/**
 * One unit on the wire: {@link Hello}, {@link MessagePart}, {@link Batch} of them, {@link Goodbye}, {@link Invitation}, {@link
 * Challenge} or {@link Control}.
 */
public interface Frame {
    /** Appends the frame with its type; at most {@link FrameLimits#MAX_FRAME_BYTES}. */
    void writeTo(ByteBuffer out);
}

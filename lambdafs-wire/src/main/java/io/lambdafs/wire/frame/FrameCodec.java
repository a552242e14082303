package io.lambdafs.wire.frame;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** Reads frames, trusting nothing in them. */
public final class FrameCodec {
    private FrameCodec() {}

    /**
     * Reads the frame that the buffer's remaining bytes are.
     *
     * @throws MalformedEnvelopeException if they are not exactly one frame
     */
    public static Frame read(ByteBuffer in) throws MalformedEnvelopeException {
        Frame frame;
        try {
            frame = read(in.get(), in);
        } catch (BufferUnderflowException e) {
            throw new MalformedEnvelopeException("a frame is cut short");
        }
        if (in.hasRemaining()) {
            throw new MalformedEnvelopeException(in.remaining() + " bytes after the frame");
        }
        return frame;
    }

    private static Frame read(byte type, ByteBuffer in) throws MalformedEnvelopeException {
        if (type == MessagePart.TYPE) {
            return MessagePart.read(in);
        }
        if (type == Batch.TYPE) {
            return Batch.read(in);
        }
        if (type == Hello.TYPE) {
            return Hello.read(in);
        }
        if (type == Invitation.TYPE || type == Invitation.ENCRYPTED_TYPE) {
            return Invitation.read(type, in);
        }
        if (type == Challenge.TYPE) {
            return Challenge.read(in);
        }
        if (type == Goodbye.TYPE) {
            return new Goodbye();
        }
        if (Control.isType(type)) {
            return Control.read(type, in);
        }
        throw new MalformedEnvelopeException("frame type " + type + " is unknown");
    }
}

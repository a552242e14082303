package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.wire.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A refusal as the outcome of a request. No response message begins with its mark: a protobuf field has no number 0.
 *
 * @param message the message for the user
 */
record RecordedRefusal(ErrorCode code, String message) {
    private static final byte MARK = 0;
    private static final int HEADER_BYTES = 1 + Integer.BYTES;

    RecordedRefusal {
        requireNonNull(code, "code");
        requireNonNull(message, "message");
    }

    static RecordedRefusal of(FsException refused) {
        return new RecordedRefusal(refused.code(), String.valueOf(refused.getMessage()));
    }

    byte[] encode() {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEADER_BYTES + text.length)
                .put(MARK)
                .putInt(code.number())
                .put(text)
                .array();
    }

    /**
     * The response message that was recorded.
     *
     * @throws FsException if a refusal was
     */
    static byte[] responseIn(byte[] outcome) {
        if (outcome.length < HEADER_BYTES || outcome[0] != MARK) {
            return outcome;
        }
        ByteBuffer in = ByteBuffer.wrap(outcome, 1, outcome.length - 1);
        ErrorCode code = ErrorCode.ofNumber(in.getInt());
        throw new FsException(code, StandardCharsets.UTF_8.decode(in).toString());
    }
}

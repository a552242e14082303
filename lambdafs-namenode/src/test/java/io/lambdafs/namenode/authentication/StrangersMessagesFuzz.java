package io.lambdafs.namenode.authentication;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.frame.FrameCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;

/**
 * Reads what anybody can send who reaches a port: requests to a NameNode in secure mode, frames, answers to a client, and identifiers of
 * tokens. Each is read or refused in a way that its reader expects, and no request gets past the door.
 */
public final class StrangersMessagesFuzz {
    static final int REQUEST = 0;
    static final int FRAME = 1;
    static final int ANSWER = 2;
    static final int TOKEN = 3;
    private static final int KINDS = 4;

    private static final Set<ErrorCode> REFUSALS = Set.of(ErrorCode.UNAUTHENTICATED, ErrorCode.INVALID_TOKEN);

    private static final SecureFixture SECURE = new SecureFixture();

    private static final RequestHandler DOOR = new AuthenticatedRequests(
            request -> {
                throw new AssertionError("a stranger's request got in: " + request.method());
            },
            new KnownKeys(SECURE.cluster.runner, SECURE.cluster),
            (request, refusal) -> {});

    private StrangersMessagesFuzz() {}

    /** The first byte says what the others are. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] message = Arrays.copyOfRange(input, 1, input.length);
        try {
            switch (Math.floorMod(input[0], KINDS)) {
                case REQUEST -> request(message);
                case FRAME -> FrameCodec.read(ByteBuffer.wrap(message));
                case ANSWER -> ResponseEnvelope.decode(message);
                default -> token(message);
            }
        } catch (MalformedEnvelopeException expected) {
            if (expected.getMessage() == null) {
                throw new AssertionError("a refusal without a word", expected);
            }
        }
    }

    private static void request(byte[] message) throws MalformedEnvelopeException {
        RequestEnvelope request = RequestEnvelope.decode(message);
        RequestEnvelope admitted = DOOR.admitted(request);
        if (admitted.isProven() || DOOR.handleAtOnce(admitted).isPresent() || DOOR.isShortRead(admitted)) {
            throw new AssertionError("a stranger's request counts as proven");
        }
        ResponseEnvelope answer = DOOR.handle(admitted);
        if (!REFUSALS.contains(answer.error())) {
            throw new AssertionError("a stranger is answered with " + answer.error() + ": " + answer.message());
        }
    }

    private static void token(byte[] message) {
        DelegationTokenId id;
        try {
            id = DelegationTokenId.decode(message);
        } catch (IllegalArgumentException expected) {
            return;
        }
        DelegationTokenId again = DelegationTokenId.decode(id.encode());
        if (!again.toString().equals(id.toString())) {
            throw new AssertionError(id + " is read as " + again + " when it is written again");
        }
    }
}

package io.lambdafs.namenode;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The number by which the store records what became of a request. If callers are authenticated, it depends on the
 * caller. An outcome may be worth something, such as a new token, and only the same user, authenticated in the same
 * way, may get it again.
 */
final class RecordedId {
    private RecordedId() {}

    /** That of this request; in simple mode the request's own. */
    static RequestId of(RequestEnvelope request) {
        Authentication authentication = Authentication.of(request);
        RequestId id = request.id();
        return authentication == Authentication.NONE
                ? id
                : new RequestId(clientOf(id.client(), authentication, request.caller()), id.sequence());
    }

    private static UUID clientOf(UUID client, Authentication authentication, Caller caller) {
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(client.getMostSignificantBits())
                .putLong(client.getLeastSignificantBits())
                .flip());
        digest.update(authentication.name().getBytes(StandardCharsets.UTF_8));
        digest.update(caller.user().getBytes(StandardCharsets.UTF_8));
        // In no name.
        digest.update((byte) 0);
        digest.update(caller.realUser().getBytes(StandardCharsets.UTF_8));
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new UUID(hash.getLong(), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

package io.lambdafs.namenode.authentication;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.fs.FsException;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.authentication.SigningKey;
import org.jspecify.annotations.Nullable;

/**
 * A key that requests may be signed with, as the store had it at a time.
 *
 * @param token the delegation token; null for the key of a service
 * @param endsMillis until when the key of a service counts; a token says it itself
 * @param readMillis when it was read, in milliseconds since 1970
 */
record KnownKey(SigningKey key, @Nullable DelegationToken token, long endsMillis, long readMillis) {
    static final String REPLACED =
            "the service key is none of this cluster, or was replaced: take the one in the cluster's security directory";

    /**
     * The request of the caller who has proven to make it.
     *
     * @throws FsException if it is not signed with this key, or the key is good no more
     */
    RequestEnvelope prove(RequestEnvelope request, long nowMillis) {
        if (request.signature() == null || !request.signature().wasMadeWith(key)) {
            throw new FsException(
                    ErrorCode.UNAUTHENTICATED,
                    "the request's signature does not fit: it was changed on its way, or signed with another secret than "
                            + (token == null
                                    ? "that of the service key"
                                    : "that of the delegation token (" + token + ")"));
        }
        if (token == null) {
            if (endsMillis <= nowMillis) {
                throw new FsException(ErrorCode.UNAUTHENTICATED, REPLACED);
            }
            return request.provenToBeOf(request.caller());
        }
        if (hasEnded(nowMillis)) {
            throw new FsException(
                    ErrorCode.INVALID_TOKEN,
                    "token (" + token + ") is expired, current time: " + nowMillis + " expected renewal time: "
                            + token.expiresMillis() + ". Get a new one: run kinit, or name a file with a new token in"
                            + " HADOOP_TOKEN_FILE_LOCATION");
        }
        return request.provenToBeOf(ownerOf(token, request.caller()));
    }

    /** Whether it is a delegation token that has ended by what was read of it. */
    boolean hasEnded(long nowMillis) {
        return token != null && token.expiresMillis() < nowMillis;
    }

    /* What the request says of user and groups counts for nothing. */
    private static Caller ownerOf(DelegationToken token, Caller said) {
        return new Caller(token.id().owner(), token.groups(), said.host())
                .through(token.id().realUser())
                .inContext(said.context())
                .by(said.protocol())
                .holding(said.holding());
    }
}

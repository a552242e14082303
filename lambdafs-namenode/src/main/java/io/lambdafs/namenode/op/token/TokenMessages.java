package io.lambdafs.namenode.op.token;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.Authentication;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.TokenGroups;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;

/** Between Hadoop's messages and tokens. */
final class TokenMessages {
    private TokenMessages() {}

    static TokenProto of(DelegationToken token) {
        return TokenProto.newBuilder()
                .setIdentifier(ByteString.copyFrom(token.id().encode()))
                .setPassword(ByteString.copyFrom(token.secret()))
                .setKind(DelegationTokenId.KIND)
                // The client's library knows by which name it reaches the cluster.
                .setService("")
                .build();
    }

    /** @throws FsException if it is no identifier of a delegation token */
    static DelegationTokenId id(TokenProto token) {
        try {
            return DelegationTokenId.decode(token.getIdentifier().toByteArray());
        } catch (IllegalArgumentException e) {
            throw new FsException(ErrorCode.INVALID_TOKEN, String.valueOf(e.getMessage()), e);
        }
    }

    /** The token in the store that has this identifier, locked. */
    static Optional<DelegationToken> lock(Transaction tx, DelegationTokenId id) {
        return new DelegationTokens(tx)
                .lock(id.number())
                .filter(token -> Arrays.equals(token.id().encode(), id.encode()));
    }

    /** Refuses a caller who comes with a token: a lost one would be good for ever. */
    static void requireService(CallContext call, String what) {
        if (call.authentication() != Authentication.SERVICE) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Delegation Token can be " + what + " only with kerberos or web authentication");
        }
    }

    /** Refuses a caller who is no service: groups are rights. */
    static void requireServiceForGroups(CallContext call) {
        if (call.authentication() != Authentication.SERVICE) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED,
                    call.user() + " may not ask for the groups of tokens' owners, nor change them: only services may");
        }
    }

    /** @throws FsException if it is no request about groups */
    static TokenGroups groups(BytesValue request) {
        try {
            return TokenGroups.decode(request.getValue().toByteArray());
        } catch (IllegalArgumentException e) {
            throw new FsException(ErrorCode.MALFORMED_REQUEST, "The request is malformed: " + e.getMessage(), e);
        }
    }

    /** The user of a Kerberos principal; a gateway with rules of its own has already applied them. */
    static String shortName(String principal) {
        return principal.split("[/@]", 2)[0];
    }

    static boolean provesSecret(TokenProto shown, DelegationToken token) {
        return MessageDigest.isEqual(shown.getPassword().toByteArray(), token.secret());
    }
}

package io.lambdafs.namenode.op.token;

import static java.util.Objects.requireNonNull;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.SecurityConfig;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.authentication.DelegationTokenId;
import java.security.SecureRandom;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getDelegationToken: issues a token to a caller whom a gateway has authenticated. */
final class GetDelegationTokenOperation
        implements WriteOperation<GetDelegationTokenRequestProto, GetDelegationTokenResponseProto> {
    /** How many old tokens one call looks at, so that tokens that nobody cancels do not stay for ever. */
    private static final int LOOKED_AT = 64;

    private static final int LONGEST_RENEWER = 1024;

    private final SecurityConfig config;
    private final SecureRandom random = new SecureRandom();

    GetDelegationTokenOperation(SecurityConfig config) {
        this.config = requireNonNull(config, "config");
    }

    @Override
    public Parser<GetDelegationTokenRequestProto> parser() {
        return GetDelegationTokenRequestProto.parser();
    }

    @Override
    public GetDelegationTokenResponseProto execute(
            CallContext call, Transaction tx, GetDelegationTokenRequestProto request, ChangeSet changes) {
        TokenMessages.requireService(call, "issued");
        String renewer = TokenMessages.shortName(request.getRenewer());
        if (renewer.length() > LONGEST_RENEWER) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "a renewer's name has at most " + LONGEST_RENEWER + " characters");
        }
        DelegationTokens tokens = new DelegationTokens(tx);
        long now = call.nowMillis();
        tokens.removeExpired(now, LOOKED_AT);
        DelegationTokenId id = new DelegationTokenId(
                call.user(),
                renewer,
                call.caller().realUser(),
                now,
                now + config.maxLifetime().toMillis(),
                tokens.takeNumber());
        byte[] secret = new byte[DelegationToken.SECRET_BYTES];
        random.nextBytes(secret);
        DelegationToken token = token(call, id, secret);
        tokens.put(token);
        return GetDelegationTokenResponseProto.newBuilder()
                .setToken(TokenMessages.of(token))
                .build();
    }

    private DelegationToken token(CallContext call, DelegationTokenId id, byte[] secret) {
        long expires = call.nowMillis() + config.renewInterval().toMillis();
        try {
            return new DelegationToken(id, secret, expires, call.caller().groups());
        } catch (IllegalArgumentException e) {
            throw new FsException(ErrorCode.IO_ERROR, String.valueOf(e.getMessage()), e);
        }
    }
}

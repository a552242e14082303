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
import org.apache.hadoop.security.proto.SecurityProtos.RenewDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.RenewDelegationTokenResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** renewDelegationToken: its renewer has a token end later, never after its maximum. The refusals are Hadoop's. */
final class RenewDelegationTokenOperation
        implements WriteOperation<RenewDelegationTokenRequestProto, RenewDelegationTokenResponseProto> {
    private final SecurityConfig config;

    RenewDelegationTokenOperation(SecurityConfig config) {
        this.config = requireNonNull(config, "config");
    }

    @Override
    public Parser<RenewDelegationTokenRequestProto> parser() {
        return RenewDelegationTokenRequestProto.parser();
    }

    @Override
    public RenewDelegationTokenResponseProto execute(
            CallContext call, Transaction tx, RenewDelegationTokenRequestProto request, ChangeSet changes) {
        TokenMessages.requireService(call, "renewed");
        DelegationTokenId id = TokenMessages.id(request.getToken());
        String renewer = call.user();
        DelegationToken token =
                TokenMessages.lock(tx, id).orElseThrow(() -> invalid("Renewal request for unknown token (" + id + ")"));
        long now = call.nowMillis();
        if (id.maxMillis() < now) {
            throw invalid(renewer + " tried to renew an expired token (" + id + ") max expiration date: "
                    + id.maxMillis() + " currentTime: " + now);
        }
        if (id.renewer().isEmpty()) {
            throw denied(renewer + " tried to renew a token (" + id + ") without a renewer");
        }
        if (!id.renewer().equals(renewer)) {
            throw denied(renewer + " tries to renew a token (" + id + ") with non-matching renewer " + id.renewer());
        }
        if (!TokenMessages.provesSecret(request.getToken(), token)) {
            throw denied(renewer + " is trying to renew a token (" + id + ") with wrong password");
        }
        long expires = Math.min(id.maxMillis(), now + config.renewInterval().toMillis());
        new DelegationTokens(tx).put(token.expiring(expires));
        return RenewDelegationTokenResponseProto.newBuilder()
                .setNewExpiryTime(expires)
                .build();
    }

    private static FsException invalid(String message) {
        return new FsException(ErrorCode.INVALID_TOKEN, message);
    }

    private static FsException denied(String message) {
        return new FsException(ErrorCode.ACCESS_DENIED, message);
    }
}

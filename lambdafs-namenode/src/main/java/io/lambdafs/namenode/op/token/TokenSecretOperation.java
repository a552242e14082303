package io.lambdafs.namenode.op.token;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.Authentication;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.TokenSecrets;
import java.util.Arrays;
import org.apache.hadoop.security.proto.SecurityProtos.CancelDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * {@value TokenSecrets#METHOD}: tells a service the secret of a token, by which Hadoop's RPC lets the token's holder in. The request
 * names the token's identifier only.
 */
final class TokenSecretOperation
        implements ReadOperation<CancelDelegationTokenRequestProto, GetDelegationTokenResponseProto> {
    @Override
    public Parser<CancelDelegationTokenRequestProto> parser() {
        return CancelDelegationTokenRequestProto.parser();
    }

    @Override
    public GetDelegationTokenResponseProto execute(
            CallContext call, Transaction tx, CancelDelegationTokenRequestProto request) {
        if (call.authentication() != Authentication.SERVICE) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED, call.user() + " may not ask for a token's secret: only services may");
        }
        DelegationTokenId id = TokenMessages.id(request.getToken());
        DelegationToken token = new DelegationTokens(tx)
                .find(id.number())
                .filter(found -> Arrays.equals(found.id().encode(), id.encode()))
                .orElseThrow(() -> invalid("token (" + id + ") can't be found in cache"));
        if (token.expiresMillis() < call.nowMillis()) {
            throw invalid("token (" + id + ") is expired, current time: " + call.nowMillis()
                    + " expected renewal time: " + token.expiresMillis());
        }
        return GetDelegationTokenResponseProto.newBuilder()
                .setToken(TokenMessages.of(token))
                .build();
    }

    private static FsException invalid(String message) {
        return new FsException(ErrorCode.INVALID_TOKEN, message);
    }
}

package io.lambdafs.namenode.op.token;

import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.authentication.DelegationTokenId;
import org.apache.hadoop.security.proto.SecurityProtos.CancelDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.CancelDelegationTokenResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** cancelDelegationToken: its owner or its renewer ends a token. The refusals are Hadoop's. */
final class CancelDelegationTokenOperation
        implements WriteOperation<CancelDelegationTokenRequestProto, CancelDelegationTokenResponseProto> {
    @Override
    public Parser<CancelDelegationTokenRequestProto> parser() {
        return CancelDelegationTokenRequestProto.parser();
    }

    @Override
    public CancelDelegationTokenResponseProto execute(
            CallContext call, Transaction tx, CancelDelegationTokenRequestProto request, ChangeSet changes) {
        DelegationTokenId id = TokenMessages.id(request.getToken());
        if (TokenMessages.lock(tx, id).isEmpty()) {
            throw new FsException(ErrorCode.INVALID_TOKEN, "Token not found (" + id + ")");
        }
        if (!call.user().equals(id.owner()) && !call.user().equals(id.renewer())) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED, call.user() + " is not authorized to cancel the token (" + id + ")");
        }
        new DelegationTokens(tx).remove(id.number());
        return CancelDelegationTokenResponseProto.getDefaultInstance();
    }
}

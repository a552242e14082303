package io.lambdafs.namenode.op.token;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.authentication.TokenGroups;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * {@value TokenGroups#SET}: a service says that owners of tokens have other groups by now. NameNodes go by them when they have read the
 * tokens again.
 */
final class SetTokenGroupsOperation implements WriteOperation<BytesValue, BytesValue> {
    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        TokenMessages.requireServiceForGroups(call);
        TokenGroups groups = TokenMessages.groups(request);
        DelegationTokens tokens = new DelegationTokens(tx);
        for (DelegationToken found : tokens.from(groups.from(), ListTokenGroupsOperation.LOOKED_AT)) {
            if (found.id().number() <= groups.to()) {
                for (TokenGroups.Owner owner : groups.owners()) {
                    if (isOutdated(found, owner)) {
                        change(tokens, found, owner.groups());
                    }
                }
            }
        }
        return BytesValue.getDefaultInstance();
    }

    private static boolean isOutdated(DelegationToken token, TokenGroups.Owner owner) {
        return token.id().owner().equals(owner.name()) && !token.groups().equals(owner.groups());
    }

    /* It may have been renewed or cancelled since it was read. */
    private static void change(DelegationTokens tokens, DelegationToken read, List<String> groups) {
        tokens.lock(read.id().number()).ifPresent(now -> {
            try {
                tokens.put(now.inGroups(groups));
            } catch (IllegalArgumentException e) {
                throw new FsException(ErrorCode.IO_ERROR, String.valueOf(e.getMessage()), e);
            }
        });
    }
}

package io.lambdafs.namenode.op.token;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.authentication.TokenGroups;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** {@value TokenGroups#LIST}: tells a service which groups the owners of some tokens have by them. */
final class ListTokenGroupsOperation implements ReadOperation<BytesValue, BytesValue> {
    /** How many tokens one call looks at; a token takes 12 KB at the most. */
    static final int LOOKED_AT = 100;

    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request) {
        TokenMessages.requireServiceForGroups(call);
        int from = TokenMessages.groups(request).from();
        List<DelegationToken> tokens = new DelegationTokens(tx).from(from, LOOKED_AT);
        Set<TokenGroups.Owner> owners = new LinkedHashSet<>();
        tokens.forEach(token -> owners.add(new TokenGroups.Owner(token.id().owner(), token.groups())));
        int to = tokens.size() < LOOKED_AT
                ? TokenGroups.LAST
                : tokens.get(tokens.size() - 1).id().number();
        return BytesValue.newBuilder()
                .setValue(ByteString.copyFrom(new TokenGroups(from, to, List.copyOf(owners)).encode()))
                .build();
    }
}

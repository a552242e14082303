package io.lambdafs.namenode.op.token;

import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.SecurityConfig;
import io.lambdafs.wire.authentication.TokenGroups;
import io.lambdafs.wire.authentication.TokenSecrets;
import java.util.Map;

/** The operations on delegation tokens, by name. */
public final class TokenOperations {
    private TokenOperations() {}

    /** All of them; none in simple mode, in which there are no tokens. */
    public static Map<String, Operation<?, ?>> all(SecurityConfig config) {
        if (!config.isSecure()) {
            return Map.of();
        }
        return Map.of(
                "getDelegationToken",
                new GetDelegationTokenOperation(config),
                "renewDelegationToken",
                new RenewDelegationTokenOperation(config),
                "cancelDelegationToken",
                new CancelDelegationTokenOperation(),
                TokenSecrets.METHOD,
                new TokenSecretOperation(),
                TokenGroups.LIST,
                new ListTokenGroupsOperation(),
                TokenGroups.SET,
                new SetTokenGroupsOperation());
    }
}

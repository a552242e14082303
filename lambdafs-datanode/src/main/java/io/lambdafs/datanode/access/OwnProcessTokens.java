package io.lambdafs.datanode.access;

import java.util.Collection;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.security.token.TokenSelector;
import org.jspecify.annotations.Nullable;

/** Finds the token for the endpoint that a DataNode calls. A process with several DataNodes has one for each. */
public final class OwnProcessTokens implements TokenSelector<OwnProcessIdentifier> {
    @Override
    @SuppressWarnings("unchecked") // its kind says which identifier it has
    public @Nullable Token<OwnProcessIdentifier> selectToken(
            Text service, Collection<Token<? extends TokenIdentifier>> tokens) {
        for (Token<? extends TokenIdentifier> token : tokens) {
            if (token.getKind().equals(OwnProcessIdentifier.KIND)
                    && token.getService().equals(service)) {
                return (Token<OwnProcessIdentifier>) token;
            }
        }
        return null;
    }
}

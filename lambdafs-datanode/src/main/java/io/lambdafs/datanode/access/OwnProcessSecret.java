package io.lambdafs.datanode.access;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.Token;

/**
 * The secret of a process, by which the endpoint knows that a call comes from the DataNode in the same process. It is made at the start, is
 * never written anywhere, and is proven by Hadoop's own digest, which does not send it. So another user of the machine, who reaches the
 * endpoint's port, cannot call it.
 */
public final class OwnProcessSecret extends SecretManager<OwnProcessIdentifier> {
    private static final int SECRET_BYTES = 32;

    private final byte[] secret = new byte[SECRET_BYTES];

    public OwnProcessSecret(SecureRandom random) {
        random.nextBytes(secret);
    }

    /**
     * Has the DataNode of this process show the secret to the endpoint at this address.
     *
     * @throws IOException if Hadoop does not know the user that this process runs as
     */
    public void giveToDataNode(InetSocketAddress endpoint) throws IOException {
        Token<OwnProcessIdentifier> token = new Token<>(new OwnProcessIdentifier(), this);
        SecurityUtil.setTokenService(token, endpoint);
        UserGroupInformation.getLoginUser().addToken(token);
    }

    @Override
    protected byte[] createPassword(OwnProcessIdentifier identifier) {
        return secret.clone();
    }

    @Override
    public byte[] retrievePassword(OwnProcessIdentifier identifier) {
        return secret.clone();
    }

    @Override
    public OwnProcessIdentifier createIdentifier() {
        return new OwnProcessIdentifier();
    }
}

package io.lambdafs.client.authentication;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.NameNodeProxiesClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * Asks a gateway for delegation tokens, by Hadoop's RPC with the user's Kerberos ticket: functions cannot check tickets, because a keytab
 * does not belong into them. Thread-safe.
 */
public final class GatewayLogin implements TokenKeys.Issuer {
    private final Configuration settings;
    private final URI nameservice;
    private final UserGroupInformation user;

    /** As this user. */
    public GatewayLogin(Configuration settings, URI nameservice, UserGroupInformation user) {
        this.settings = requireNonNull(settings, "settings");
        this.nameservice = requireNonNull(nameservice, "nameservice");
        this.user = requireNonNull(user, "user");
    }

    /** What is asked of a gateway. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(ClientProtocol gateway) throws IOException;
    }

    @Override
    public @Nullable Token<DelegationTokenIdentifier> token(Text renewer) throws IOException {
        return ask(gateway -> gateway.getDelegationToken(renewer));
    }

    @Override
    public long renew(Token<DelegationTokenIdentifier> token) throws IOException {
        return ask(gateway -> gateway.renewDelegationToken(token));
    }

    /** Ends a token. */
    public void cancel(Token<DelegationTokenIdentifier> token) throws IOException {
        ask(gateway -> {
            gateway.cancelDelegationToken(token);
            return true;
        });
    }

    /** Asks the first gateway that can be reached. */
    private <T> T ask(Question<T> question) throws IOException {
        IOException unreached = null;
        List<InetSocketAddress> gateways = GatewayAddresses.of(settings, nameservice);
        // Hadoop's RPC looks for a token by the address that it connects to.
        HAUtilClient.cloneDelegationTokenForLogicalUri(user, nameservice, gateways);
        for (InetSocketAddress address : gateways) {
            ClientProtocol gateway = NameNodeProxiesClient.createNonHAProxyWithClientProtocol(
                    address, settings, user, false, new AtomicBoolean());
            try {
                return question.ask(gateway);
            } catch (ConnectException | SocketTimeoutException e) {
                unreached = e;
            } finally {
                RPC.stopProxy(gateway);
            }
        }
        throw new AccessControlException("λFS at " + nameservice + " issues delegation tokens at its gateways, and "
                + (unreached == null
                        ? "the settings name none: take them from `lambdafs conf`"
                        : "none of them can be reached: " + unreached.getMessage()));
    }
}

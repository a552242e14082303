package io.lambdafs.client;

import io.lambdafs.client.authentication.CallerIdentity;
import io.lambdafs.client.authentication.ClientSecurity;
import io.lambdafs.client.authentication.KerberosCheck;
import io.lambdafs.client.subtree.LocalSubtrees;
import io.lambdafs.client.subtree.Overlays;
import io.lambdafs.wire.Caller;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.io.retry.FailoverProxyProvider;
import org.apache.hadoop.tools.GetUserMappingsProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The plugin: makes an unmodified HDFS client speak to λFS.
 *
 * <p>To be named in {@code dfs.client.failover.proxy.provider.<nameservice>}. Hadoop calls it a fail-over proxy provider;
 * here nothing fails over, because the one proxy finds a living NameNode by itself.
 *
 * <p>Hadoop asks for other protocols, too. The groups of users ({@code hdfs groups}) are those that this machine knows, as they
 * are in every call; all others are refused.
 *
 * @param <T> the protocol interface: ClientProtocol or GetUserMappingsProtocol
 */
public final class LambdaFailoverProxyProvider<T> implements FailoverProxyProvider<T> {
    private final Class<T> protocol;
    private final ClientConfig config;
    private final @Nullable Cluster cluster;
    private final T proxy;
    private final AtomicBoolean closed = new AtomicBoolean();
    private Withdrawal withdrawal = () -> {};

    /** Ends the use of decoupled subtrees. */
    private interface Withdrawal {
        void run() throws IOException;
    }

    /**
     * The constructor that Hadoop looks for.
     *
     * @throws IOException if the settings are unusable, or ask for Kerberos: the one kind of exception whose message Hadoop shows
     */
    public LambdaFailoverProxyProvider(
            Configuration configuration, URI nameservice, Class<T> protocol, HAProxyFactory<T> factory)
            throws IOException {
        this.protocol = protocol;
        try {
            this.config = new ClientConfigSources(configuration, System.getenv()).load();
            if (!config.isSecure()) {
                KerberosCheck.require(configuration, nameservice);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("The λFS client of " + nameservice + ": " + e.getMessage(), e);
        }
        this.cluster = cluster(nameservice);
        this.proxy = proxy(
                nameservice,
                CallerIdentity.current(config.text(ClientKey.HOST)),
                new ClientSecurity(
                        configuration,
                        nameservice,
                        config.isSecure(),
                        config.serviceKeyFile().isPresent()),
                AddressOfGateway.in(configuration, nameservice));
    }

    /** What calls of ClientProtocol go to; null for the protocol that needs no NameNode. */
    private @Nullable Cluster cluster(URI nameservice) throws IOException {
        if (protocol == GetUserMappingsProtocol.class) {
            return null;
        }
        if (!protocol.isAssignableFrom(ClientProtocolTranslator.class)) {
            throw new IOException(
                    "λFS at " + nameservice + " does not speak " + protocol.getName() + ", only ClientProtocol");
        }
        return JvmClusters.instance().acquire(config);
    }

    private T proxy(URI nameservice, Caller caller, ClientSecurity security, Optional<Object> gateway) {
        if (cluster == null) {
            return protocol.cast((GetUserMappingsProtocol) CallerIdentity::groupsOf);
        }
        Overlays found = Overlays.of(nameservice.getAuthority(), caller.user());
        ProtocolInvocation calls = new ProtocolInvocation(cluster, caller, security.keys(cluster.serviceKeys()), found);
        ClientNamenodeProtocolPB service = (ClientNamenodeProtocolPB) Proxy.newProxyInstance(
                LambdaFailoverProxyProvider.class.getClassLoader(),
                new Class<?>[] {ClientNamenodeProtocolPB.class},
                calls);
        found.useLocal(new LocalSubtrees(
                config.subtreeDirectory(),
                nameservice.getAuthority() + " " + config.stack().name(),
                caller.user(),
                config.duration(ClientKey.SUBTREE_LOCK_WAIT)));
        found.offer(calls);
        withdrawal = () -> found.withdraw(calls);
        return protocol.cast(new ClientProtocolTranslator(service, calls, gateway, security.login(), found));
    }

    @Override
    public ProxyInfo<T> getProxy() {
        return new ProxyInfo<>(proxy, "λFS");
    }

    /** Without effect: there is no second proxy. */
    @Override
    public void performFailover(T currentProxy) {}

    @Override
    public Class<T> getInterface() {
        return protocol;
    }

    @Override
    public void close() throws IOException {
        if (cluster != null && closed.compareAndSet(false, true)) {
            try {
                withdrawal.run();
            } finally {
                JvmClusters.instance().release(cluster);
            }
        }
    }
}

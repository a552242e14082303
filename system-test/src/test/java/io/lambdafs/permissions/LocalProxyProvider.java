package io.lambdafs.permissions;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.ExceptionNames;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolTranslatorPB;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.io.retry.FailoverProxyProvider;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/**
 * Has Hadoop's client call a NameNode of this process. Hadoop makes it by its name, so it finds the NameNode by the name of its
 * address.
 *
 * @param <T> ClientProtocol
 */
public final class LocalProxyProvider<T> implements FailoverProxyProvider<T> {
    private static final Map<String, Function<RequestEnvelope, ResponseEnvelope>> NAME_NODES =
            new ConcurrentHashMap<>();
    private static final long PATIENCE_MILLIS = 60_000;

    private final Class<T> protocol;
    private final T proxy;

    /** The constructor that Hadoop looks for. */
    public LocalProxyProvider(Configuration configuration, URI address, Class<T> protocol, HAProxyFactory<T> factory)
            throws IOException {
        this.protocol = protocol;
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        Caller caller = new Caller(user.getShortUserName(), List.of(user.getGroupNames()), "127.0.0.1");
        Function<RequestEnvelope, ResponseEnvelope> nameNode = requireNonNull(NAME_NODES.get(address.getAuthority()));
        proxy = protocol.cast(new ClientNamenodeProtocolTranslatorPB((ClientNamenodeProtocolPB) Proxy.newProxyInstance(
                LocalProxyProvider.class.getClassLoader(),
                new Class<?>[] {ClientNamenodeProtocolPB.class},
                new Calls(nameNode, caller)::invoke)));
    }

    /** The settings of clients of this NameNode, which is to be found at {@code hdfs://NAME} until {@link #forget}. */
    static Configuration settings(String name, Function<RequestEnvelope, ResponseEnvelope> nameNode) {
        NAME_NODES.put(name, nameNode);
        Configuration settings = new Configuration();
        settings.set("dfs.client.failover.proxy.provider." + name, LocalProxyProvider.class.getName());
        return settings;
    }

    static void forget(String name) {
        NAME_NODES.remove(name);
    }

    /** Takes each call as a method and a message. */
    private static final class Calls {
        private final Function<RequestEnvelope, ResponseEnvelope> nameNode;
        private final Caller caller;
        private final UUID client = UUID.randomUUID();
        private final AtomicLong sequence = new AtomicLong();

        Calls(Function<RequestEnvelope, ResponseEnvelope> nameNode, Caller caller) {
            this.nameNode = nameNode;
            this.caller = caller;
        }

        Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (arguments == null || arguments.length != 2 || !(arguments[1] instanceof Message request)) {
                return method.invoke(this, arguments);
            }
            ResponseEnvelope response = nameNode.apply(new RequestEnvelope(
                    new RequestId(client, sequence.incrementAndGet()),
                    caller,
                    RequestLife.of(System.currentTimeMillis(), PATIENCE_MILLIS),
                    method.getName(),
                    request.toByteArray()));
            ErrorCode error = response.error();
            if (error != null) {
                throw new ServiceException(new RemoteException(ExceptionNames.of(error), response.message()));
            }
            Message prototype = (Message)
                    method.getReturnType().getMethod("getDefaultInstance").invoke(null);
            return prototype.getParserForType().parseFrom(response.payload());
        }
    }

    @Override
    public ProxyInfo<T> getProxy() {
        return new ProxyInfo<>(proxy, "in this process");
    }

    /** Without effect: there is one NameNode. */
    @Override
    public void performFailover(T currentProxy) {}

    @Override
    public Class<T> getInterface() {
        return protocol;
    }

    @Override
    public void close() {}
}

package io.lambdafs.client;

import io.lambdafs.client.authentication.GatewayAddresses;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.ipc.Client.ConnectionId;
import org.apache.hadoop.ipc.RpcInvocationHandler;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * What Hadoop takes for a connection to a NameNode when it asks for the NameNode's address: it has a gateway's. It carries no
 * call.
 */
final class AddressOfGateway implements RpcInvocationHandler {
    private final ConnectionId connection;

    private AddressOfGateway(ConnectionId connection) {
        this.connection = connection;
    }

    /** The proxy with the address of the first gateway that the settings name; empty if they name none. */
    static Optional<Object> in(Configuration settings, URI nameservice) throws IOException {
        List<InetSocketAddress> gateways = GatewayAddresses.of(settings, nameservice);
        return gateways.isEmpty() ? Optional.empty() : Optional.of(proxy(settings, gateways.get(0)));
    }

    private static Object proxy(Configuration settings, InetSocketAddress address) throws IOException {
        return Proxy.newProxyInstance(
                AddressOfGateway.class.getClassLoader(),
                new Class<?>[] {ClientNamenodeProtocolPB.class},
                new AddressOfGateway(connectionId(settings, address)));
    }

    /* Public since Hadoop 3.3.5; Spark 3.5 brings 3.3.4. */
    private static ConnectionId connectionId(Configuration settings, InetSocketAddress address) throws IOException {
        try {
            Constructor<ConnectionId> constructor = ConnectionId.class.getDeclaredConstructor(
                    InetSocketAddress.class,
                    Class.class,
                    UserGroupInformation.class,
                    int.class,
                    RetryPolicy.class,
                    Configuration.class);
            constructor.setAccessible(true);
            return constructor.newInstance(
                    address,
                    ClientNamenodeProtocolPB.class,
                    UserGroupInformation.getCurrentUser(),
                    0,
                    RetryPolicies.TRY_ONCE_THEN_FAIL,
                    settings);
        } catch (ReflectiveOperationException e) {
            throw new IOException("This release of Hadoop's client has no address of a NameNode that λFS can make", e);
        }
    }

    @Override
    public ConnectionId getConnectionId() {
        return connection;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws IOException {
        throw new IOException(method.getName() + " cannot be called on this proxy, which only has an address");
    }

    @Override
    public void close() {}
}

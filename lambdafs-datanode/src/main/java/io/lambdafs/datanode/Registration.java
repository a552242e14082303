package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeId;
import io.lambdafs.store.ClusterIdentity;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.jspecify.annotations.Nullable;

/**
 * Which DataNode an endpoint serves, and at which address others reach it: the first that registers, and nobody else.
 * Thread-safe.
 */
final class Registration {
    private final ClusterIdentity cluster;
    private final String address;
    private final AtomicReference<@Nullable Served> served = new AtomicReference<>();

    /** The DataNode that is served: its identity and its port for data. */
    private record Served(DataNodeId id, int transferPort) {
        static Served of(DatanodeRegistration node) {
            return new Served(new DataNodeId(node.getDatanodeUuid()), node.getXferPort());
        }

        @Override
        public String toString() {
            return "DataNode " + id + " with the data port " + transferPort;
        }
    }

    /** For a DataNode with this IP address: its calls come over the loopback interface and do not show it. */
    Registration(ClusterIdentity cluster, String address) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.address = requireNonNull(address, "address");
    }

    /** Makes this the DataNode that is served, and fills in its address. */
    DatanodeRegistration accept(DatanodeRegistration node) throws IOException {
        requireCluster(node);
        served.compareAndSet(null, Served.of(node));
        requireServed(node);
        node.setIpAddr(address);
        node.setPeerHostName(node.getHostName());
        return node;
    }

    /**
     * Makes sure that a call comes from the DataNode that is served, as it registered.
     *
     * @throws IOException if it carries another identity, address or file system
     */
    void check(DatanodeRegistration node) throws IOException {
        requireCluster(node);
        requireServed(node);
        if (!address.equals(node.getIpAddr())) {
            throw new IOException("this endpoint serves " + served.get() + " at " + address + ", not at "
                    + node.getIpAddr() + ": register first");
        }
    }

    /** The DataNode that is served, for calls that do not name their DataNode. */
    DataNodeId require() throws IOException {
        Served present = served.get();
        if (present == null) {
            throw new IOException("no DataNode has registered with this endpoint: register first");
        }
        return present.id();
    }

    private void requireServed(DatanodeRegistration node) throws IOException {
        Served asking = Served.of(node);
        Served present = served.get();
        if (!asking.equals(present)) {
            throw new IOException(
                    "this endpoint serves " + (present == null ? "nobody yet" : present) + ", not " + asking);
        }
    }

    private void requireCluster(DatanodeRegistration node) throws IOException {
        String named = node.getStorageInfo().getClusterID();
        int namespace = node.getStorageInfo().getNamespaceID();
        if (!cluster.clusterId().equals(named) || cluster.namespaceId() != namespace) {
            throw new IOException("DataNode " + node.getDatanodeUuid() + " belongs to the file system " + named + " ("
                    + namespace + "), not to this one, " + cluster.clusterId() + " (" + cluster.namespaceId() + ")");
        }
    }
}

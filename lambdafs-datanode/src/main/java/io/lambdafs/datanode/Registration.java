package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeId;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.jspecify.annotations.Nullable;

/**
 * Which DataNode an endpoint serves, and at which address others reach it: the first that registers, and nobody else.
 * Thread-safe.
 */
final class Registration {
    private final String address;
    private final AtomicReference<@Nullable String> uuid = new AtomicReference<>();

    /** For a DataNode with this IP address: its calls come over the loopback interface and do not show it. */
    Registration(String address) {
        this.address = requireNonNull(address, "address");
    }

    /** Makes this the DataNode that is served, and fills in its address. */
    DatanodeRegistration accept(DatanodeRegistration node) throws IOException {
        uuid.compareAndSet(null, node.getDatanodeUuid());
        check(node);
        node.setIpAddr(address);
        node.setPeerHostName(node.getHostName());
        return node;
    }

    void check(DatanodeRegistration node) throws IOException {
        String served = uuid.get();
        if (!node.getDatanodeUuid().equals(served)) {
            throw new IOException("this endpoint serves DataNode " + served + ", not " + node.getDatanodeUuid());
        }
    }

    DataNodeId id(DatanodeRegistration node) {
        return new DataNodeId(node.getDatanodeUuid());
    }
}

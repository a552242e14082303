package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

/** How to reach a DataNode: names and ports. */
public record DataNodeRegistration(
        DataNodeId id, String hostName, String ipAddress, Ports ports, String softwareVersion) {
    /**
     * A DataNode's ports.
     *
     * @param transfer where block data goes
     * @param info its HTTP server
     * @param ipc its RPC server
     */
    public record Ports(int transfer, int info, int ipc) {}

    public DataNodeRegistration {
        requireNonNull(id, "id");
        requireNonNull(hostName, "hostName");
        requireNonNull(ipAddress, "ipAddress");
        requireNonNull(ports, "ports");
        requireNonNull(softwareVersion, "softwareVersion");
    }

    /** Whether the node runs on the machine with this name or address. */
    public boolean isOnHost(String host) {
        return host.equals(hostName) || host.equals(ipAddress);
    }
}

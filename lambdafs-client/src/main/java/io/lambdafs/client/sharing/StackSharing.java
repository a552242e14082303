package io.lambdafs.client.sharing;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Paths;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What the clients of this JVM that use one stack share: their servers, and the way to other processes. Thread-safe. */
public final class StackSharing implements Closeable {
    private final LocalServers servers;
    private final @Nullable Forwarder forwarder;
    private final @Nullable Neighbours neighbours;

    private StackSharing(LocalServers servers, @Nullable Forwarder forwarder, @Nullable Neighbours neighbours) {
        this.servers = servers;
        this.forwarder = forwarder;
        this.neighbours = neighbours;
    }

    /** Within this JVM only. */
    public static StackSharing withinJvm() {
        return new StackSharing(new LocalServers(), null, null);
    }

    /**
     * With other processes of this user on this machine; within this JVM only, where the directory cannot be used.
     *
     * @param directory where processes find each other; empty for the default
     * @param warnings takes why the directory cannot be used
     */
    public static StackSharing onThisMachine(
            StackIdentity stack,
            String directory,
            SharingMetrics metrics,
            LongSupplier nanoTime,
            Consumer<String> warnings) {
        try {
            RegistryDirectory registry = RegistryDirectory.open(
                    directory.isEmpty()
                            ? RegistryDirectory.defaultPath(
                                    System.getenv(),
                                    System.getProperty("java.io.tmpdir", "/tmp"),
                                    System.getProperty("user.name", "unknown"))
                            : Paths.get(directory));
            LocalServers servers = new LocalServers();
            Forwarder forwarder = Forwarder.open(servers, stack, registry, metrics, nanoTime);
            return new StackSharing(
                    servers, forwarder, new Neighbours(stack, registry, forwarder.entryName(), metrics, nanoTime));
        } catch (IOException | RuntimeException e) {
            if (!(e instanceof UnsupportedOperationException)) {
                warnings.accept("The client shares no connections with other processes: " + e.getMessage());
            }
            return withinJvm();
        }
    }

    /** The servers of this JVM. */
    public LocalServers servers() {
        return servers;
    }

    /** A line to another process that has a connection to this deployment, to be closed; null if there is none. */
    public @Nullable Line lineTo(int deployment) {
        return neighbours == null ? null : neighbours.lineTo(deployment);
    }

    /** How many deployments there are, as other clients say; 0 if none says it. */
    public int deployments() {
        int known = servers.deployments();
        return known > 0 || neighbours == null ? known : neighbours.deployments();
    }

    @Override
    public void close() {
        if (forwarder != null) {
            forwarder.close();
        }
    }
}

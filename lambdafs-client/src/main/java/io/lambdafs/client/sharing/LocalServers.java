package io.lambdafs.client.sharing;

import io.lambdafs.client.tcp.ReverseServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The servers of this JVM to which instances of one stack connect. Thread-safe. */
public final class LocalServers {
    private final List<ReverseServer> servers = new CopyOnWriteArrayList<>();
    private volatile int deployments;

    /** None yet. */
    public LocalServers() {}

    /** From now on others may use this server's connections. */
    public void add(ReverseServer server) {
        servers.add(server);
    }

    /** The server is about to be closed. */
    public void remove(ReverseServer server) {
        servers.remove(server);
    }

    /** A client has learned how many deployments there are. */
    public void learnDeployments(int number) {
        deployments = number;
    }

    /** How many deployments there are, as a client learned last; 0 if none has. A request that was routed by it is checked. */
    public int deployments() {
        return deployments;
    }

    /** A server that would take a request to this deployment now; null if there is none. */
    public @Nullable ReverseServer reaching(int deployment) {
        for (ReverseServer server : servers) {
            if (server.reaches(deployment)) {
                return server;
            }
        }
        return null;
    }

    /** A server that would take a request to another instance of this deployment now; null if there is none. */
    public @Nullable ReverseServer reachingOther(int deployment, String instance) {
        for (ReverseServer server : servers) {
            if (server.reachesOther(deployment, instance)) {
                return server;
            }
        }
        return null;
    }

    /** Another deployment that a request could be sent to now; −1 if there is none. */
    public int substituteFor(int deployment) {
        int substitute = -1;
        for (ReverseServer server : servers) {
            if (substitute < 0) {
                substitute = server.substituteFor(deployment);
            }
        }
        return substitute;
    }
}

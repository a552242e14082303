package io.lambdafs.client;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.rpc.ClientConnections;
import io.lambdafs.namenode.rpc.ClientOffer;
import io.lambdafs.namenode.rpc.RpcConfig;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An instance of a NameNode function in this process: answers and connects back as the parameters say. */
final class FakeFunction implements AutoCloseable {
    private static final Pattern OFFER = Pattern.compile(
            "\"client\":\"([^\"]+)\",\"endpoints\":\\[\"([^\"]+)\"],\"secret\":\"([^\"]+)\"(?:,\"certificate\":\"([^\"]+)\")?");

    private final ExecutorService requests = Executors.newFixedThreadPool(4, daemons());
    private final ClientConnections connections;

    FakeFunction(int deployment, RequestHandler handler) {
        connections =
                new ClientConnections(RpcConfig.of(deployment, "instance-" + deployment), handler, requests, daemons());
    }

    ClientConnections connections() {
        return connections;
    }

    /** What the action does with the "tcp" part of its parameters. */
    void invokedWith(String parameters) {
        Matcher offer = OFFER.matcher(parameters);
        if (offer.find()) {
            String certificate = offer.group(4);
            connections.connectIfAbsent(new ClientOffer(
                    UUID.fromString(offer.group(1)),
                    List.of(offer.group(2)),
                    Base64.getUrlDecoder().decode(offer.group(3)),
                    Base64.getUrlDecoder().decode(certificate == null ? "" : certificate),
                    ResponseEnvelope.OLDEST_VERSION));
        }
    }

    @Override
    public void close() {
        connections.close();
        requests.shutdownNow();
    }

    private static ThreadFactory daemons() {
        return task -> {
            Thread thread = new Thread(task, "fake-function");
            thread.setDaemon(true);
            return thread;
        };
    }
}

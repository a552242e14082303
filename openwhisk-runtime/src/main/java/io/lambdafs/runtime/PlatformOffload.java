package io.lambdafs.runtime;

import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.BatchOffload;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** Has the other NameNode functions remove batches, by invoking them: the platform starts instances where needed. */
final class PlatformOffload implements BatchOffload {
    private static final Duration ONE_INVOCATION = Duration.ofSeconds(30);
    private static final Duration ALL = Duration.ofSeconds(60);
    private static final int CONNECT_MILLIS = 2000;

    private final PlatformSettings platform;
    private final int self;
    private final int deployments;
    private final Executor executor;
    private final Optional<SSLSocketFactory> sockets;

    /**
     * For an instance of one of so many deployments.
     *
     * @param executor each invocation takes one of its threads; bounded, and may refuse
     */
    PlatformOffload(PlatformSettings platform, int self, int deployments, Executor executor) {
        this.platform = platform;
        this.self = self;
        this.deployments = deployments;
        this.executor = executor;
        this.sockets = platform.sockets();
    }

    /*
     * Each deployment is offered as much as this one keeps, and this one is invoked once as well: the platform freezes an
     * instance for want of invocations, however much it does by itself.
     */
    @Override
    public Offer offer(List<RemovalBatch> batches) {
        int wanted = batches.size() * (deployments - 1) / deployments;
        List<CompletableFuture<Void>> invocations = new ArrayList<>();
        try {
            for (RemovalBatch batch : batches.subList(0, wanted)) {
                int target = target(invocations.size());
                invocations.add(CompletableFuture.runAsync(() -> invoke(target, batch), executor));
            }
        } catch (RejectedExecutionException busy) {
            return offered(invocations);
        }
        return offered(invocations);
    }

    private int target(int turn) {
        return turn == 0 ? self : (self + 1 + (turn - 1) % (deployments - 1)) % deployments;
    }

    private static Offer offered(List<CompletableFuture<Void>> invocations) {
        CompletableFuture<Void> all = CompletableFuture.allOf(invocations.toArray(CompletableFuture[]::new))
                .orTimeout(ALL.toMillis(), TimeUnit.MILLISECONDS);
        return new Offer(invocations.size(), () -> end(all));
    }

    private static void end(CompletableFuture<Void> all) {
        try {
            all.join();
        } catch (CompletionException | CancellationException failed) {
            // What was not removed is found again.
            return;
        }
    }

    private void invoke(int deployment, RemovalBatch batch) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) platform.function(deployment).toURL().openConnection();
            if (connection instanceof HttpsURLConnection https) {
                sockets.ifPresent(https::setSSLSocketFactory);
            }
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(Math.toIntExact(ONE_INVOCATION.toMillis()));
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setRequestProperty("Authorization", platform.authorization());
            try (OutputStream out = connection.getOutputStream()) {
                out.write(RemovalMessage.encode(batch).getBytes(StandardCharsets.UTF_8));
            }
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                connection.disconnect();
                return;
            }
            connection.getInputStream().readAllBytes();
        } catch (IOException unreachable) {
            // As above.
            return;
        }
    }
}

package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.NameNodeProxiesClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A call that a client repeats, at the same gateway or at another one, is executed once. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class RetriedCallTest {
    private static final String HOME = "/retried";
    private static final int CLIENTS = 3;
    private static final int KILLS = 1;
    private static final Duration BOUND = Duration.ofSeconds(90);

    @TempDir
    private java.nio.file.Path directory;

    @AfterEach
    void remove() throws IOException {
        try (DistributedFileSystem fs = Gateways.client(Gateways.settings(SharedStack.get()))) {
            fs.delete(new Path(HOME), true);
        }
    }

    @Test
    void repeatedCallAtAnotherGateway_getsTheFirstOutcome() throws Exception {
        Stack stack = SharedStack.get();
        try (GatewayProcess another = GatewayProcess.start(stack, 0, directory);
                DistributedFileSystem fs = Gateways.client(Gateways.settings(stack))) {
            ClientProtocol first = protocol(Gateways.address(stack, 0));
            ClientProtocol second = protocol(another.address());
            fs.mkdirs(new Path(HOME, "d"));
            int call = Client.nextCallId();

            Client.setCallIdAndRetryCount(call, 0, null);
            assertThat(first.delete(HOME + "/d", true)).isTrue();
            Client.setCallIdAndRetryCount(call, 1, null);
            assertThat(second.delete(HOME + "/d", true)).as("the same call").isTrue();
            Client.setCallIdAndRetryCount(call, 2, null);
            assertThat(first.delete(HOME + "/d", true)).as("the same call").isTrue();
            assertThat(second.delete(HOME + "/d", true)).as("another call").isFalse();

            RPC.stopProxy(first);
            RPC.stopProxy(second);
        }
    }

    /** Each step of the load fails if it is carried out twice, or not at all. */
    @Test
    void writes_goOnWhileGatewaysAreKilled() throws Exception {
        Stack stack = SharedStack.get();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        List<GatewayProcess> gateways = new ArrayList<>();
        try {
            gateways.add(GatewayProcess.start(stack, 0, directory));
            gateways.add(GatewayProcess.start(stack, 0, directory));
            Map<String, String> settings =
                    settings(gateways.get(0).address(), gateways.get(1).address());
            AtomicBoolean ends = new AtomicBoolean();
            List<AtomicInteger> steps = new ArrayList<>();
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                AtomicInteger done = new AtomicInteger();
                steps.add(done);
                Path home = new Path(HOME, "client" + i);
                clients.add(threads.submit(() -> {
                    work(settings, home, done, ends);
                    return null;
                }));
            }
            for (int kill = 0; kill < KILLS; kill++) {
                awaitProgress(steps, clients);
                int victim = kill % gateways.size();
                gateways.get(victim).kill();
                awaitProgress(steps, clients);
                int port = gateways.get(victim).address().getPort();
                gateways.set(victim, GatewayProcess.start(stack, port, directory));
            }
            awaitProgress(steps, clients);
            ends.set(true);
            for (Future<?> client : clients) {
                client.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
            for (GatewayProcess gateway : gateways) {
                gateway.close();
            }
        }
    }

    private static void work(Map<String, String> settings, Path home, AtomicInteger done, AtomicBoolean ends)
            throws IOException {
        try (DistributedFileSystem fs = Gateways.client(settings)) {
            while (!ends.get()) {
                Path file = new Path(home, "f" + done.get());
                Path moved = new Path(home, "g" + done.get());
                try (OutputStream out = fs.create(file, false)) {
                    out.write("once".getBytes(StandardCharsets.UTF_8));
                }
                assertThat(fs.rename(file, moved)).as("rename %s", file).isTrue();
                assertThat(fs.getFileStatus(moved).getLen()).isEqualTo(4);
                assertThat(fs.delete(moved, false)).as("delete %s", moved).isTrue();
                done.incrementAndGet();
            }
        }
    }

    /** Waits until each client has done some more steps; one that has failed is reported. */
    private static void awaitProgress(List<AtomicInteger> steps, List<Future<?>> clients) throws Exception {
        List<Integer> before = steps.stream().map(AtomicInteger::get).toList();
        Await.until("every client goes on", BOUND, () -> {
            for (Future<?> client : clients) {
                if (client.isDone()) {
                    client.get();
                }
            }
            for (int i = 0; i < before.size(); i++) {
                if (steps.get(i).get() < before.get(i) + 3) {
                    return false;
                }
            }
            return true;
        });
    }

    /** What {@code lambdafs conf} prints for two gateways, with shorter pauses. */
    private static Map<String, String> settings(URI first, URI second) {
        Map<String, String> settings = new HashMap<>();
        settings.put("fs.defaultFS", "hdfs://two");
        settings.put("dfs.nameservices", "two");
        settings.put("dfs.ha.namenodes.two", "gateway0,gateway1");
        settings.put("dfs.namenode.rpc-address.two.gateway0", first.getAuthority());
        settings.put("dfs.namenode.rpc-address.two.gateway1", second.getAuthority());
        settings.put(
                "dfs.client.failover.proxy.provider.two",
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        settings.put("dfs.client.failover.sleep.base.millis", "50");
        settings.put("dfs.client.failover.sleep.max.millis", "1000");
        settings.put("dfs.client.failover.max.attempts", "50");
        return settings;
    }

    private static ClientProtocol protocol(URI gateway) throws IOException {
        return NameNodeProxiesClient.createNonHAProxyWithClientProtocol(
                new InetSocketAddress(gateway.getHost(), gateway.getPort()),
                new Configuration(),
                UserGroupInformation.getCurrentUser(),
                false,
                new AtomicBoolean());
    }
}

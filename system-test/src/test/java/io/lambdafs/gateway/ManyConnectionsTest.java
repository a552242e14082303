package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway with very many connections serves those that are in use. */
@Tag("long")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class ManyConnectionsTest {
    private static final int IDLE = 2_000;
    private static final int BUSY = 200;
    private static final int CALLS = 50;
    private static final byte[] BEGINNING = {'h', 'r', 'p', 'c', 9, 0, 0};

    @TempDir
    private java.nio.file.Path directory;

    @Test
    void busyConnections_areServedBesideIdleOnes() throws Exception {
        List<Socket> idle = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(BUSY);
        try (GatewayProcess gateway = GatewayProcess.start(SharedStack.get(), 0, directory)) {
            URI address = gateway.address();
            for (int i = 0; i < IDLE; i++) {
                Socket socket = new Socket(address.getHost(), address.getPort());
                idle.add(socket);
                socket.getOutputStream().write(BEGINNING);
            }
            Map<String, String> settings = Map.of("fs.defaultFS", address.toString());
            List<Future<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < BUSY; i++) {
                // Hadoop's client has one connection for each user.
                UserGroupInformation user = UserGroupInformation.createRemoteUser("user" + i);
                callers.add(
                        threads.submit(() -> user.doAs((PrivilegedExceptionAction<Integer>) () -> calls(settings))));
            }
            int answered = 0;
            for (Future<Integer> caller : callers) {
                answered += caller.get(4, TimeUnit.MINUTES);
            }
            assertThat(answered).isEqualTo(BUSY * CALLS);
        } finally {
            threads.shutdownNow();
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    private static int calls(Map<String, String> settings) throws IOException {
        int answered = 0;
        try (DistributedFileSystem fs = Gateways.client(settings)) {
            for (int i = 0; i < CALLS; i++) {
                if (fs.getFileStatus(new Path("/")).isDirectory()) {
                    answered++;
                }
            }
        }
        return answered;
    }
}

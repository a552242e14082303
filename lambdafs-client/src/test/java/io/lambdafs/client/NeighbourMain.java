package io.lambdafs.client;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A client in a process of its own, which does what its standard input says. */
final class NeighbourMain {
    private NeighbourMain() {}

    /** Arguments: the platform's address and the registry directory. */
    public static void main(String[] args) throws Exception {
        Cluster cluster = JvmClusters.instance().acquire(config(args[0], args[1], Map.of()));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        long sequence = 0;
        UUID client = UUID.randomUUID();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "call" -> {
                    sequence++;
                    Call call = call(new RequestId(client, sequence), "stat");
                    System.out.println(cluster.call(call).succeeded());
                }
                case "connections" -> System.out.println(cluster.tcpConnections());
                case "forwarded" ->
                    System.out.println(ClientMetrics.ofThisJvm().sharing().forwarded());
                default -> throw new IllegalArgumentException(line);
            }
        }
        JvmClusters.instance().release(cluster);
    }

    static ClientConfig config(String url, String directory, Map<ClientKey, String> settings) {
        Map<ClientKey, String> values = new EnumMap<>(ClientKey.class);
        values.put(ClientKey.OPENWHISK_URL, url);
        values.put(ClientKey.OPENWHISK_AUTH, FakePlatform.KEY);
        values.put(ClientKey.HTTP_REPLACEMENT_PROBABILITY, "0");
        values.put(ClientKey.BACKOFF_MAX, "5");
        values.put(ClientKey.SHARING_DIRECTORY, directory);
        values.putAll(settings);
        return new ClientConfig(values);
    }

    static Call call(RequestId id, String method) {
        return new Call(
                id, new Caller("alice", List.of("staff"), "here"), Route.toOwnerOf("/a"), method, new byte[] {1});
    }
}

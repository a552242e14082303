package io.lambdafs.gateway.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * What the processes of the DataNodes have done for the file system. Each of them says it at its HTTP server. Immutable.
 *
 * @param shares in the order of the DataNodes
 */
record HousekeepingReport(List<Share> shares) {
    private static final Duration BOUND = Duration.ofSeconds(3);
    private static final String QUERY = "qry=Hadoop:service=DataNode,name=Housekeeping*";
    private static final int MAX_BYTES = 1 << 16;
    private static final int OK = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    HousekeepingReport {
        shares = List.copyOf(shares);
    }

    /**
     * What one process did.
     *
     * @param figures by their names; empty if it did not say
     */
    record Share(DatanodeInfo node, Optional<JsonNode> figures) {
        /** A figure, or 0 if there is none. */
        long figure(String name) {
            return figures.map(known -> known.path(name).asLong()).orElse(0L);
        }

        boolean isOnDuty() {
            return figure("OnDuty") == 1;
        }
    }

    /** Asks all of them at once; one that does not answer in {@code BOUND} has no figures. */
    static HousekeepingReport ask(HttpClient http, List<DatanodeInfo> nodes) {
        List<CompletableFuture<Share>> asked = new ArrayList<>();
        for (DatanodeInfo node : nodes) {
            asked.add(figures(http, node)
                    .orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(unreachable -> Optional.empty())
                    .thenApply(figures -> new Share(node, figures)));
        }
        return new HousekeepingReport(
                asked.stream().map(CompletableFuture::join).toList());
    }

    private static CompletableFuture<Optional<JsonNode>> figures(HttpClient http, DatanodeInfo node) {
        try {
            URI place = new URI("http", null, node.getHostName(), node.getInfoPort(), "/jmx", QUERY, null);
            HttpRequest request = HttpRequest.newBuilder(place).timeout(BOUND).build();
            return http.sendAsync(request, BodyHandlers.ofInputStream())
                    .thenApply(answer -> answer.statusCode() == OK ? parse(answer.body()) : Optional.empty());
        } catch (URISyntaxException | IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Optional<JsonNode> parse(InputStream body) {
        try (body) {
            JsonNode beans = JSON.readTree(body.readNBytes(MAX_BYTES)).path("beans");
            return beans.isEmpty() ? Optional.empty() : Optional.of(beans.get(0));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The sum of a figure over all processes. */
    long sum(String name) {
        return shares.stream().mapToLong(share -> share.figure(name)).sum();
    }
}

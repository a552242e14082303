package io.lambdafs.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.BatchOffload.Offer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks which function an instance asks to help with a removal, against an HTTP server that only listens. */
final class PlatformOffloadTest {
    private static final int SELF = 1;
    private static final int DEPLOYMENTS = 3;

    private final Queue<String> invoked = new ConcurrentLinkedQueue<>();
    private final Queue<String> authorizations = new ConcurrentLinkedQueue<>();
    private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
    private volatile int status = 200;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        invoked.add(path.substring(path.lastIndexOf('/') + 1));
        authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private PlatformOffload offload() {
        return offload("", "uuid:key");
    }

    private PlatformOffload offload(String path, String key) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        return new PlatformOffload(new PlatformSettings(url, key), SELF, DEPLOYMENTS, Runnable::run);
    }

    private static List<RemovalBatch> batches(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new RemovalBatch(new INodeId(20_000), name(i), name(i + 1)))
                .toList();
    }

    private static Name name(int i) {
        return Name.of(String.format(Locale.ROOT, "f%03d", i));
    }

    @Test
    void others_getWhatThisOneDoesNotKeep_andItsOwnFunctionOne() {
        Offer offer = offload().offer(batches(9));
        offer.end().run();

        assertThat(offer.taken()).isEqualTo(6);
        assertThat(invoked)
                .containsExactly("namenode1", "namenode2", "namenode0", "namenode2", "namenode0", "namenode2");
        assertThat(bodies).doesNotHaveDuplicates().allMatch(body -> body.contains("\"removal\""));
    }

    @Test
    void functionsThatAnswerPlainHttp_areInvokedAtTheirAddresses() {
        Offer offer = offload("/at/{function}", "the-secret").offer(batches(3));
        offer.end().run();

        assertThat(invoked).containsExactly("namenode1", "namenode2");
        assertThat(authorizations).containsOnly("Bearer the-secret");
    }

    @Test
    void platformThatRefuses_isNoFailure() {
        status = 429;
        Offer offer = offload().offer(batches(3));
        offer.end().run();

        assertThat(offer.taken()).isEqualTo(2);
        assertThat(invoked).hasSize(2);
    }
}

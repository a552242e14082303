package io.lambdafs.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One call is one trace, through all processes; and no call waits for a collector. */
@Tag("extended")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class TracesTest {
    private static final String CLIENT = "lambdafs-client";
    private static final String GATEWAY = "lambdafs-gateway";
    private static final String NAMENODE = "lambdafs-namenode";

    private static Collector collector;
    private static Stack stack;

    @BeforeAll
    static void start() throws IOException {
        collector = Collector.at(0);
        stack = Stack.unstarted(2, 0, "--min-block-size", "0", "--gateway", "1").with(launcher(collector.address()));
        stack.startAgain();
    }

    private static Stack.Launcher launcher(String collectorAddress) {
        return new Stack.Launcher(
                List.of(CheckoutSources.root().resolve("bin/lambdafs").toString()),
                Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collectorAddress, "OTEL_TRACES_SAMPLER_ARG", "1"));
    }

    @AfterAll
    static void stop() throws IOException {
        try {
            stack.close();
        } finally {
            collector.close();
        }
    }

    @Test
    void mkdirs_isOneTrace_fromTheClientToStoreAndInvalidation() throws Exception {
        stack.run("dfs", "-mkdir", "/made");

        List<ReceivedSpan> trace = complete("mkdirs", CLIENT);

        assertConnected(trace, CLIENT, "mkdirs");
        assertThat(services(trace)).containsExactlyInAnyOrder(CLIENT, NAMENODE);
    }

    @Test
    void create_isOneTrace_fromTheClientToStoreAndInvalidation() throws Exception {
        stack.run("dfs", "-touch", "/touched");

        List<ReceivedSpan> trace = complete("create", CLIENT);

        assertConnected(trace, CLIENT, "create");
    }

    @Test
    void stockClient_throughTheGateway_hasItsTraceContinued() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        String parent = "00f067aa0ba902b7";
        CallerContext before = CallerContext.getCurrent();
        try (FileSystem client = Gateways.client(Gateways.settings(stack))) {
            CallerContext.setCurrent(
                    new CallerContext.Builder("traceparent:00-" + trace + "-" + parent + "-01").build());
            client.mkdirs(new Path("/through-the-gateway"));
        } finally {
            CallerContext.setCurrent(before);
        }

        List<ReceivedSpan> spans = collector.trace(
                "the stock client's trace",
                found -> found.get(0).trace().equals(trace) && isComplete(found, "mkdirs", GATEWAY));

        ReceivedSpan first = only(spans, GATEWAY, "mkdirs", parent);
        assertThat(descendants(spans, first)).hasSize(spans.size() - 1);
        assertThat(services(spans)).containsExactlyInAnyOrder(GATEWAY, NAMENODE);
    }

    @Test
    void collectorThatIsAwayOrSilent_delaysNoCall_andIsSentToWhenItIsBack() throws Exception {
        int port = collector.port();
        collector.close();
        stack.run("dfs", "-mkdir", "/while-away");
        try (ServerSocket silent = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            stack.run("dfs", "-mkdir", "/while-silent");
            stack.run("dfs", "-test", "-d", "/while-away");
            assertThat(silent.isBound()).isTrue();
        }

        collector = Collector.at(port);
        stack.run("dfs", "-mkdir", "/when-back");

        assertConnected(complete("mkdirs", CLIENT), CLIENT, "mkdirs");
    }

    private static List<ReceivedSpan> complete(String method, String service) throws Exception {
        return collector.trace("a complete trace of " + method, trace -> isComplete(trace, method, service));
    }

    /** NameNodes send theirs a moment after clients. */
    private static boolean isComplete(List<ReceivedSpan> trace, String method, String service) {
        return trace.stream()
                        .anyMatch(span ->
                                span.service().equals(service) && span.name().equals(method))
                && trace.stream()
                        .anyMatch(span ->
                                span.service().equals(NAMENODE) && span.name().equals(method));
    }

    private static void assertConnected(List<ReceivedSpan> trace, String service, String method) {
        ReceivedSpan first = only(trace, service, method, "");
        assertThat(descendants(trace, first)).as("all are below the client's").hasSize(trace.size() - 1);
        assertThat(trace)
                .filteredOn(span -> span.parent().equals(first.id()))
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.name()).startsWith("request "));
        ReceivedSpan executed = trace.stream()
                .filter(span -> span.service().equals(NAMENODE) && span.name().equals(method))
                .findFirst()
                .orElseThrow();
        assertThat(executed.attributes()).containsKeys("lambdafs.instance", "lambdafs.request");
        Set<String> below =
                descendants(trace, executed).stream().map(ReceivedSpan::name).collect(Collectors.toSet());
        assertThat(below).contains("store write", "invalidation");
        if (stack.ownStore().isPresent()) {
            assertThat(below).contains("store round trip");
        }
    }

    private static ReceivedSpan only(List<ReceivedSpan> trace, String service, String name, String parent) {
        List<ReceivedSpan> found = trace.stream()
                .filter(span -> span.service().equals(service)
                        && span.name().equals(name)
                        && span.parent().equals(parent))
                .toList();
        assertThat(found).as(trace.toString()).hasSize(1);
        return found.get(0);
    }

    private static List<ReceivedSpan> descendants(List<ReceivedSpan> trace, ReceivedSpan of) {
        return trace.stream()
                .filter(span -> span.parent().equals(of.id()))
                .flatMap(span -> Stream.concat(Stream.of(span), descendants(trace, span).stream()))
                .toList();
    }

    private static Set<String> services(List<ReceivedSpan> trace) {
        return trace.stream().map(ReceivedSpan::service).collect(Collectors.toSet());
    }
}

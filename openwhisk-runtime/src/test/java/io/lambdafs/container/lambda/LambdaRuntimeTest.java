package io.lambdafs.container.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages to the Runtime API, of which the test is the other end. */
final class LambdaRuntimeTest {
    private static final String PREFIX = "/2018-06-01/runtime/";

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final CountDownLatch broken = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean refuses;
    private HttpServer api;
    private @Nullable LambdaRuntime runtime;

    @BeforeEach
    void start() throws IOException {
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.setExecutor(threads);
        api.createContext(PREFIX, this::serve);
        api.start();
    }

    @AfterEach
    void stop() {
        LambdaRuntime started = runtime;
        if (started != null) {
            started.close();
        }
        api.stop(0);
        threads.shutdownNow();
    }

    @Test
    void eachInvocation_isAnsweredUnderItsId_andTheNextIsAskedFor() throws Exception {
        runtime = LambdaRuntime.start(config(1), new Function(), broken::countDown);
        events.add("first {\"say\":\"hello\"}");
        assertThat(message()).isEqualTo("invocation/first/response null {\"said\":\"hello\"}");
        events.add("second {\"say\":\"again\"}");
        assertThat(message()).isEqualTo("invocation/second/response null {\"said\":\"again\"}");
    }

    @Test
    void failures_areTold_andTheInstanceGoesOn() throws Exception {
        runtime = LambdaRuntime.start(config(1), new Function(), broken::countDown);
        events.add("a {\"fail\":true}");
        assertThat(message()).startsWith("invocation/a/error Function.Failed {").contains("because");
        events.add("b [1]");
        assertThat(message()).startsWith("invocation/b/response null {\"error\":\"malformed request");
        events.add("c {\"large\":true}");
        assertThat(message()).contains("invocation/c/response").contains("exceeded the allowed length");
        events.add("d {\"say\":\"there\"}");
        assertThat(message()).contains("invocation/d/response").contains("there");
    }

    @Test
    void asManyInvocationsAsAllowed_areUnderWayAtOnce() throws Exception {
        runtime = LambdaRuntime.start(config(2), new Function(), broken::countDown);
        events.add("a {\"meet\":true}");
        events.add("b {\"meet\":true}");

        assertThat(message()).contains("met");
        assertThat(message()).contains("met");
    }

    @Test
    void aFunctionThatCannotStart_saysWhy() throws Exception {
        LambdaConfig bad = new LambdaConfig("bad", runtimeApi(), 1);
        assertThatThrownBy(() -> LambdaRuntime.start(bad, new Function(), broken::countDown))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(message()).startsWith("init/error Function.InitFailed {").contains("bad name");
    }

    @Test
    void aRuntimeApiThatDoesNotAnswer_endsTheInstance_afterSomeAttempts() throws Exception {
        refuses = true;
        runtime = LambdaRuntime.start(config(1), new Function(), broken::countDown);

        assertThat(broken.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void draining_waitsForWhatIsUnderWay_andAsksForNoMore() throws Exception {
        LambdaRuntime started = LambdaRuntime.start(config(1), new Function(), broken::countDown);
        events.add("a {\"say\":\"done\"}");
        String answered = message();
        started.drain(Duration.ofMinutes(1));
        started.close();

        assertThat(answered).contains("done");
        assertThat(broken.getCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AWS_LAMBDA_RUNTIME_API | '' | use http elsewhere",
                "AWS_LAMBDA_FUNCTION_NAME | lambdafs | set LAMBDAFS_FUNCTION to namenode0",
                "AWS_LAMBDA_MAX_CONCURRENCY | none | must be a whole number within 1..9999",
            })
    void nonsense_isRefusedWithASentence(String variable, String value, String sentence) {
        Map<String, String> environment = new HashMap<>(
                Map.of("AWS_LAMBDA_RUNTIME_API", "127.0.0.1:9001", "AWS_LAMBDA_FUNCTION_NAME", "lambdafs-namenode7"));
        assertThat(LambdaConfig.fromEnvironment(environment).function()).isEqualTo("namenode7");
        environment.put(variable, value);

        assertThatThrownBy(() -> LambdaConfig.fromEnvironment(environment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private LambdaConfig config(int concurrency) {
        return new LambdaConfig("namenode0", runtimeApi(), concurrency);
    }

    private String runtimeApi() {
        return "127.0.0.1:" + api.getAddress().getPort();
    }

    private String message() throws InterruptedException {
        String message = messages.poll(60, TimeUnit.SECONDS);
        return message == null ? "nothing" : message;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath().substring(PREFIX.length());
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (refuses) {
                exchange.sendResponseHeaders(500, -1);
            } else if (path.equals("invocation/next")) {
                String[] event = events.take().split(" ", 2);
                byte[] json = event[1].getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Lambda-Runtime-Aws-Request-Id", event[0]);
                exchange.sendResponseHeaders(200, json.length);
                exchange.getResponseBody().write(json);
            } else {
                messages.add(path + " " + exchange.getRequestHeaders().getFirst("Lambda-Runtime-Function-Error-Type")
                        + " " + body);
                exchange.sendResponseHeaders(202, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does what the parameters say. */
    private static final class Function implements FunctionHandler {
        private final CountDownLatch both = new CountDownLatch(2);

        @Override
        public void init(InitRequest request) {
            if (request.name().equals("bad")) {
                throw new IllegalArgumentException("bad name");
            }
        }

        @Override
        public FunctionResult run(Invocation invocation) throws Exception {
            if (invocation.params().flag("fail")) {
                throw new IllegalStateException("because");
            }
            if (invocation.params().flag("large")) {
                return FunctionResult.of(Map.of("said", "x".repeat(LambdaRuntime.MAX_RESPONSE_BYTES)));
            }
            if (invocation.params().flag("meet")) {
                both.countDown();
                return FunctionResult.of(Map.of("said", both.await(60, TimeUnit.SECONDS) ? "met" : "alone"));
            }
            return FunctionResult.of(
                    Map.of("said", invocation.params().text("say").orElse("")));
        }
    }
}

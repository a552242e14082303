package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers hear when actions go wrong. */
final class ActionFailureTest {
    @TempDir
    static Path directory;

    private static PlatformFixture fixture;

    @BeforeAll
    static void start() throws Exception {
        fixture = new PlatformFixture(PlatformFixture.config(directory));
    }

    @AfterAll
    static void stop() throws Exception {
        fixture.close();
    }

    @Test
    void timeLimit_inRun_isADeveloperErrorAndEndsTheInstance() throws Exception {
        fixture.register("slow", "echo", "", "{\"timeout\":2500,\"logs\":0}");
        long pid = fixture.result("slow", "{}").path("pid").asLong();
        HttpResponse<String> late = fixture.invoke("slow", "", "{\"do\":\"wait\",\"file\":\"/nonexistent\"}");

        assertThat(late.statusCode()).isEqualTo(502);
        JsonNode activation = PlatformFixture.json(late);
        assertThat(activation.at("/response/result/error").asText())
                .isEqualTo("The action exceeded its time limits of 2500 milliseconds.");
        assertThat(activation.at("/response/status").asText()).isEqualTo("action developer error");
        assertThat(PlatformFixture.annotation(activation, "timeout").asBoolean())
                .isTrue();
        PlatformFixture.await(() -> ProcessHandle.of(pid).isPresent(), alive -> !alive);
    }

    @Test
    void timeLimit_inInit_saysSo() throws Exception {
        fixture.register("hang", "echo", "hang", "{\"timeout\":2000,\"logs\":0}");
        HttpResponse<String> late = fixture.invoke("hang", "&result=true", "{}");
        assertThat(late.statusCode()).isEqualTo(502);
        assertThat(late.body())
                .isEqualTo("{\"error\":\"The action exceeded its time limits of 2000 milliseconds during"
                        + " initialization.\"}");
        PlatformFixture.await(() -> instancesOf("hang"), count -> count == 0);
    }

    @Test
    void init_thatFailsOrExits_isADeveloperError() throws Exception {
        fixture.register("refuse", "echo", "refuse", "{\"logs\":0}");
        assertThat(fixture.result("refuse", "{}").path("error").asText()).contains("not today");
        fixture.register("exits", "echo", "exit", "{\"logs\":0}");
        assertThat(fixture.result("exits", "{}").path("error").asText())
                .isEqualTo("The action did not initialize and exited unexpectedly.");
        fixture.register("false", "false", "", "{\"logs\":0}");
        assertThat(fixture.result("false", "{}").path("error").asText())
                .isEqualTo("The action did not initialize and exited unexpectedly.");
    }

    @Test
    void coldStart_whosePortWasTakenMeanwhile_isMadeAgain() throws Exception {
        fixture.register("clash", "clash", "", "{\"logs\":0}");
        HttpResponse<String> reply = fixture.invoke("clash", "&result=true", "{}");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        assertThat(directory.resolve("clashed")).exists();
        assertThat(instancesOf("clash")).isEqualTo(1);
    }

    @Test
    void images_thatAreUnknownOrCannotStart_areErrors() throws Exception {
        fixture.register("unknown", "nobody/nothing", "", "{\"logs\":0}");
        HttpResponse<String> unknown = fixture.invoke("unknown", "&result=true", "{}");
        assertThat(unknown.statusCode()).isEqualTo(502);
        assertThat(unknown.body()).isEqualTo("{\"error\":\"Failed to pull container image 'nobody/nothing'.\"}");
        fixture.register("missing", "missing", "", "{\"logs\":0}");
        HttpResponse<String> missing = fixture.invoke("missing", "&result=true", "{}");
        assertThat(missing.statusCode()).isEqualTo(500);
        assertThat(missing.body()).isEqualTo("{\"error\":\"Failed to provision resources to run the action.\"}");
    }

    @Test
    void exceptionInRun_isADeveloperErrorAndEndsTheInstance() throws Exception {
        fixture.registerEcho("throws", 1);
        long pid = fixture.result("throws", "{}").path("pid").asLong();
        HttpResponse<String> thrown = fixture.invoke("throws", "", "{\"do\":\"throw\"}");
        assertThat(thrown.statusCode()).isEqualTo(502);
        assertThat(PlatformFixture.json(thrown).at("/response/status").asText()).isEqualTo("action developer error");
        assertThat(fixture.result("throws", "{}").path("pid").asLong()).isNotEqualTo(pid);
    }

    @Test
    void answer_thatIsTooLarge_isAnApplicationErrorWithItsSize() throws Exception {
        fixture.registerEcho("large", 1);
        HttpResponse<String> large = fixture.invoke("large", "&result=true", "{\"do\":\"large\"}");
        assertThat(large.statusCode()).isEqualTo(502);
        assertThat(PlatformFixture.json(large).path("error").asText())
                .startsWith("The action produced a response that exceeded the allowed length: 1048589 > 1048576 bytes."
                        + " The truncated response was: {\"large\":\"xxx");
    }

    @Test
    void instance_killedWhileIdle_costsTheNextCallerNothingButTime() throws Exception {
        fixture.registerEcho("killed", 1);
        long pid = fixture.result("killed", "{}").path("pid").asLong();
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        process.destroyForcibly();
        process.onExit().get(10, TimeUnit.SECONDS);
        HttpResponse<String> next = fixture.invoke("killed", "&result=true", "{}");
        assertThat(next.statusCode()).isEqualTo(200);
        assertThat(PlatformFixture.json(next).path("pid").asLong()).isNotEqualTo(pid);
    }

    @Test
    void instance_thatIsShuttingDown_costsTheNextCallerNothingButTime() throws Exception {
        fixture.registerEcho("closing", 1);
        long pid = fixture.result("closing", "{\"do\":\"refuse more\"}")
                .path("pid")
                .asLong();
        HttpResponse<String> next = fixture.invoke("closing", "&result=true", "{}");
        assertThat(next.statusCode()).as(next.body()).isEqualTo(200);
        assertThat(PlatformFixture.json(next).path("pid").asLong()).isPositive().isNotEqualTo(pid);
        assertThat(instancesOf("closing")).isEqualTo(1);
    }

    @Test
    void malformedMessagesToAnInstance_doNotHarmIt() throws Exception {
        fixture.registerEcho("tough", 1);
        long pid = fixture.result("tough", "{}").path("pid").asLong();
        int port = portOf(pid);
        String name = Files.readString(Path.of("/proc/" + pid + "/environ"))
                .lines()
                .flatMap(all -> Arrays.stream(all.split("\0", -1)))
                .filter(variable -> variable.startsWith("ACTION_INSTANCE="))
                .map(variable -> variable.substring(variable.indexOf('=') + 1))
                .findFirst()
                .orElseThrow();
        for (String path : new String[] {"/init", "/run"}) {
            HttpRequest malformed = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .header("X-Action-Instance", name)
                    .POST(BodyPublishers.ofString("{\"value\":"))
                    .build();
            assertThat(fixture.send(malformed).statusCode()).isEqualTo(400);
            HttpRequest ofAStranger =
                    HttpRequest.newBuilder(malformed, (header, value) -> false).build();
            assertThat(fixture.send(ofAStranger).statusCode()).isEqualTo(421);
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(fixture.result("tough", "{}").path("pid").asLong()).isEqualTo(pid);
    }

    @Test
    void crash_thatIsNoticedLate_leavesCallsWaitingAtTheDeadInstance() throws Exception {
        PlatformConfig slow = PlatformFixture.config(directory.resolve("slow"))
                .withPool(PoolSettings.defaults().withCrashNotice(1_500));
        try (PlatformFixture platform = new PlatformFixture(slow)) {
            platform.registerEcho("dead", 8);
            long pid = platform.result("dead", "{}").path("pid").asLong();
            CompletableFuture<JsonNode> crashed = platform.resultAsync("dead", "{\"do\":\"exit\"}");
            PlatformFixture.await(() -> ProcessHandle.of(pid).isPresent(), alive -> !alive);

            JsonNode routedToTheDead = platform.result("dead", "{}");

            assertThat(routedToTheDead.path("error").asText())
                    .isEqualTo("The action did not produce a valid response and exited unexpectedly.");
            assertThat(crashed.join().path("error").asText()).contains("exited unexpectedly");
            assertThat(platform.result("dead", "{}").path("pid").asLong())
                    .isPositive()
                    .isNotEqualTo(pid);
        }
    }

    private static int portOf(long pid) throws Exception {
        for (JsonNode instance : fixture.admin().path("instances")) {
            if (instance.path("pid").asLong() == pid) {
                return instance.path("port").asInt();
            }
        }
        throw new AssertionError("no instance " + pid);
    }

    private static int instancesOf(String action) throws Exception {
        return (int) fixture.admin().path("instances").findValuesAsText("action").stream()
                .filter(action::equals)
                .count();
    }
}

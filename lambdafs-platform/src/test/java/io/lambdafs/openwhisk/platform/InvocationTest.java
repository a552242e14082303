package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InvocationTest {
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
    void blockingInvocation_ofANewAction_startsColdOnceAndThenStaysWarm() throws Exception {
        fixture.registerEcho("cold", 1);
        JsonNode first = PlatformFixture.json(fixture.invoke("cold", "", "{\"a\":[1,null,\"\u00e9\"]}"));
        JsonNode second = PlatformFixture.json(fixture.invoke("cold", "", ""));

        assertThat(first.at("/response/status").asText()).isEqualTo("success");
        assertThat(first.at("/response/result/a").toString()).isEqualTo("[1,null,\"\u00e9\"]");
        assertThat(PlatformFixture.annotation(first, "initTime").isNumber()).isTrue();
        assertThat(PlatformFixture.annotation(second, "initTime").isMissingNode())
                .isTrue();
        assertThat(second.at("/response/result/pid")).isEqualTo(first.at("/response/result/pid"));
        assertThat(PlatformFixture.annotation(first, "path").asText()).isEqualTo("guest/cold");
    }

    @Test
    void concurrentCalls_withinTheLimit_shareOneInstance() throws Exception {
        fixture.registerEcho("shared", 8);
        assertThat(pidsOfEightAtOnce("shared")).hasSize(1);
    }

    private static Set<Long> pidsOfEightAtOnce(String action) throws Exception {
        Path gate = directory.resolve(action + ".gate");
        String body = "{\"do\":\"wait\",\"file\":\"" + gate + "\"}";
        List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            answers.add(fixture.resultAsync(action, body));
        }
        PlatformFixture.await(() -> active(action), active -> active == 8);
        Files.createFile(gate);
        Set<Long> pids = new HashSet<>();
        for (CompletableFuture<JsonNode> answer : answers) {
            pids.add(answer.join().path("pid").asLong());
        }
        return pids;
    }

    private static int active(String action) throws Exception {
        int active = 0;
        for (JsonNode instance : fixture.admin().path("instances")) {
            active += instance.path("action").asText().equals(action)
                    ? instance.path("active").asInt()
                    : 0;
        }
        return active;
    }

    @Test
    void applicationError_isA502AndKeepsTheInstance() throws Exception {
        fixture.registerEcho("apperror", 1);
        long pid = fixture.result("apperror", "{}").path("pid").asLong();
        HttpResponse<String> failed = fixture.invoke("apperror", "&result=true", "{\"do\":\"fail\"}");

        assertThat(failed.statusCode()).isEqualTo(502);
        assertThat(failed.body()).isEqualTo("{\"error\":\"as asked\"}");
        assertThat(failed.headers().firstValue("x-openwhisk-activation-id")).isPresent();
        assertThat(fixture.result("apperror", "{}").path("pid").asLong()).isEqualTo(pid);
    }

    @Test
    void crash_isADeveloperErrorAndTheNextCallGetsANewInstance() throws Exception {
        fixture.registerEcho("crash", 1);
        long pid = fixture.result("crash", "{}").path("pid").asLong();
        HttpResponse<String> crashed = fixture.invoke("crash", "", "{\"do\":\"exit\"}");

        assertThat(crashed.statusCode()).isEqualTo(502);
        assertThat(PlatformFixture.json(crashed).at("/response/status").asText())
                .isEqualTo("action developer error");
        assertThat(PlatformFixture.json(crashed).at("/response/result/error").asText())
                .isEqualTo("The action did not produce a valid response and exited unexpectedly.");
        assertThat(fixture.result("crash", "{}").path("pid").asLong()).isNotEqualTo(pid);
    }

    @Test
    void nonBlockingInvocation_isAcceptedAndItsRecordCanBeRead() throws Exception {
        fixture.registerEcho("async", 1);
        HttpResponse<String> accepted = fixture.send("POST", "/actions/async", "{\"a\":1}");
        assertThat(accepted.statusCode()).isEqualTo(202);
        String id = PlatformFixture.json(accepted).path("activationId").asText();
        assertThat(id).matches("[0-9a-f]{32}");
        assertThat(accepted.headers().firstValue("x-openwhisk-activation-id")).hasValue(id);
        HttpResponse<String> found = PlatformFixture.await(
                () -> fixture.send("GET", "/activations/" + id, ""), reply -> reply.statusCode() == 200);
        assertThat(PlatformFixture.json(found).at("/response/result/a").asInt()).isEqualTo(1);
        assertThat(PlatformFixture.json(fixture.send("GET", "/activations/" + id + "/result", ""))
                        .path("success")
                        .asBoolean())
                .isTrue();
        assertThat(fixture.send("GET", "/activations?name=async", "").body()).contains(id);
        assertThat(fixture.send("GET", "/activations?name=async&count=true", "").body())
                .isEqualTo("{\"activations\":1}");
        assertThat(fixture.send("GET", "/activations?name=async&upto=1", "").body())
                .isEqualTo("[]");
    }

    @Test
    void blockingInvocation_longerThanItsWait_isAcceptedAndGoesOn() throws Exception {
        fixture.registerEcho("late", 1);
        Path gate = directory.resolve("late.gate");
        HttpResponse<String> accepted =
                fixture.invoke("late", "&timeout=100", "{\"do\":\"wait\",\"file\":\"" + gate + "\"}");
        assertThat(accepted.statusCode()).isEqualTo(202);
        String id = PlatformFixture.json(accepted).path("activationId").asText();
        assertThat(fixture.send("GET", "/activations/" + id, "").statusCode()).isEqualTo(404);
        Files.createFile(gate);
        PlatformFixture.await(
                () -> fixture.send("GET", "/activations/" + id, "").statusCode(), status -> status == 200);
    }

    @Test
    void concurrencyOfOne_takesAnInstanceForEachCall() throws Exception {
        fixture.register("alone", "echo", "", "{\"memory\":128,\"logs\":0}");
        assertThat(pidsOfEightAtOnce("alone")).hasSize(8);
    }

    @Test
    void defaultParameters_areMergedUnderTheCallsOwn() throws Exception {
        fixture.send(
                "PUT",
                "/actions/merged",
                "{\"exec\":{\"kind\":\"blackbox\",\"image\":\"echo\"},\"limits\":{\"logs\":0},\"parameters\":"
                        + "[{\"key\":\"a\",\"value\":1},{\"key\":\"b\",\"value\":[2]},"
                        + "{\"key\":\"SETTING\",\"value\":\"for init\",\"init\":true}]}");
        JsonNode result = fixture.result("merged", "{\"a\":\"mine\"}");
        assertThat(result.path("a").asText()).isEqualTo("mine");
        assertThat(result.path("b").toString()).isEqualTo("[2]");
        assertThat(result.path("setting").asText()).isEqualTo("for init");
        assertThat(result.has("SETTING")).as("among the parameters of a call").isFalse();
    }

    @Test
    void logs_areKeptByActivation() throws Exception {
        fixture.register("logging", "echo", "", "{\"logs\":1}");
        for (int i = 0; i < 2; i++) {
            JsonNode answer = PlatformFixture.json(fixture.invoke("logging", "", "{\"do\":\"log\"}"));
            assertThat(answer.path("logs")).isEmpty();
            String path = "/activations/" + answer.path("activationId").asText() + "/logs";
            HttpResponse<String> logs =
                    PlatformFixture.await(() -> fixture.send("GET", path, ""), reply -> reply.statusCode() == 200);
            JsonNode lines = PlatformFixture.json(logs).path("logs");
            assertThat(lines).hasSize(2);
            assertThat(lines.get(0).asText()).endsWith(" stdout: to stdout");
            assertThat(lines.get(1).asText()).endsWith(" stderr: to stderr");
        }
    }
}

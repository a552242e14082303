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
}

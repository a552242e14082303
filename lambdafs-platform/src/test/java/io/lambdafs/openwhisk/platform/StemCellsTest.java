package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that have started before anybody needs them. */
final class StemCellsTest {
    @TempDir
    Path directory;

    @Test
    void start_takesTheStemCell_andAnotherOneTakesItsPlace() throws Exception {
        try (PlatformFixture fixture = fixture()) {
            fixture.registerEcho("reads", 1);
            fixture.registerEcho("writes", 1);
            JsonNode first = readyStemCell(fixture);
            assertThat(first.path("memoryMb").asInt()).isEqualTo(256);
            assertThat(fixture.admin().path("stemCells"))
                    .as("one for both actions, which have one shape")
                    .hasSize(1);

            HttpResponse<String> answer = fixture.invoke("reads", "", "{}");

            JsonNode result = PlatformFixture.json(answer).at("/response/result");
            assertThat(pid(result)).isEqualTo(pid(first));
            assertThat(result.path("rehearsed").asBoolean()).isTrue();
            assertThat(PlatformFixture.annotation(PlatformFixture.json(answer), "initTime")
                            .isNumber())
                    .isTrue();
            JsonNode second = readyStemCell(fixture);
            assertThat(pid(second)).isNotEqualTo(pid(first));
            assertThat(pid(fixture.result("writes", "{}"))).isEqualTo(pid(second));
            assertThat(pid(fixture.result("reads", "{}")))
                    .as("the warm instance is there")
                    .isEqualTo(pid(first));
            JsonNode pool = fixture.admin();
            assertThat(pool.path("coldStarts").asLong()).isEqualTo(2);
            assertThat(pool.path("stemStarts").asLong()).isEqualTo(2);
            assertThat(pool.path("stemCellsLost").asLong()).isZero();
            assertThat(pool.path("usedMemoryMb").asInt()).isEqualTo(512);
        }
    }

    @Test
    void killedStemCell_isReplaced_andACallMeanwhileHasAnOrdinaryStart() throws Exception {
        try (PlatformFixture fixture = fixture()) {
            fixture.registerEcho("reads", 1);
            long killed = pid(readyStemCell(fixture));
            ProcessHandle.of(killed).orElseThrow().destroyForcibly();

            JsonNode result = fixture.result("reads", "{}");
            assertThat(pid(result)).isPositive().isNotEqualTo(killed);
            assertThat(result.path("rehearsed").asBoolean())
                    .as("a start for which a call waits rehearses nothing")
                    .isFalse();

            assertThat(pid(readyStemCell(fixture))).isNotEqualTo(killed);
            assertThat(fixture.admin().path("stemCellsLost").asLong()).isEqualTo(1);
        }
    }

    @Test
    void frozenStemCell_holdsUpNoStart() throws Exception {
        try (PlatformFixture fixture = fixture()) {
            fixture.registerEcho("reads", 1);
            long frozen = pid(readyStemCell(fixture));
            assertThat(new ProcessBuilder("/bin/sh", "-c", "kill -STOP " + frozen)
                            .start()
                            .waitFor())
                    .isZero();

            assertThat(pid(fixture.result("reads", "{}"))).isPositive().isNotEqualTo(frozen);

            assertThat(fixture.admin().path("stemCellsLost").asLong()).isEqualTo(1);
            assertThat(fixture.admin().path("stemStarts").asLong()).isZero();
            PlatformFixture.await(
                    () -> ProcessHandle.of(frozen).filter(ProcessHandle::isAlive), process -> process.isEmpty());
        }
    }

    @Test
    void stemCell_thatDiesWhenItIsInitialised_isFollowedByAnOrdinaryStart() throws Exception {
        try (PlatformFixture fixture = fixture()) {
            fixture.register("dying", "echo", "exit", "{\"memory\":256,\"logs\":0}");
            readyStemCell(fixture);
            HttpResponse<String> failed = fixture.invoke("dying", "&result=true", "{}");
            assertThat(failed.statusCode()).isEqualTo(502);
            JsonNode pool = fixture.admin();
            assertThat(pool.path("stemCellsLost").asLong()).isEqualTo(1);
            assertThat(pool.path("stemStarts").asLong()).isEqualTo(1);
        }
    }

    @Test
    void stemCells_endWithTheLastActionOfTheirShape() throws Exception {
        try (PlatformFixture fixture = fixture()) {
            fixture.registerEcho("reads", 1);
            long cell = pid(readyStemCell(fixture));
            fixture.send("DELETE", "/actions/reads", "");
            PlatformFixture.await(() -> fixture.admin().path("stemCells"), JsonNode::isEmpty);
            PlatformFixture.await(
                    () -> ProcessHandle.of(cell).filter(ProcessHandle::isAlive), process -> process.isEmpty());
        }
    }

    @Test
    void imageThatDoesNotRun_hasNoStemCells_andFailsAsWithoutThem() throws Exception {
        try (PlatformFixture fixture = fixture()) {
            fixture.register("broken", "false", "", "{\"memory\":256,\"logs\":0}");
            PlatformFixture.await(() -> fixture.admin().path("stemCellsLost").asLong(), lost -> lost > 0);
            assertThat(fixture.invoke("broken", "&result=true", "{}").statusCode())
                    .isEqualTo(502);
        }
    }

    @Test
    void nonsense_isRefusedWithASentence() {
        assertThatThrownBy(() -> PoolSettings.defaults().withStemCells(-1))
                .hasMessageContaining("pool.stem-cells must be within 0..100");
        assertThatThrownBy(() -> PoolSettings.defaults().withStemCells(101))
                .hasMessageContaining("pool.stem-cells must be within 0..100");
    }

    private static JsonNode readyStemCell(PlatformFixture fixture) throws Exception {
        return PlatformFixture.await(
                () -> fixture.admin().at("/stemCells/0"),
                cell -> cell.path("state").asText().equals("ready"));
    }

    private static long pid(JsonNode json) {
        return json.path("pid").asLong();
    }

    private PlatformFixture fixture() throws Exception {
        return new PlatformFixture(PlatformFixture.config(directory.resolve("data"))
                .withPool(PoolSettings.defaults().withStemCells(1)));
    }
}

package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.openwhisk.platform.process.Image;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigFileTest {
    @TempDir
    Path directory;

    @Test
    void writtenConfiguration_isReadBack() throws Exception {
        PlatformConfig config = PlatformFixture.config(directory.resolve("d")).withPort(1234);
        Path file = directory.resolve("config.json");
        ConfigFile.write(file, config);
        assertThat(ConfigFile.read(file, PlatformConfig.defaults(Path.of("x")))).isEqualTo(config);
    }

    @Test
    void missingKeys_haveTheirDefaults() throws Exception {
        PlatformConfig config = read("{\"pool\":{\"user-memory-mb\":4096},\"images\":{\"i\":{\"command\":[\"run\"],"
                + "\"environment\":{}}}}");
        assertThat(config.pool()).isEqualTo(PoolSettings.defaults().withMemory(4096, 1_000));
        assertThat(config.images()).containsEntry("i", new Image(List.of("run"), Map.of()));
        assertThat(config.namespace()).isEqualTo("guest");
    }

    @Test
    void unknownKeysAndBadValues_areNamed() {
        assertThatThrownBy(() -> read("{\"prot\":1}")).hasMessageContaining("prot");
        assertThatThrownBy(() -> read("{\"pool\":{\"user-memory\":1}}")).hasMessageContaining("user-memory");
        assertThatThrownBy(() -> read("{\"port\":70000}")).hasMessageContaining("port must be within 0..65535");
        assertThatThrownBy(() -> read("{\"pool\":{\"user-memory-mb\":256}}"))
                .hasMessageContaining("limits.max-memory-mb must not exceed");
        assertThatThrownBy(() -> read("{\"pool\":{\"user-cpu-millis\":-1}}"))
                .hasMessageContaining("pool.user-cpu-millis must be within");
        assertThatThrownBy(() -> read("{\"pool\":{\"standard-cpu-millis\":0}}"))
                .hasMessageContaining("pool.standard-cpu-millis must be within");
        assertThatThrownBy(() -> read("{")).hasMessageContaining("config.json");
    }

    /** Every number there is, so that a new key cannot be forgotten. */
    @ParameterizedTest
    @ValueSource(strings = {"pool", "limits"})
    void nonsense_isRefusedForEveryNumber_withItsKey(String record) throws Exception {
        Path file = directory.resolve("defaults.json");
        ConfigFile.write(file, PlatformConfig.defaults(directory));
        JsonNode defaults = new ObjectMapper().readTree(file.toFile()).path(record);
        assertThat(defaults.isEmpty()).isFalse();
        for (Map.Entry<String, JsonNode> key : defaults.properties()) {
            assertThat(key.getValue().isInt()).as(key.getKey()).isTrue();
            for (String nonsense : List.of("-1", "\"nonsense\"", "null", "1e99", "[]", "9999999999")) {
                String json = "{\"" + record + "\":{\"" + key.getKey() + "\":" + nonsense + "}}";
                assertThatThrownBy(() -> read(json)).as(json).hasMessageContaining(key.getKey());
            }
        }
    }

    @Test
    void flags_overrideTheFile() throws Exception {
        Path file = directory.resolve("config.json");
        Files.writeString(file, "{\"port\":1,\"data-dir\":\"elsewhere\"}");
        PlatformConfig config =
                PlatformMain.configuration(List.of("--port", "2", "--config", file.toString(), "--host", "127.0.0.2"));
        assertThat(config.port()).isEqualTo(2);
        assertThat(config.host()).isEqualTo("127.0.0.2");
        assertThat(config.dataDir()).isEqualTo(Path.of("elsewhere"));
        assertThatThrownBy(() -> PlatformMain.configuration(List.of("--prot", "1")))
                .hasMessageContaining("--prot is not an option");
        assertThatThrownBy(() -> PlatformMain.configuration(List.of("--port")))
                .hasMessageContaining("--port needs a value");
    }

    private PlatformConfig read(String json) throws Exception {
        Path file = directory.resolve("config.json");
        Files.writeString(file, json);
        return ConfigFile.read(file, PlatformConfig.defaults(directory));
    }
}

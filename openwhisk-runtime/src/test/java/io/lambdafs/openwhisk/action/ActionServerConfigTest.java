package io.lambdafs.openwhisk.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ActionServerConfigTest {
    @Test
    void environment_overridesTheDefaultsOfAContainer() {
        ActionServerConfig defaults = ActionServerConfig.defaults();
        assertThat(ActionServerConfig.fromEnvironment(Map.of("ACTION_INSTANCE", "a")))
                .isEqualTo(new ActionServerConfig(
                        defaults.host(),
                        defaults.port(),
                        defaults.maxConcurrent(),
                        defaults.maxBodyBytes(),
                        new InstanceSecret("a", ""),
                        defaults.sentinels()));
        assertThat(ActionServerConfig.defaults().port())
                .as("where OpenWhisk calls a container")
                .isEqualTo(8080);
        ActionServerConfig local = ActionServerConfig.fromEnvironment(Map.of(
                "ACTION_PORT", "20123",
                "ACTION_HOST", "127.0.0.1",
                "ACTION_INSTANCE", "a",
                "ACTION_LOG_SENTINELS", "false"));
        assertThat(local.port()).isEqualTo(20123);
        assertThat(local.host()).isEqualTo("127.0.0.1");
        assertThat(local.sentinels()).isFalse();
    }

    @Test
    void instanceWithoutASecret_doesNotStart() {
        assertThatThrownBy(() -> ActionServerConfig.fromEnvironment(Map.of("ACTION_PORT", "20123")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ACTION_INSTANCE")
                .hasMessageContaining("ACTION_SECRET_SHA256");
        assertThatThrownBy(() -> ActionServerConfig.fromEnvironment(Map.of("ACTION_SECRET_SHA256", "x")))
                .hasMessageContaining("64 hexadecimal digits");
    }

    @Test
    void port_thatIsNone_isRefusedByName() {
        assertThatThrownBy(() -> ActionServerConfig.fromEnvironment(Map.of("ACTION_PORT", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ACTION_PORT must be a number, but is \"x\"");
        assertThatThrownBy(() ->
                        ActionServerConfig.fromEnvironment(Map.of("ACTION_PORT", "70000", "ACTION_INSTANCE", "a")))
                .hasMessage("port must be within 0..65535");
    }
}

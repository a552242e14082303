package io.lambdafs.openwhisk.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ActionServerConfigTest {
    @Test
    void environment_overridesTheDefaultsOfAContainer() {
        assertThat(ActionServerConfig.fromEnvironment(Map.of())).isEqualTo(ActionServerConfig.defaults());
        assertThat(ActionServerConfig.defaults().port())
                .as("where OpenWhisk calls a container")
                .isEqualTo(8080);
        ActionServerConfig local = ActionServerConfig.fromEnvironment(
                Map.of("ACTION_PORT", "20123", "ACTION_HOST", "127.0.0.1", "ACTION_LOG_SENTINELS", "false"));
        assertThat(local.port()).isEqualTo(20123);
        assertThat(local.host()).isEqualTo("127.0.0.1");
        assertThat(local.sentinels()).isFalse();
    }

    @Test
    void port_thatIsNone_isRefusedByName() {
        assertThatThrownBy(() -> ActionServerConfig.fromEnvironment(Map.of("ACTION_PORT", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ACTION_PORT must be a number, but is \"x\"");
        assertThatThrownBy(() -> ActionServerConfig.fromEnvironment(Map.of("ACTION_PORT", "70000")))
                .hasMessage("port must be within 0..65535");
    }
}

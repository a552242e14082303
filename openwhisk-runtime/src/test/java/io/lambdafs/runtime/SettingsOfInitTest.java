package io.lambdafs.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Settings that come with the initialisation. */
final class SettingsOfInitTest {
    @Test
    void instance_waitsForThem_onlyWhereItIsToldTo_andThePlatformSendsThem() {
        assertThat(SettingsOfInit.isWanted(Map.of())).isFalse();
        assertThat(SettingsOfInit.isWanted(Map.of("LAMBDAFS_SETTINGS_FROM", "init")))
                .isTrue();
        assertThat(SettingsOfInit.isWanted(Map.of("LAMBDAFS_SETTINGS_FROM", "init", "LAMBDAFS_PROTOCOL", "http")))
                .isFalse();
        assertThatThrownBy(() -> SettingsOfInit.isWanted(Map.of("LAMBDAFS_SETTINGS_FROM", "moon")))
                .hasMessageContaining("LAMBDAFS_SETTINGS_FROM must be init");
    }

    @Test
    void settingThatIsMissingInBoth_orUnknown_isNamed() throws Exception {
        try (SettingsOfInit later = new SettingsOfInit(Map.of("LAMBDAFS_SUPERUSER", "hdfs"), ProtocolRules.ALL)) {
            assertThatThrownBy(() -> later.init(init(Map.of("__OW_NAMESPACE", "guest"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("LAMBDAFS_");
            assertThatThrownBy(() -> later.init(init(Map.of("LAMBDAFS_STOER_URL", "x"))))
                    .hasMessageContaining("LAMBDAFS_STOER_URL");
            assertThat(later.run(new Invocation(JsonObject.EMPTY, "", "", "", Instant.EPOCH))
                            .value()
                            .text("error"))
                    .contains("it is not initialised");
        }
    }

    private static InitRequest init(Map<String, String> environment) {
        return new InitRequest("namenode0", "main", false, Optional.empty(), environment);
    }
}

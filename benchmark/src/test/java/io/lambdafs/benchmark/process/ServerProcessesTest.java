package io.lambdafs.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ServerProcessesTest {
    private static final String TABLE = """
            platform        http://127.0.0.1:36733
            ZooKeeper       127.0.0.1:49057

            COMPONENT    STATE         PID  ADDRESS
            postgres     running       474  127.0.0.1:35257
            zookeeper    running       434  127.0.0.1:49057
            platform     running       481  http://127.0.0.1:36733
            """;

    @Test
    void statusTable_givesThePids() {
        assertThat(ServerProcesses.ofStatusTable(TABLE)).isEqualTo(new ServerProcesses(474, 434, 481));
    }

    @Test
    void embeddedEngine_isTheStore() {
        String line = "postgres     running       474  127.0.0.1:35257";

        assertThat(ServerProcesses.ofStatusTable(
                        TABLE.replace(line, "store        running       482  127.0.0.1:35257")))
                .isEqualTo(new ServerProcesses(482, 434, 481));
        assertThatThrownBy(() -> ServerProcesses.ofStatusTable(TABLE.replace(line, "")))
                .hasMessageContaining("store or postgres is not running");
    }

    @Test
    void deadComponent_isNamed() {
        assertThatThrownBy(() -> ServerProcesses.ofStatusTable(
                        TABLE.replace("zookeeper    running       434", "zookeeper    dead            -")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("zookeeper is not running");
    }
}

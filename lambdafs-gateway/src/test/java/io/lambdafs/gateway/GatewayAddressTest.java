package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a gateway listens. */
final class GatewayAddressTest {
    private static final String LOOPBACK = "127.0.0.1";

    @TempDir
    private Path directory;

    @BeforeEach
    void writeConfiguration() throws IOException {
        Files.writeString(directory.resolve("core-site.xml"), "<configuration/>");
    }

    @Test
    void twoGatewaysThatWantTheSamePort_bothServe() throws IOException {
        int wanted = freePort();
        try (Gateway first = gateway(wanted, 0);
                Gateway second = gateway(wanted, 0)) {
            assertThat(first.rpcAddress().getPort()).isEqualTo(wanted);
            assertThat(second.rpcAddress().getPort()).isNotIn(0, wanted);
        }
    }

    @Test
    void portThatSomebodyHas_isRefusedWithAHint_whereNoOtherWillDo() throws IOException {
        try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int taken = holder.getLocalPort();
            assertThatThrownBy(() -> gateway(taken))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot listen at " + LOOPBACK + ", port [" + taken + "]")
                    .hasMessageContaining("choose another --rpc-port");
        }
    }

    private Gateway gateway(Integer... ports) throws IOException {
        return Gateway.start(new GatewayOptions(directory, LOOPBACK, List.of(ports), List.of(), ""));
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}

package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.cli.network.BindAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** What is said about ports. */
final class PortsTest {
    @Test
    void portInUse_isNamedWithItsOption() throws IOException {
        int port;
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = other.getLocalPort();
            assertThatThrownBy(() -> Ports.requireFree("platform", BindAddress.LOOPBACK, "--platform-port", port))
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("--platform-port");
        }
        assertThatCode(() -> Ports.requireFree("platform", BindAddress.LOOPBACK, "--platform-port", port))
                .doesNotThrowAnyException();
    }

    @Test
    void numbersThatAreNoPorts_areRefused() {
        for (int port : new int[] {-1, 0, 65_536}) {
            assertThatThrownBy(() -> Ports.requireValid("--platform-port", port))
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining("--platform-port");
        }
    }
}

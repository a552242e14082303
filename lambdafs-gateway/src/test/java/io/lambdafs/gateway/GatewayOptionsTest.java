package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway's process is started with. */
final class GatewayOptionsTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void writeConfiguration() throws IOException {
        Files.writeString(directory.resolve("core-site.xml"), "<configuration/>");
    }

    @Test
    void configurationAlone_meansHdfsPortOnTheLoopbackInterface() {
        assertThat(GatewayOptions.parse("--conf", directory.toString()))
                .isEqualTo(new GatewayOptions(directory, "127.0.0.1", List.of(8020), List.of(9870), ""));
    }

    @Test
    void everyOption_isTaken() {
        String conf = directory.toString();
        assertThat(GatewayOptions.parse(
                        "--rpc-port", "8020,0", "--http-port", "0", "--bind", "127.0.0.2", "--conf", conf))
                .isEqualTo(new GatewayOptions(directory, "127.0.0.2", List.of(8020, 0), List.of(0), ""));
        assertThat(GatewayOptions.parse("--http-port", "off", "--conf", conf).httpPorts())
                .isEmpty();
    }

    @Test
    void nonsense_isRefusedByItsName() {
        String conf = directory.toString();
        assertRefused("--conf is missing");
        assertRefused("no such place", "--conf", "no such place");
        assertRefused("unknown option --port", "--port", "1");
        assertRefused("--rpc-port needs a value", "--conf", conf, "--rpc-port");
        assertRefused("--conf is given twice", "--conf", conf, "--conf", conf);
        assertRefused("not eighty", "--conf", conf, "--rpc-port", "eighty");
        assertRefused("takes a number", "--conf", conf, "--rpc-port", "8020,");
        assertRefused("between 0 and 65535", "--conf", conf, "--rpc-port", "65536");
        assertRefused("--http-port", "--conf", conf, "--http-port", "none");
    }

    private static void assertRefused(String words, String... arguments) {
        assertThatThrownBy(() -> GatewayOptions.parse(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }
}

package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.cli.StackConfig.InstanceCpu;
import io.lambdafs.cli.StackConfig.StackPorts;
import io.lambdafs.cli.network.BindAddress;
import io.lambdafs.cli.security.StackSecurity;
import io.lambdafs.cli.volume.Volumes;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stack listens on loopback, unless its user says that the network is to be trusted. */
final class BindAddressTest {
    /** An address for documentation, which no machine has. */
    private static final String ELSEWHERE = "192.0.2.1";

    private final PrintStream realErrors = System.err;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @BeforeEach
    void capture() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setErr(realErrors);
    }

    @Test
    void otherThanLoopback_needsTheUsersTrust_andChangesNothingWithoutIt() {
        Path data = directory.resolve("data");
        assertThat(Main.run("start", "--data-dir", data.toString(), "--bind-address", ELSEWHERE))
                .isEqualTo(1);
        assertThat(said())
                .contains("Everybody who reaches " + ELSEWHERE + " can read, change and delete all files")
                .contains("add --trust-network");
        assertThat(data).doesNotExist();
    }

    @Test
    void loopback_needsNone() {
        assertThat(BindAddress.asked("127.0.0.2", false).isLoopback()).isTrue();
        assertThat(BindAddress.asked(ELSEWHERE, true).isLoopback()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost", "::1", "1.2.3", "1.2.3.4.", "1.2.3.256", "01.2.3.4", "1.2.3.4:5", "0.0.0.0"})
    void whatIsNoAddress_isRefused(String text) {
        assertThatThrownBy(() -> new BindAddress(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--bind-address");
    }

    @Test
    void addressOfAnotherMachine_isNamed() {
        assertThatThrownBy(() -> Ports.requireFree("platform", new BindAddress(ELSEWHERE), "--platform-port", 3233))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("this machine has no address " + ELSEWHERE);
    }

    @Test
    void address_isKept() {
        DataDirectory data = new DataDirectory(directory.resolve("data"));
        data.prepare();
        StackConfig config = config("rocks");
        config.save(data);
        assertThat(StackConfig.load(data)).isEqualTo(config);
        assertThat(config.platformUrl()).isEqualTo("http://192.0.2.1:1");
        assertThat(config.zooKeeper()).isEqualTo("192.0.2.1:2");
    }

    @Test
    void ownPostgreSql_staysOnLoopback() {
        assertThatThrownBy(() -> config("embedded-postgres"))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("listens on 127.0.0.1 only");
    }

    private static StackConfig config(String store) {
        return new StackConfig(
                "lambdafs",
                "zookeeper",
                true,
                false,
                1,
                64,
                1,
                1 << 20,
                store,
                "",
                "",
                new StackPorts(new BindAddress(ELSEWHERE), 1, 2, 3),
                InstanceCpu.DEFAULT,
                StackConfig.InstancePool.DEFAULT,
                StackConfig.EngineMemory.DEFAULT,
                StackConfig.Gateways.DEFAULT,
                Volumes.DEFAULT,
                false,
                StackSecurity.SIMPLE);
    }

    private String said() {
        return errors.toString(StandardCharsets.UTF_8);
    }
}

package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.datanode.DataNodeConfig.Network;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.storage.StorageType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CommandLineTest {
    private static CommandLine parse(String... arguments) {
        return CommandLine.parse(arguments, Map.of("LAMBDAFS_STORE_URL", "jdbc:x", "LAMBDAFS_STORE_USER", "me"));
    }

    @Test
    void defaults() {
        CommandLine command = parse("--data-dir", "/d");
        assertThat(command.config())
                .isEqualTo(new DataNodeConfig(
                        List.of(Volume.disk(Path.of("/d"))),
                        Network.loopback(),
                        Duration.ofHours(1),
                        HousekeepingConfig.defaults()));
        assertThat(command.store().url()).isEqualTo("jdbc:x");
        assertThat(command.store().user()).isEqualTo("me");
        assertThat(command.storeWait()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void everyOption_isRead() {
        CommandLine command = parse(
                "--data-dir",
                "/d",
                "--store",
                "jdbc:y",
                "--bind",
                "0.0.0.0",
                "--host",
                "h",
                "--port-base",
                "9000",
                "--dead-after",
                "5",
                "--block-report",
                "60",
                "--store-wait",
                "1");
        assertThat(command.config().network()).isEqualTo(new Network("0.0.0.0", "h", 9000));
        assertThat(command.config().housekeeping().liveness().deadAfter()).isEqualTo(Duration.ofSeconds(5));
        assertThat(command.config().blockReportInterval()).isEqualTo(Duration.ofSeconds(60));
        assertThat(command.store().url()).isEqualTo("jdbc:y");
        assertThat(command.storeWait()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void severalDirectories_areVolumes() {
        assertThat(parse("--data-dir", "/d, /e").config().dataDirectories())
                .containsExactly(Path.of("/d"), Path.of("/e"));
        assertThat(parse("--data-dir", "[SSD]/d, [archive] /e,/f").config().volumes())
                .containsExactly(
                        new Volume(StorageType.SSD, Path.of("/d")),
                        new Volume(StorageType.ARCHIVE, Path.of("/e")),
                        Volume.disk(Path.of("/f")));
        assertThatThrownBy(() -> parse("--data-dir", "[TAPE]/d")).hasMessageContaining("not TAPE");
        assertThatThrownBy(() -> parse("--data-dir", "/d,,/e")).hasMessageContaining("between commas");
    }

    @Test
    void host_isTheMachinesNameUnlessAnotherAddressIsBound() {
        assertThat(parse("--data-dir", "/d").config().network().advertisedHost())
                .isEqualTo("localhost");
        assertThat(parse("--data-dir", "/d", "--bind", "10.0.0.1")
                        .config()
                        .network()
                        .advertisedHost())
                .isEqualTo("10.0.0.1");
    }

    @Test
    void scanners_areOn() {
        var settings = HadoopSettings.of(
                parse("--data-dir", "/d").config(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
        assertThat(settings.get("dfs.datanode.hostname")).isEqualTo("localhost");
        assertThat(settings.getInt("dfs.datanode.scan.period.hours", 504)).isPositive();
        assertThat(settings.getTimeDuration("dfs.datanode.directoryscan.interval", 21_600, TimeUnit.SECONDS))
                .isPositive();
    }

    @Test
    void wrongArguments_areNamed() {
        assertThatThrownBy(() -> parse("--nonsense", "1")).hasMessageContaining("unknown option --nonsense");
        assertThatThrownBy(() -> parse("--data-dir")).hasMessageContaining("--data-dir needs a value");
        assertThatThrownBy(() -> parse("--store", "x")).hasMessageContaining("give --data-dir");
        assertThatThrownBy(() -> parse("--data-dir", "/d", "--port-base", "x")).hasMessageContaining("--port-base");
        assertThatThrownBy(() -> parse("--data-dir", "/d", "--port-base", "65535"))
                .hasMessageContaining("65533");
        assertThatThrownBy(() -> parse("--data-dir", "/d", "--bind", "0.0.0.0")).hasMessageContaining("--host");
        assertThatThrownBy(() -> parse("--data-dir", "/d", "--dead-after", "0")).hasMessageContaining("positive");
        assertThatThrownBy(() -> CommandLine.parse(new String[] {"--data-dir", "/d"}, Map.of()))
                .hasMessageContaining("LAMBDAFS_STORE_URL");
    }
}

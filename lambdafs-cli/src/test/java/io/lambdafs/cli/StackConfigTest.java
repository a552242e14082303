package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.cli.StackConfig.EngineMemory;
import io.lambdafs.cli.StackConfig.InstanceCpu;
import io.lambdafs.cli.StackConfig.InstancePool;
import io.lambdafs.cli.StackConfig.StackPorts;
import io.lambdafs.cli.security.StackSecurity;
import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.cli.volume.Volumes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of a stack: what is refused, and that they are found again. */
final class StackConfigTest {
    private static final StackPorts PORTS = new StackPorts(1, 2, 3);
    private static final InstanceCpu CPU = new InstanceCpu(150, 4000);
    private static final InstancePool POOL = new InstancePool(3, 5_000, 2);
    private static final EngineMemory MEMORY = new EngineMemory(8, 300);
    private static final StackConfig.Gateways GATEWAYS = new StackConfig.Gateways(2, 8100, 9900);

    @TempDir
    private Path directory;

    @Test
    void savedSettings_areFoundAgain() {
        DataDirectory data = new DataDirectory(directory.resolve("data"));
        data.prepare();
        assertThat(StackConfig.isSaved(data)).isFalse();
        StackConfig config = new StackConfig(
                "lambdafs",
                "zookeeper",
                true,
                true,
                7,
                64,
                2,
                1 << 20,
                "jdbc:postgresql://h:1/d?a=b",
                "me",
                "p:=# \\w",
                PORTS,
                CPU,
                POOL,
                MEMORY,
                GATEWAYS,
                Volumes.parse("disk,SSD"),
                true,
                new StackSecurity(true, "hdfs/_HOST@EXAMPLE.COM", "/etc/hdfs.keytab"));
        config.save(data);
        config.save(data);
        assertThat(StackConfig.isSaved(data)).isTrue();
        assertThat(StackConfig.load(data)).isEqualTo(config);
    }

    @Test
    void settingsOfAnEarlierVersion_meanItsPostgreSql() throws IOException {
        DataDirectory data = new DataDirectory(directory.resolve("data"));
        data.prepare();
        StackConfig.defaults().save(data);
        Path file = data.of("conf").resolve("stack.properties");
        String saved = Files.readString(file)
                .replaceAll("(?m)^store=.*$", "store=embedded")
                .replaceAll("(?m)^store-port=.*$", "postgres-port=4711");
        Files.writeString(file, saved);

        StackConfig config = StackConfig.load(data);

        assertThat(config.ownStore()).contains(OwnStore.EMBEDDED_POSTGRES);
        assertThat(config.ports().store()).isEqualTo(4711);
        config.save(data);
        assertThat(StackConfig.load(data)).isEqualTo(config);
    }

    @Test
    void settingsOfAVersionWithoutThem_haveTheDefaultBoundsOfTheEngine() throws IOException {
        DataDirectory data = new DataDirectory(directory.resolve("data"));
        data.prepare();
        StackConfig.defaults().save(data);
        Path file = data.of("conf").resolve("stack.properties");
        String saved = Files.readString(file);
        assertThat(saved).contains("store-block-cache-mb=64", "store-write-buffer-mb=64");
        Files.writeString(file, saved.replaceAll("(?m)^store-(block|write).*$", ""));
        assertThat(StackConfig.load(data)).isEqualTo(StackConfig.defaults());
    }

    @Test
    void boundsOfTheEngine_areOptionsOfItsProgram() {
        assertThat(MEMORY.arguments()).containsExactly("--block-cache-mb", "8", "--write-buffer-mb", "300");
    }

    @Test
    void storesOfSomebodyElse_areNoOwnStores() {
        for (String url : List.of("jdbc:postgresql://h/d", "rocks://h:1", "rocks+unix:/run/s", "ndb://h:1186/d")) {
            assertThat(config("lambdafs", "zookeeper", 1, 64, 1, url).ownStore())
                    .as(url)
                    .isEmpty();
        }
    }

    @Test
    void damagedSettings_areSaidToBe() throws IOException {
        DataDirectory data = new DataDirectory(directory.resolve("data"));
        data.prepare();
        StackConfig.defaults().save(data);
        Files.writeString(data.of("conf").resolve("stack.properties"), "deployments=four\n");
        assertThatThrownBy(() -> StackConfig.load(data))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void unusableValues_areNamed() {
        assertRefused("--deployments", () -> config("lambdafs", "zookeeper", 0, 64, 1, "rocks"));
        assertRefused("--deployments", () -> config("lambdafs", "zookeeper", 5000, 64, 1, "rocks"));
        assertRefused("--instance-concurrency", () -> config("lambdafs", "zookeeper", 1, 0, 1, "rocks"));
        assertRefused("--datanodes", () -> config("lambdafs", "zookeeper", 1, 64, -1, "rocks"));
        assertRefused("--store", () -> config("lambdafs", "zookeeper", 1, 64, 1, "mysql"));
        assertThat(config("lambdafs", "zookeeper", 1, 64, 1, "ndb://h:1186/d").isNdb())
                .isTrue();
        assertThat(config("lambdafs", "ndb", 1, 64, 1, "ndb://h:1186/d").hasZooKeeper())
                .isFalse();
        assertRefused("--coordinator ndb needs --store ndb", () -> config("lambdafs", "ndb", 1, 64, 1, "rocks"));
        assertRefused("--coordinator", () -> config("lambdafs", "etcd", 1, 64, 1, "ndb://h:1186/d"));
        assertRefused("--zookeeper-port", () -> new StackPorts(1, 0, 3));
        assertRefused("--store-port", () -> new StackPorts(1, 2, 65536));
        assertRefused("--instance-cpu-millis", () -> new InstanceCpu(9, 0));
        assertRefused("--instance-cpu-millis", () -> new InstanceCpu(-1, 0));
        assertRefused("--pool-cpu-millis", () -> new InstanceCpu(0, 10_000_001));
        assertRefused("--max-instances must be between 0 and 100000", () -> new InstancePool(-1, 60_000, 1));
        assertRefused("--idle-millis must be between 1000", () -> new InstancePool(0, 999, 1));
        assertRefused("--stem-cells must be between 0 and 100", () -> new InstancePool(0, 60_000, 101));
        assertRefused("--store-block-cache-mb must be between 8 and 1048576, not 7", () -> new EngineMemory(7, 64));
        assertRefused("--store-write-buffer-mb", () -> new EngineMemory(64, (1 << 20) + 1));
        assertRefused(
                "600 MB together, and this machine has 512 MB", () -> new EngineMemory(300, 300).requireFits(512));
        assertRefused("differ", () -> new StackPorts(1, 2, 2));
    }

    @Test
    void mode_isOneThatTheStoreAllows() {
        assertRefused(
                "--mode must be lambdafs, validate or stateless, not fast",
                () -> config("fast", "zookeeper", 1, 64, 1, "rocks"));
        assertRefused(
                "--mode validate needs a store with a change feed: use --store rocks",
                () -> config("validate", "zookeeper", 1, 64, 1, "embedded-postgres"));
        assertThat(config("validate", "zookeeper", 1, 64, 1, "rocks").mode()).isEqualTo("validate");
        assertThat(config("validate", "zookeeper", 1, 64, 1, "rocks://h:1").mode())
                .isEqualTo("validate");
    }

    @Test
    void pool_holdsAsManyInstancesAsThereAreCores_butOneOfEachFunction() {
        assertThat(instances(InstanceCpu.DEFAULT, 2, 4)).isEqualTo(4);
        assertThat(instances(InstanceCpu.DEFAULT, 16, 4)).isEqualTo(32);
        assertThat(instances(InstanceCpu.DEFAULT, 2, 8)).isEqualTo(8);
        assertThat(instances(new InstanceCpu(150, 0), 2, 4)).isEqualTo(13);
        assertThat(instances(new InstanceCpu(3000, 0), 2, 4)).isEqualTo(4);
        assertThat(instances(new InstanceCpu(0, 5000), 2, 4)).isEqualTo(10);
    }

    private static int instances(InstanceCpu cpu, int cores, int deployments) {
        return cpu.poolMillis(cores, deployments, 500) / cpu.shareMillis(500);
    }

    @Test
    void replication_isNoMoreThanThereAreDataNodes() {
        assertThat(StackConfig.defaults().replication()).isEqualTo(3);
        assertThat(config("lambdafs", "zookeeper", 1, 64, 1, "rocks").replication())
                .isEqualTo(1);
        assertThat(config("lambdafs", "zookeeper", 1, 64, 0, "rocks").replication())
                .isEqualTo(1);
        assertThat(config("lambdafs", "zookeeper", 1, 64, 9, "rocks").replication())
                .isEqualTo(3);
    }

    private static StackConfig config(
            String mode, String coordinator, int deployments, int concurrency, int dataNodes, String store) {
        return new StackConfig(
                mode,
                coordinator,
                true,
                false,
                deployments,
                concurrency,
                dataNodes,
                1 << 20,
                store,
                "",
                "",
                PORTS,
                CPU,
                POOL,
                MEMORY,
                GATEWAYS,
                Volumes.DEFAULT,
                false,
                StackSecurity.SIMPLE);
    }

    private static void assertRefused(String word, org.assertj.core.api.ThrowableAssert.ThrowingCallable attempt) {
        assertThatThrownBy(attempt).isInstanceOf(CliException.class).hasMessageContaining(word);
    }
}

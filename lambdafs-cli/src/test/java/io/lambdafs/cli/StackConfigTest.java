package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.cli.StackConfig.InstanceCpu;
import io.lambdafs.cli.StackConfig.StackPorts;
import io.lambdafs.cli.store.OwnStore;
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
                CPU);
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
    void storesOfSomebodyElse_areNoOwnStores() {
        for (String url : List.of("jdbc:postgresql://h/d", "rocks://h:1", "rocks+unix:/run/s", "ndb://h:1186/d")) {
            assertThat(new StackConfig("lambdafs", "zookeeper", true, false, 1, 64, 1, 1 << 20, url, "", "", PORTS, CPU)
                            .ownStore())
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
        assertRefused(
                "--deployments",
                () -> new StackConfig(
                        "lambdafs", "zookeeper", true, false, 0, 64, 1, 1 << 20, "rocks", "", "", PORTS, CPU));
        assertRefused(
                "--deployments",
                () -> new StackConfig(
                        "lambdafs", "zookeeper", true, false, 5000, 64, 1, 1 << 20, "rocks", "", "", PORTS, CPU));
        assertRefused(
                "--instance-concurrency",
                () -> new StackConfig(
                        "lambdafs", "zookeeper", true, false, 1, 0, 1, 1 << 20, "rocks", "", "", PORTS, CPU));
        assertRefused(
                "--datanodes",
                () -> new StackConfig(
                        "lambdafs", "zookeeper", true, false, 1, 64, -1, 1 << 20, "rocks", "", "", PORTS, CPU));
        assertRefused(
                "--store",
                () -> new StackConfig(
                        "lambdafs", "zookeeper", true, false, 1, 64, 1, 1 << 20, "mysql", "", "", PORTS, CPU));
        assertThat(new StackConfig(
                                "lambdafs",
                                "zookeeper",
                                true,
                                false,
                                1,
                                64,
                                1,
                                1 << 20,
                                "ndb://h:1186/d",
                                "",
                                "",
                                PORTS,
                                CPU)
                        .isNdb())
                .isTrue();
        assertThat(new StackConfig(
                                "lambdafs", "ndb", true, false, 1, 64, 1, 1 << 20, "ndb://h:1186/d", "", "", PORTS, CPU)
                        .hasZooKeeper())
                .isFalse();
        assertRefused(
                "--coordinator ndb needs --store ndb",
                () -> new StackConfig("lambdafs", "ndb", true, false, 1, 64, 1, 1 << 20, "rocks", "", "", PORTS, CPU));
        assertRefused(
                "--coordinator",
                () -> new StackConfig(
                        "lambdafs", "etcd", true, false, 1, 64, 1, 1 << 20, "ndb://h:1186/d", "", "", PORTS, CPU));
        assertRefused("--zookeeper-port", () -> new StackPorts(1, 0, 3));
        assertRefused("--store-port", () -> new StackPorts(1, 2, 65536));
        assertRefused("--instance-cpu-millis", () -> new InstanceCpu(9, 0));
        assertRefused("--instance-cpu-millis", () -> new InstanceCpu(-1, 0));
        assertRefused("--pool-cpu-millis", () -> new InstanceCpu(0, 10_000_001));
        assertRefused("differ", () -> new StackPorts(1, 2, 2));
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
        assertThat(new StackConfig("lambdafs", "zookeeper", true, false, 1, 64, 1, 1 << 20, "rocks", "", "", PORTS, CPU)
                        .replication())
                .isEqualTo(1);
        assertThat(new StackConfig("lambdafs", "zookeeper", true, false, 1, 64, 0, 1 << 20, "rocks", "", "", PORTS, CPU)
                        .replication())
                .isEqualTo(1);
        assertThat(new StackConfig("lambdafs", "zookeeper", true, false, 1, 64, 9, 1 << 20, "rocks", "", "", PORTS, CPU)
                        .replication())
                .isEqualTo(3);
    }

    private static void assertRefused(String word, org.assertj.core.api.ThrowableAssert.ThrowingCallable attempt) {
        assertThatThrownBy(attempt).isInstanceOf(CliException.class).hasMessageContaining(word);
    }
}

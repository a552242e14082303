package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
                7,
                64,
                2,
                1 << 20,
                "jdbc:postgresql://h:1/d?a=b",
                "me",
                "p:=# \\w",
                PORTS);
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
            assertThat(new StackConfig("lambdafs", "zookeeper", true, 1, 64, 1, 1 << 20, url, "", "", PORTS).ownStore())
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
                () -> new StackConfig("lambdafs", "zookeeper", true, 0, 64, 1, 1 << 20, "rocks", "", "", PORTS));
        assertRefused(
                "--deployments",
                () -> new StackConfig("lambdafs", "zookeeper", true, 5000, 64, 1, 1 << 20, "rocks", "", "", PORTS));
        assertRefused(
                "--instance-concurrency",
                () -> new StackConfig("lambdafs", "zookeeper", true, 1, 0, 1, 1 << 20, "rocks", "", "", PORTS));
        assertRefused(
                "--datanodes",
                () -> new StackConfig("lambdafs", "zookeeper", true, 1, 64, -1, 1 << 20, "rocks", "", "", PORTS));
        assertRefused(
                "--store",
                () -> new StackConfig("lambdafs", "zookeeper", true, 1, 64, 1, 1 << 20, "mysql", "", "", PORTS));
        assertThat(new StackConfig("lambdafs", "zookeeper", true, 1, 64, 1, 1 << 20, "ndb://h:1186/d", "", "", PORTS)
                        .isNdb())
                .isTrue();
        assertThat(new StackConfig("lambdafs", "ndb", true, 1, 64, 1, 1 << 20, "ndb://h:1186/d", "", "", PORTS)
                        .hasZooKeeper())
                .isFalse();
        assertRefused(
                "--coordinator ndb needs --store ndb",
                () -> new StackConfig("lambdafs", "ndb", true, 1, 64, 1, 1 << 20, "rocks", "", "", PORTS));
        assertRefused(
                "--coordinator",
                () -> new StackConfig("lambdafs", "etcd", true, 1, 64, 1, 1 << 20, "ndb://h:1186/d", "", "", PORTS));
        assertRefused("--zookeeper-port", () -> new StackPorts(1, 0, 3));
        assertRefused("--store-port", () -> new StackPorts(1, 2, 65536));
        assertRefused("differ", () -> new StackPorts(1, 2, 2));
    }

    @Test
    void replication_isNoMoreThanThereAreDataNodes() {
        assertThat(StackConfig.defaults().replication()).isEqualTo(3);
        assertThat(new StackConfig("lambdafs", "zookeeper", true, 1, 64, 1, 1 << 20, "rocks", "", "", PORTS)
                        .replication())
                .isEqualTo(1);
        assertThat(new StackConfig("lambdafs", "zookeeper", true, 1, 64, 0, 1 << 20, "rocks", "", "", PORTS)
                        .replication())
                .isEqualTo(1);
        assertThat(new StackConfig("lambdafs", "zookeeper", true, 1, 64, 9, 1 << 20, "rocks", "", "", PORTS)
                        .replication())
                .isEqualTo(3);
    }

    private static void assertRefused(String word, org.assertj.core.api.ThrowableAssert.ThrowingCallable attempt) {
        assertThatThrownBy(attempt).isInstanceOf(CliException.class).hasMessageContaining(word);
    }
}

package io.lambdafs.hive;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Hive in a warehouse with a default access control list. Tables, partitions and files inherit it exactly as on HDFS. A user with the
 * right to read reads and does not write, and everybody else is refused.
 */
@Tag("hive")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class HiveAccessTest {
    private static final String DENIED = "Permission denied: user=";

    @TempDir
    private Path directory;

    private FileSystem fs;
    private HiveWarehouse warehouse;
    private HiveSession hive;

    @BeforeEach
    void begin() throws IOException {
        fs = SharedStack.get().newClient();
        warehouse = new HiveWarehouse(fs);
        warehouse.prepare();
        hive = new HiveSession(
                directory,
                List.of(
                        CheckoutSources.root().toAbsolutePath().resolve("lambdafs-client/target/lambdafs-client.jar"),
                        SharedStack.get().dataDir().resolve("conf")));
    }

    @AfterEach
    void end() throws IOException {
        warehouse.remove();
        fs.close();
    }

    @Test
    void whatHiveMakes_hasTheListsThatItHasOnHdfs_andUsersHaveTheirRights() throws Exception {
        HiveSession.Outcome written = hive.run("writer", HiveWarehouse.statements(directory));
        assertThat(written.status()).as(written.output()).isZero();

        List<String> made = warehouse.listing();
        assertThat(made).isEqualTo(onHdfs());
        // Whatever was recorded, it has to be this.
        assertThat(made)
                .anyMatch(line -> line.startsWith("directory warehouse/sales/day=day5 ")
                        && line.contains("default:user:reader:r-x"))
                .anyMatch(
                        line -> line.startsWith("file warehouse/sales/day=day5/") && line.contains("user:reader:r-x"));

        HiveSession.Outcome read = hive.run("reader", "SELECT item, amount FROM sales WHERE day = 'day5'");
        assertThat(read.status()).as(read.output()).isZero();
        assertThat(read.output().lines()).contains("tea\t30", "milk\t50", "bread\t70");

        requireRefused("reader", "INSERT INTO sales PARTITION (day = 'day5') VALUES ('rice', 2)", DENIED + "reader");
        requireRefused("stranger", "SELECT item, amount FROM sales WHERE day = 'day5'", DENIED + "stranger");
        // Hive says it in its own words.
        requireRefused(
                "stranger",
                "LOAD DATA LOCAL INPATH '" + directory.resolve("local.csv") + "' INTO TABLE plain",
                "error while checking/creating destination directory");
        // Hive takes the table out of its metastore, and tries to delete its files then.
        assertThat(hive.run("stranger", "DROP TABLE plain").output()).contains(DENIED + "stranger");
        assertThat(warehouse.listing()).isEqualTo(made);
    }

    private void requireRefused(String user, String statement, String words) throws Exception {
        HiveSession.Outcome outcome = hive.run(user, statement);
        assertThat(outcome.status()).as(outcome.output()).isNotZero();
        assertThat(outcome.output()).contains(words);
    }

    private static List<String> onHdfs() throws IOException {
        try (InputStream in = requireNonNull(HiveAccessTest.class.getResourceAsStream("/hive/warehouse-on-hdfs.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}

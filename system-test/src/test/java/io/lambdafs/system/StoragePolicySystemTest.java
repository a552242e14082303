package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Storage policies over DataNodes that have a disk, an SSD and an archive each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class StoragePolicySystemTest {
    private static final Duration BOUND = Duration.ofSeconds(90);
    private static final short REPLICATION = 2;

    private Stack stack;
    private FileSystem fs;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(1, 2, "--volumes", "DISK,SSD,ARCHIVE", "--gateway", "1", "--gateway-http-port", "off");
        fs = stack.newClient();
    }

    @AfterAll
    void stop() throws IOException {
        fs.close();
        stack.close();
    }

    @Test
    void replicas_areOnStoragesOfTheTypesThatThePolicyAsksFor() throws Exception {
        directory("/ssd", "ALL_SSD");
        directory("/one", "ONE_SSD");
        directory("/cold", "COLD");
        awaitTypes(write("/ssd/file"), "SSD", "SSD");
        awaitTypes(write("/one/file"), "DISK", "SSD");
        awaitTypes(write("/cold/file"), "ARCHIVE", "ARCHIVE");
        awaitTypes(write("/hot"), "DISK", "DISK");
    }

    @Test
    void replicasOfAChangedPolicy_moveWhenSomebodyAsks() throws Exception {
        directory("/moved", "HOT");
        Path file = write("/moved/below/file");
        awaitTypes(file, "DISK", "DISK");

        assertThat(storagePolicies("-setStoragePolicy", "-path", "/moved", "-policy", "COLD"))
                .contains("Set storage policy COLD on /moved");
        assertThat(types(file)).containsExactly("DISK", "DISK");
        assertThat(storagePolicies("-satisfyStoragePolicy", "-path", "/moved"))
                .contains("Scheduled blocks to move based on the current storage policy on /moved");

        awaitTypes(file, "ARCHIVE", "ARCHIVE");
    }

    @Test
    void commands_answerAsOnHdfs() throws Exception {
        fs.mkdirs(new Path("/commands"));
        assertThat(storagePolicies("-listPolicies"))
                .contains("BlockStoragePolicy{PROVIDED:1, ")
                .contains("BlockStoragePolicy{ALL_NVDIMM:14, storageTypes=[NVDIMM], creationFallbacks=[DISK],");
        assertThat(storagePolicies("-getStoragePolicy", "-path", "/commands"))
                .contains("The storage policy of /commands is unspecified");
        storagePolicies("-setStoragePolicy", "-path", "/commands", "-policy", "WARM");
        assertThat(storagePolicies("-getStoragePolicy", "-path", "/commands")).contains("BlockStoragePolicy{WARM:5, ");
        assertThat(storagePolicies("-unsetStoragePolicy", "-path", "/commands"))
                .contains("Unset storage policy from /commands");
        assertThat(fs.getStoragePolicy(new Path("/commands")).getName()).isEqualTo("HOT");
    }

    @Test
    void gateway_handsPoliciesOn() throws IOException {
        try (DistributedFileSystem gateway = Gateways.client(Gateways.settings(stack))) {
            Path directory = new Path("/gateway");
            gateway.mkdirs(directory);
            assertThatThrownBy(() -> gateway.setStoragePolicy(directory, "LUKEWARM"))
                    .hasMessageContaining("Cannot find a block policy with the name LUKEWARM");
            gateway.setStoragePolicy(directory, "ALL_SSD");
            assertThat(gateway.getStoragePolicy(directory).getName()).isEqualTo("ALL_SSD");
            assertThat(gateway.getAllStoragePolicies()).hasSize(8);
            gateway.satisfyStoragePolicy(directory);
            gateway.unsetStoragePolicy(directory);
            assertThat(gateway.getStoragePolicy(directory).getName()).isEqualTo("HOT");
        }
    }

    private void directory(String path, String policy) throws IOException {
        fs.mkdirs(new Path(path));
        fs.setStoragePolicy(new Path(path), policy);
    }

    private Path write(String path) throws IOException {
        Path file = new Path(path);
        try (FSDataOutputStream out = fs.create(file, true, 4096, REPLICATION, 1 << 20)) {
            out.write(new byte[100_000]);
        }
        return file;
    }

    private List<String> types(Path file) throws IOException {
        return Stream.of(fs.getFileBlockLocations(file, 0, 1)[0].getStorageTypes())
                .map(StorageType::name)
                .sorted()
                .toList();
    }

    private void awaitTypes(Path file, String... expected) throws Exception {
        Await.until(
                file + " is on " + List.of(expected), BOUND, () -> types(file).equals(List.of(expected)));
    }

    private String storagePolicies(String... arguments) throws IOException {
        return stack.run(Stream.concat(Stream.of("hdfs", "storagepolicies"), Stream.of(arguments))
                .toArray(String[]::new));
    }
}

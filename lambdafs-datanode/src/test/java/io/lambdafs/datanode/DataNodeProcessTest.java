package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.authentication.ServiceKeys;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.datanode.DataNodeConfig.Network;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.authentication.ServiceKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("the DataNodes of a JVM share their metrics")
final class DataNodeProcessTest {
    private static final Duration BOUND = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    void start_withAStore_registersWithItsStorages_andHasMetrics() throws Exception {
        InMemoryMetadataStore store = new InMemoryMetadataStore(InstantSource.system());
        try (DataNodeProcess process = start(store)) {
            process.awaitReady(BOUND);
            DataNodeDescriptor node = AwaitThreads.nonEmpty(() -> nodes(store).stream()
                    .filter(known -> !known.storages().isEmpty())
                    .toList());
            assertThat(node.id().value()).isEqualTo(process.uuid());
            assertThat(node.registration().ipAddress()).isEqualTo("127.0.0.1");
            assertThat(node.registration().hostName()).isEqualTo("localhost");
            assertThat(node.registration().ports().transfer()).isEqualTo(process.transferPort());
            assertThat(node.storages().get(0).space().remaining()).isPositive();
            assertThat(process.isServing()).isTrue();
            assertThat(metrics(process)).contains("# TYPE ", "blocks_read");
        }
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void start_afterAKill_fencesTheFormerRegistration() {
        InMemoryMetadataStore store = new InMemoryMetadataStore(InstantSource.system());
        String uuid;
        try (DataNodeProcess process = start(store)) {
            process.awaitReady(BOUND);
            uuid = process.uuid();
        }
        WriterId former = store.registerWriter("datanode " + uuid);
        try (DataNodeProcess process = start(store)) {
            process.awaitReady(BOUND);
            assertThat(process.uuid()).isEqualTo(uuid);
            assertThat(store.writers())
                    .singleElement()
                    .satisfies(writer -> assertThat(writer.id()).isNotEqualTo(former));
        }
    }

    @Test
    void start_onADirectoryOfAnotherFileSystem_saysWhatToDo() throws IOException {
        Path current = Files.createDirectories(directory.resolve("current"));
        Files.writeString(current.resolve("VERSION"), "clusterID=CID-of-another\n");
        assertThatThrownBy(() -> start(new InMemoryMetadataStore(InstantSource.system())))
                .isInstanceOf(DataNodeStartException.class)
                .hasMessageContaining("CID-of-another")
                .hasMessageContaining("give another --data-dir");
    }

    @Test
    void start_inAClusterOfTheOtherMode_isRefused() {
        InMemoryMetadataStore store = new InMemoryMetadataStore(InstantSource.system());
        HousekeepingConfig secure = HousekeepingConfig.defaults().withBlockKeys(BlockKeyConfig.on());
        assertThatThrownBy(() -> start(store, secure))
                .isInstanceOf(DataNodeStartException.class)
                .hasMessageContaining("lambdafs start --secure");
        WriterId writer = store.registerWriter("test");
        try (Transaction tx = store.beginWrite(writer)) {
            new ServiceKeys(tx).put(ServiceKey.random(1));
            tx.commit();
        }
        assertThatThrownBy(() -> start(store))
                .isInstanceOf(DataNodeStartException.class)
                .hasMessageContaining("LAMBDAFS_SECURE=true");
    }

    private static String metrics(DataNodeProcess process) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + process.httpPort() + "/prom");
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .version(HttpClient.Version.HTTP_1_1)
                                .timeout(BOUND)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private DataNodeProcess start(InMemoryMetadataStore store) {
        return start(store, HousekeepingConfig.defaults());
    }

    private DataNodeProcess start(InMemoryMetadataStore store, HousekeepingConfig housekeeping) {
        DataNodeConfig config = new DataNodeConfig(
                List.of(Volume.disk(directory)), Network.loopback(), Duration.ofHours(1), housekeeping);
        return DataNodeProcess.start(config, store, DataNodeProcess.Timing.real());
    }

    private static List<DataNodeDescriptor> nodes(InMemoryMetadataStore store) {
        try (Transaction tx = store.beginRead()) {
            return tx.dataNodes().all();
        }
    }
}

package io.lambdafs.coordinator.zk;

import io.lambdafs.testkit.coherence.CarrierFaultsContract;
import io.lambdafs.testkit.coherence.CarrierFixture;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The battery of faults on a real ZooKeeper server in this process. */
final class ZooKeeperCarrierFaultsTest extends CarrierFaultsContract {
    @TempDir
    private Path directory;

    @Override
    protected CarrierFixture fixture() throws IOException {
        return new ZooKeeperFixture(directory);
    }
}

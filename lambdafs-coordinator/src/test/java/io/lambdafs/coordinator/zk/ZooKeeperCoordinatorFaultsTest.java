package io.lambdafs.coordinator.zk;

import io.lambdafs.testkit.coherence.CoordinatorFaultsContract;
import io.lambdafs.testkit.coherence.CoordinatorFixture;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The battery of faults on a real ZooKeeper server in this process. */
final class ZooKeeperCoordinatorFaultsTest extends CoordinatorFaultsContract {
    @TempDir
    private Path directory;

    @Override
    protected CoordinatorFixture fixture() throws IOException {
        return new ZooKeeperFixture(directory);
    }
}

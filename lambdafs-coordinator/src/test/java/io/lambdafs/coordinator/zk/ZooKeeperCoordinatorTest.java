package io.lambdafs.coordinator.zk;

import io.lambdafs.testkit.coherence.CoordinatorContract;
import io.lambdafs.testkit.coherence.CoordinatorFixture;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The battery on a real ZooKeeper server in this process. */
final class ZooKeeperCoordinatorTest extends CoordinatorContract {
    @TempDir
    private Path directory;

    @Override
    protected CoordinatorFixture fixture() throws IOException {
        return new ZooKeeperFixture(directory);
    }

    @Test
    void listenerThatFails_hearsTheRest() throws Exception {
        assertThatAListenerThatFails_hearsTheRest();
    }
}

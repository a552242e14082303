package io.lambdafs.cli.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.coordinator.zk.EmbeddedZooKeeper;
import io.lambdafs.coordinator.zk.ZooKeeperAccess;
import io.lambdafs.coordinator.zk.ZooKeeperConfig;
import io.lambdafs.coordinator.zk.ZooKeeperCoordinator;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ZooKeeperRecordTest {
    private static final Member MEMBER = new Member(0, new WriterId(1), "instance", 1);

    @TempDir
    private Path directory;

    private EmbeddedZooKeeper server;
    private ZooKeeperRecord record;
    private Path secret;

    @BeforeEach
    void start() throws IOException {
        server = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), 0);
        record = new ZooKeeperRecord(directory, server.connectString(), "test");
        secret = directory.resolve("security").resolve("zookeeper.secret");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static List<Member> members(ZooKeeperConfig config) {
        try (Coordinator coordinator = ZooKeeperCoordinator.connect(config, System::nanoTime)) {
            return coordinator.members();
        }
    }

    @Test
    void zooKeeper_followsTheMode_andTheSecretIsThereAsLongAsItIsNeeded() throws Exception {
        ZooKeeperConfig stranger = record.configuration(false);
        try (Coordinator running = ZooKeeperCoordinator.connect(stranger, System::nanoTime)) {
            Peer member = Peer.silent(running, MEMBER).awaitRegistered();
            assertThat(members(stranger)).containsExactly(member.member());
            record.require(true);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                    .isEqualTo("rw-------");
            assertThatThrownBy(() -> members(stranger)).hasMessageContaining("LAMBDAFS_ZOOKEEPER_SECRET");
            assertThat(members(record.configuration(true))).containsExactly(MEMBER);
            record.require(true);

            record.require(false);
            assertThat(secret).doesNotExist();
            assertThat(members(stranger)).containsExactly(MEMBER);
            record.require(false);
        }
    }

    @Test
    void programThatOnlyAsks_makesNoSecret() throws Exception {
        assertThat(record.configuration(true).access()).isEqualTo(ZooKeeperAccess.OPEN);
        assertThat(secret).doesNotExist();
    }

    @Test
    void lostSecret_isSaid() throws Exception {
        record.require(true);
        Files.delete(secret);
        assertThatThrownBy(() -> record.require(true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("delete 'zookeeper'");
    }
}

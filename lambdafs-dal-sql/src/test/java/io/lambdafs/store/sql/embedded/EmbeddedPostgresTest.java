package io.lambdafs.store.sql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the life of a real embedded server, inside a directory that only its owner may enter. */
class EmbeddedPostgresTest {
    private final Path root = makeRoot();
    private final Path home = root.resolve("lambdafs/data");
    private final EmbeddedPostgres server = EmbeddedPostgres.at(home);

    private static Path makeRoot() {
        try {
            Path under =
                    Files.createDirectories(Path.of("target", "test-postgres")).toAbsolutePath();
            return Files.createTempDirectory(under, "closed-");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void closeDirectory() throws IOException {
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void stopAndDelete() throws IOException {
        server.stop();
        FileTrees.delete(root);
    }

    private static void assertSays(String words, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(EmbeddedPostgresException.class).hasMessageContaining(words);
    }

    @Test
    void server_keepsItsDataOverStopAndStart() throws Exception {
        assertThat(server.isRunning()).isFalse();
        assertThat(server.pid()).isEmpty();
        assertSays("start it", server::jdbcUrl);
        server.start(0);
        IdRange first = reserve();
        long pid = server.pid().orElseThrow();
        assertThat(Files.getPosixFilePermissions(home.resolve("password")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        int port = server.port();

        server.start(0);
        assertThat(server.pid()).as("starting a running server changes nothing").hasValue(pid);

        server.stop();
        assertThat(server.isRunning()).isFalse();
        // The process has ended; on a busy machine init takes a while to take note of it.
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isPresent()) {
            process.get().onExit().get(30, TimeUnit.SECONDS);
        }

        server.start(port);
        assertThat(server.port()).isEqualTo(port);
        assertThat(reserve().first()).isEqualTo(first.first() + 1);
    }

    private IdRange reserve() {
        try (MetadataStore store = Stores.open(server.storeConfig(2));
                Transaction tx = store.beginRead()) {
            assertThat(tx.inodes().get(INodeId.ROOT)).isPresent();
            return store.reserve(Sequence.INODE, 1);
        }
    }

    @Test
    void server_recoversAfterItWasKilled() throws Exception {
        server.start(0);
        IdRange first = reserve();
        ProcessHandle killed = ProcessHandle.of(server.pid().orElseThrow()).orElseThrow();
        killed.destroyForcibly();
        killed.onExit().get(20, TimeUnit.SECONDS);
        assertThat(home.resolve("pgdata/postmaster.pid")).exists();
        assertThat(server.isRunning()).isFalse();

        server.start(0);
        assertThat(reserve().first()).isEqualTo(first.first() + 1);
    }

    @Test
    void serverWhoseProcessesHaveNotAllEnded_isAwaited() throws Exception {
        server.start(0);
        ProcessHandle killed = ProcessHandle.of(server.pid().orElseThrow()).orElseThrow();
        long frozen = killed.children().findFirst().orElseThrow().pid();
        signal("STOP", frozen);
        CompletableFuture<Void> started;
        try {
            killed.destroyForcibly();
            killed.onExit().get(20, TimeUnit.SECONDS);
            started = CompletableFuture.runAsync(() -> server.start(0));
            for (int look = 0; look < 1_000 && !isRefused() && !started.isDone(); look++) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertThat(isRefused()).isTrue();
        } finally {
            signal("CONT", frozen);
        }
        started.get(60, TimeUnit.SECONDS);
        assertThat(reserve().first()).isPositive();
    }

    /** Whether a server that was started has found the frozen process. */
    private boolean isRefused() throws IOException {
        return logs("postgres.log").contains("is still in use")
                || logs("postgres.log.1").contains("is still in use");
    }

    private String logs(String name) throws IOException {
        try {
            return Files.readString(home.resolve(name));
        } catch (NoSuchFileException beingRenamed) {
            return "";
        }
    }

    private static void signal(String signal, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
        assertThat(kill.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    @Test
    void server_losesNothingItHasAcknowledged() throws Exception {
        server.start(0);
        StoreConfig config = server.storeConfig(1);
        try (Connection connection = DriverManager.getConnection(config.url(), config.user(), config.password());
                Statement statement = connection.createStatement()) {
            for (String setting : List.of("fsync", "full_page_writes", "synchronous_commit")) {
                try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getString(1)).as(setting).isEqualTo("on");
                }
            }
        }
    }

    @Test
    void leftovers_ofAnInterruptedCreation_areInNobodysWay() throws IOException {
        Files.createDirectories(home.resolve(".creating/base"));
        Files.writeString(home.resolve(".creating/PG_VERSION"), "18");
        server.start(0);
        reserve();
        assertThat(home.resolve(".creating")).doesNotExist();
    }

    @Test
    void port_inUse_isSaid() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertSays("choose another port", () -> server.start(taken.getLocalPort()));
        }
    }

    @Test
    void data_ofAnotherMajorVersion_isRefused() throws IOException {
        Files.createDirectories(home.resolve("pgdata"));
        Files.writeString(home.resolve("pgdata/PG_VERSION"), "13\n");
        assertSays("of PostgreSQL 13", () -> server.start(0));
    }

    @Test
    void pidFile_thatNamesAnotherProgram_isNoServer() throws IOException {
        Files.createDirectories(home.resolve("pgdata"));
        long other = ProcessHandle.current().pid();
        Files.write(
                home.resolve("pgdata/postmaster.pid"),
                List.of(Long.toString(other), "x", "0", "5432", "", "", "", "ready"));
        assertThat(server.isRunning()).isFalse();
        server.stop();
        assertThat(ProcessHandle.current().isAlive()).isTrue();
    }
}

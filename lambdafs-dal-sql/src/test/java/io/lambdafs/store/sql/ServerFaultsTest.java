package io.lambdafs.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Checks what callers see when a real server is killed or freezes, and that committed changes survive. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerFaultsTest {
    private static final Bounds BOUNDS =
            new Bounds(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(1));

    private final Path home = TestServer.newHome();
    private final EmbeddedPostgres server = EmbeddedPostgres.at(home);

    @BeforeEach
    void start() {
        server.start(0);
    }

    @AfterAll
    void stop() {
        TestServer.stopAndDelete(server, home);
    }

    private MetadataStore open() {
        StoreConfig config = server.storeConfig(4);
        return Stores.open(new StoreConfig(config.url(), config.user(), config.password(), 4, BOUNDS));
    }

    private static Directory directory(long id) {
        Attributes attributes = new Attributes("u", "g", new Permission(0755), 1, 0);
        return new Directory(new INodeId(id), new INodeKey(INodeId.ROOT, Name.of("d" + id)), attributes);
    }

    private static boolean exists(MetadataStore store, long id) {
        try (Transaction tx = store.beginRead()) {
            return tx.inodes().get(new INodeId(id)).isPresent();
        }
    }

    @Test
    void killedServer_isUnavailable_andAfterARestartTheSameStoreGoesOn() throws Exception {
        try (MetadataStore store = open()) {
            WriterId writer = store.registerWriter("w");
            try (Transaction tx = store.beginWrite(writer)) {
                tx.inodes().insert(directory(20_001));
                tx.commit();
            }
            Transaction open = store.beginWrite(writer);
            open.inodes().insert(directory(20_002));
            assertThat(open.inodes().get(new INodeId(20_002))).isPresent();
            int port = server.port();
            // All of them, because a session's process outlives its parent for a moment, in which it may still commit.
            List<ProcessHandle> killed = processes();
            killed.forEach(ProcessHandle::destroyForcibly);

            assertThat(catchThrowableOfType(StoreException.class, open::commit).kind())
                    .isEqualTo(Kind.UNAVAILABLE);
            open.close();
            assertThat(catchThrowableOfType(StoreException.class, () -> exists(store, 20_001))
                            .kind())
                    .isEqualTo(Kind.UNAVAILABLE);

            killed.get(0).onExit().get(20, TimeUnit.SECONDS);
            server.start(port);
            assertThat(exists(store, 20_001)).isTrue();
            assertThat(exists(store, 20_002)).isFalse();
            store.beginWrite(writer).close();
        }
    }

    @Test
    void restartedServer_costsOneFailureAtMost() {
        try (MetadataStore store = open()) {
            WriterId writer = store.registerWriter("w");
            // Two connections lie idle, both broken by the restart.
            Transaction one = store.beginWrite(writer);
            Transaction two = store.beginWrite(writer);
            one.close();
            two.close();
            int port = server.port();
            server.stop();
            server.start(port);
            assertThat(catchThrowableOfType(StoreException.class, () -> store.beginWrite(writer))
                            .kind())
                    .isEqualTo(Kind.UNAVAILABLE);
            store.beginWrite(writer).close();
        }
    }

    @Test
    void frozenServer_isUnavailableWithinABound() throws Exception {
        try (MetadataStore store = open()) {
            assertThat(exists(store, 16_385)).isTrue();
            List<ProcessHandle> processes = frozen();
            try {
                assertThat(catchThrowableOfType(StoreException.class, () -> exists(store, 16_385))
                                .kind())
                        .isEqualTo(Kind.UNAVAILABLE);
            } finally {
                signal("CONT", processes);
            }
            assertThat(exists(store, 16_385)).isTrue();
        }
    }

    private List<ProcessHandle> frozen() throws Exception {
        List<ProcessHandle> all = processes();
        signal("STOP", all);
        return all;
    }

    /** The server's, its parent first. */
    private List<ProcessHandle> processes() {
        ProcessHandle postmaster = ProcessHandle.of(server.pid().orElseThrow()).orElseThrow();
        return Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    }

    private static void signal(String signal, List<ProcessHandle> processes) throws IOException, InterruptedException {
        for (ProcessHandle process : processes) {
            Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
            assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void log_saysNothingOfOrdinaryErrors() throws IOException {
        try (MetadataStore store = open();
                Transaction tx = store.beginWrite(store.registerWriter("w"))) {
            tx.inodes().insert(directory(20_003));
            tx.inodes().insert(directory(20_003));
            assertThat(catchThrowableOfType(StoreException.class, tx::commit).kind())
                    .isEqualTo(Kind.DUPLICATE_KEY);
        }
        assertThat(Files.readString(server.log())).doesNotContain("ERROR");
    }
}

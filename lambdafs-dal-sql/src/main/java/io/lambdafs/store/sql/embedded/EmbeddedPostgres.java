package io.lambdafs.store.sql.embedded;

import io.lambdafs.store.StoreConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server of one machine, with its data in one directory. It listens on loopback only.
 *
 * <p>The server is a process of its own: it goes on when this JVM ends, and another JVM that is given the same directory
 * finds it again. Every failure is an {@link EmbeddedPostgresException} that says what to do.
 */
public final class EmbeddedPostgres {
    static final String NAME = "lambdafs";

    /** The login of DataNodes in secure mode, which has the rights that {@link io.lambdafs.store.sql.DataNodeRole} gives. */
    public static final String DATANODE = "lambdafs_datanode";

    private static final Duration START_BOUND = Duration.ofSeconds(60);
    private static final Duration STOP_BOUND = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 10;
    private static final int MOST_LAUNCHES = 100;
    private static final long BETWEEN_LAUNCHES_MILLIS = 100;

    /** In what PostgreSQL says when processes of a killed server of the same directory have not ended yet. */
    private static final String STILL_IN_USE = "is still in use";

    private static final int LOG_TAIL = 2000;

    private final Path home;
    private final Path cache;
    private final Release release;

    private EmbeddedPostgres(Path home, Path cache, Release release) {
        this.home = home.toAbsolutePath().normalize();
        this.cache = cache.toAbsolutePath().normalize();
        this.release = release;
    }

    /** The server with its data in this directory, and its programs in the user's cache directory. */
    public static EmbeddedPostgres at(Path dataDirectory) {
        return at(dataDirectory, Release.OWN);
    }

    /** As above, with programs of this release on the class path. */
    static EmbeddedPostgres at(Path dataDirectory, Release release) {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path root = cache == null || cache.isEmpty()
                ? Path.of(System.getProperty("user.home", "/tmp"), ".cache")
                : Path.of(cache);
        return new EmbeddedPostgres(dataDirectory, root.resolve(NAME), release);
    }

    /** The server with its data in this directory, and its programs unpacked in that one. */
    public static EmbeddedPostgres at(Path dataDirectory, Path cacheDirectory) {
        return new EmbeddedPostgres(dataDirectory, cacheDirectory, Release.OWN);
    }

    /**
     * Starts the server, creating its data directory where needed, and returns when it accepts connections. Does nothing
     * if it runs.
     *
     * @param port where to listen; 0 for a free one
     */
    public void start(int port) {
        if (Postmaster.of(pgdata()).isPresent()) {
            isReadyInTime(null);
            return;
        }
        requireMajorVersion();
        requireFree(port);
        try {
            Files.createDirectories(home);
            PostgresBinaries binaries = PostgresBinaries.unpackedIn(cache);
            ServerAccount account = ServerAccount.forData(pgdata());
            PostgresDataDirectory data = new PostgresDataDirectory(home, release, binaries, account);
            data.createIfAbsent();
            data.addDataNodesIfAbsent();
            data.configure();
            Postmaster.forgetUncollected(pgdata());
            launch(binaries, account, port == 0 ? freePort() : port);
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "PostgreSQL's data in " + home + " could not be set up: check that the directory can be written and"
                            + " the disk is not full (" + e + ").",
                    e);
        }
    }

    private void launch(PostgresBinaries binaries, ServerAccount account, int port) throws IOException {
        List<String> command = new ArrayList<>();
        // A session of its own, so that an interrupt in the terminal does not reach the server.
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            command.add("/usr/bin/setsid");
        }
        List<String> server = List.of(
                binaries.program("postgres").toString(), "-D", pgdata().toString(), "-p", Integer.toString(port));
        command.addAll(account.command(server, List.of(pgdata(), binaries.program("postgres"))));
        // The processes of a killed server end a moment after it, and keep others off its data until then.
        for (int launches = 1; !isLaunched(command); launches++) {
            if (launches == MOST_LAUNCHES || !logTail().contains(STILL_IN_USE)) {
                throw new EmbeddedPostgresException(
                        "PostgreSQL ended as it was started; see " + log() + ". It ends with: " + logTail());
            }
            pause(BETWEEN_LAUNCHES_MILLIS);
        }
    }

    private boolean isLaunched(List<String> command) throws IOException {
        if (Files.exists(log())) {
            Files.move(log(), home.resolve("postgres.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
        return isReadyInTime(new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start());
    }

    /** Waits until the server accepts connections; false if the process that is to become the server has ended. */
    private boolean isReadyInTime(@Nullable Process started) {
        for (long waited = 0; waited < START_BOUND.toMillis(); waited += LOOK_MILLIS) {
            Optional<Postmaster> running = Postmaster.of(pgdata());
            if (running.filter(Postmaster::ready).isPresent()) {
                return true;
            }
            if (started != null && !started.isAlive()) {
                return false;
            }
            pause(LOOK_MILLIS);
        }
        throw new EmbeddedPostgresException(
                "PostgreSQL did not get ready within " + START_BOUND.toSeconds() + " s; see " + log() + ".");
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedPostgresException("interrupted while waiting for PostgreSQL", e);
        }
    }

    /** Stops the server: ends its connections, writes what there is to write, and returns when it has ended. */
    public void stop() {
        Optional<Postmaster> running = Postmaster.of(pgdata());
        if (running.isEmpty()) {
            return;
        }
        ProcessHandle process = running.get().process();
        signal(process, "INT");
        if (!hasEnded()) {
            signal(process, "QUIT");
            if (!hasEnded()) {
                throw new EmbeddedPostgresException("PostgreSQL (process " + process.pid() + ") does not stop; see "
                        + log() + ", and end it with: kill -9 " + process.pid());
            }
        }
    }

    /** Java's own way to end a process would make the server wait for its clients to leave. */
    private static void signal(ProcessHandle process, String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(STOP_BOUND.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            throw new EmbeddedPostgresException("PostgreSQL could not be signalled to stop: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits by looking, because Java's own notice of the end of a process that is not a child comes late. */
    private boolean hasEnded() {
        for (long waited = 0; waited < STOP_BOUND.toMillis(); waited += LOOK_MILLIS) {
            if (!isRunning()) {
                return true;
            }
            pause(LOOK_MILLIS);
        }
        return false;
    }

    public boolean isRunning() {
        return Postmaster.of(pgdata()).isPresent();
    }

    /** The number of the server's process; empty when it does not run. */
    public OptionalLong pid() {
        return Postmaster.of(pgdata()).map(Postmaster::process).stream()
                .mapToLong(ProcessHandle::pid)
                .findFirst();
    }

    /** The port that the running server listens on. */
    public int port() {
        return Postmaster.of(pgdata())
                .map(Postmaster::port)
                .orElseThrow(() -> new EmbeddedPostgresException("PostgreSQL in " + home + " does not run: start it."));
    }

    /** Where clients find the running server's database. */
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + NAME + "?sslmode=disable";
    }

    /** The running server's database as a store. */
    public StoreConfig storeConfig(int maxConnections) {
        return new StoreConfig(
                jdbcUrl(), NAME, PostgresDataDirectory.password(home), maxConnections, StoreConfig.Bounds.defaults());
    }

    /** The same as DataNodes in secure mode reach it. */
    public StoreConfig dataNodeConfig(int maxConnections) {
        return new StoreConfig(
                jdbcUrl(),
                DATANODE,
                PostgresDataDirectory.dataNodePassword(home),
                maxConnections,
                StoreConfig.Bounds.defaults());
    }

    /** Where the server says what it has to say. */
    public Path log() {
        return home.resolve("postgres.log");
    }

    private Path pgdata() {
        return home.resolve("pgdata");
    }

    private void requireMajorVersion() {
        Path file = pgdata().resolve("PG_VERSION");
        if (!Files.exists(file)) {
            return;
        }
        try {
            String version = Files.readString(file).trim();
            if (!version.equals(release.majorVersion())) {
                throw new EmbeddedPostgresException("The data in " + home + " is of PostgreSQL " + version
                        + ", but this program brings " + release.majorVersion()
                        + ": use the release that made it, or another data directory.");
            }
        } catch (IOException e) {
            throw new EmbeddedPostgresException("The data in " + home + " cannot be read: check its owner.", e);
        }
    }

    private static void requireFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "Port " + port + " on 127.0.0.1 is in use: end the program that uses it, or choose another port.",
                    e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    private String logTail() {
        try {
            String text = Files.readString(log(), StandardCharsets.UTF_8);
            return text.substring(Math.max(0, text.length() - LOG_TAIL)).strip();
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }
}

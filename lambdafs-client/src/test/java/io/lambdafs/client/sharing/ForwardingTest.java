package io.lambdafs.client.sharing;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of the registry directory and which processes on a connection are believed. */
final class ForwardingTest {
    private static final StackIdentity STACK = new StackIdentity("http://127.0.0.1:1", "key");

    @TempDir
    Path temporary;

    private final SharingMetrics metrics = new SharingMetrics();
    private final AtomicLong clock = new AtomicLong();
    private final byte[] secret = new byte[RegistryEntry.SECRET_BYTES];
    private Path path;
    private RegistryDirectory directory;

    @BeforeEach
    void open() throws IOException {
        new SecureRandom().nextBytes(secret);
        path = temporary.resolve("registry");
        directory = RegistryDirectory.open(path);
    }

    @Test
    void directory_isForItsUserOnly() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rwx------");
        publish("one", 4711);
        Path file = path.resolve(STACK.name() + "-one");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(entries()).hasSize(1);
        assertThat(entries().get(0).port()).isEqualTo(4711);
    }

    @Test
    void directoryOpenToOthers_isRefused_andSoIsALink() throws IOException {
        Path link = Files.createSymbolicLink(temporary.resolve("link"), path);
        assertThatThrownBy(() -> RegistryDirectory.open(link)).hasMessageContaining("is not a directory");

        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-x---"));
        assertThatThrownBy(() -> RegistryDirectory.open(path))
                .hasMessageContaining(path.toString())
                .hasMessageContaining("rwxr-x---")
                .hasMessageContaining("Make it rwx------");
    }

    @Test
    void directoryThatCannotBeMade_isReported() {
        Path below = temporary.resolve("absent").resolve("registry");

        assertThatThrownBy(() -> RegistryDirectory.open(below)).hasMessageContaining(below + " cannot be made");
    }

    @Test
    void directoryOfAnotherUser_isRefused() throws IOException {
        assumeThat(System.getProperty("user.name"))
                .as("only root can give a directory to another user")
                .isEqualTo("root");
        Files.setOwner(
                path, path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        assertThatThrownBy(() -> RegistryDirectory.open(path))
                .hasMessageContaining(path + " belongs to nobody, not to root. Remove it.");
    }

    @Test
    void directoryThatCannotBeUsed_isReportedOnce_andTheClientGoesOn() throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
        List<String> warnings = new ArrayList<>();

        try (StackSharing sharing =
                StackSharing.onThisMachine(STACK, path.toString(), metrics, clock::get, warnings::add)) {
            assertThat(sharing.lineTo(0)).isNull();
            assertThat(sharing.deployments()).isZero();
        }

        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("shares no connections with other processes", "rwxrwxrwx");
    }

    @Test
    void entriesThatOthersCouldRead_orOfAnotherStack_orGarbled_areNotBelieved() throws IOException {
        publish("one", 4711);
        Path file = path.resolve(STACK.name() + "-one");
        Files.writeString(path.resolve(STACK.name() + "-garbled"), "lambdafs sharing 2\n");
        Files.createSymbolicLink(path.resolve(STACK.name() + "-link"), file);
        assertThat(entries()).hasSize(1);
        assertThat(directory.entries(new StackIdentity("http://127.0.0.1:1", "other"), ""))
                .isEmpty();

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(entries()).isEmpty();
    }

    @Test
    void entries_areBounded() throws IOException {
        for (int i = 0; i < 2 * RegistryDirectory.MOST_ENTRIES; i++) {
            publish("number" + i, 1 + i);
        }
        assertThat(entries()).hasSize(RegistryDirectory.MOST_ENTRIES);
    }

    @Test
    void entryThatIsOld_isRemovedByTheNextProcess_andMadeAnewByItsOwn() throws Exception {
        publish("dead", 4711);
        try (Forwarder owner = Forwarder.open(new LocalServers(), STACK, directory, metrics, System::nanoTime)) {
            for (String name : List.of(STACK.name() + "-dead", owner.entryName())) {
                Files.setLastModifiedTime(path.resolve(name), FileTime.fromMillis(0));
            }
            RegistryDirectory.open(path);
            assertThat(entries()).isEmpty();

            eventually("it has an entry again", () -> Files.exists(path.resolve(owner.entryName())));
        }
    }

    @Test
    void manyDeadEntries_areNotInTheWayOfALivingOne() throws Exception {
        for (int i = 0; i < 2 * RegistryDirectory.MOST_ENTRIES / 3; i++) {
            publish("dead" + i, unusedPort());
            Files.setLastModifiedTime(
                    path.resolve(STACK.name() + "-dead" + i),
                    FileTime.from(Instant.now().minusSeconds(3600)));
        }
        LocalServers servers = new LocalServers();
        servers.learnDeployments(7);
        try (Forwarder owner = Forwarder.open(servers, STACK, directory, metrics, System::nanoTime)) {
            Neighbours patient = new Neighbours(STACK, directory, "", metrics, clock::get);

            assertThat(patient.deployments()).as(owner.entryName()).isEqualTo(7);
            assertThat(entries()).hasSize(1);
        }
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    @Test
    void defaultDirectory_isTheUsersOwn() {
        String runtime = temporary.toString();
        assertThat(RegistryDirectory.defaultPath(Map.of("XDG_RUNTIME_DIR", runtime), "/tmp", "alice"))
                .isEqualTo(temporary.resolve("lambdafs"));
        assertThat(RegistryDirectory.defaultPath(Map.of("XDG_RUNTIME_DIR", runtime + "/absent"), "/tmp", "a/../b"))
                .isEqualTo(Path.of("/tmp/lambdafs-a_.._b"));
        assertThat(RegistryDirectory.defaultPath(Map.of(), "/tmp", "alice")).isEqualTo(Path.of("/tmp/lambdafs-alice"));
    }

    @Test
    void proof_isHmacSha256() throws Exception {
        byte[] one = Line.challenge();
        byte[] two = Line.challenge();
        byte[] key = STACK.withSecret(secret);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update("asker".getBytes(StandardCharsets.UTF_8));
        mac.update(one);
        mac.update(two);

        assertThat(new Proof(key).ofAsker(one, two)).isEqualTo(mac.doFinal());
        assertThat(new Proof(key).ofOwner(one, two)).isNotEqualTo(new Proof(key).ofAsker(one, two));
    }

    @Test
    void portThatBelongsToSomebodyElse_isToldNothing_andItsEntryGoes() throws Exception {
        try (ServerSocket stranger = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            publish("stale", stranger.getLocalPort());
            CompletableFuture<Integer> heard = CompletableFuture.supplyAsync(() -> strangersEar(stranger));

            assertThat(neighbours().lineTo(0)).isNull();

            assertThat(heard.get(20, TimeUnit.SECONDS))
                    .as("a number and a challenge")
                    .isEqualTo(Integer.BYTES + Line.CHALLENGE_BYTES);
            assertThat(entries()).isEmpty();
            assertThat(metrics.removedEntries()).isEqualTo(1);
        }
    }

    @Test
    void processThatIsSilent_costsOneWait() throws Exception {
        try (ServerSocket frozen = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            publish("frozen", frozen.getLocalPort());
            Neighbours neighbours = new Neighbours(STACK, directory, "", metrics, System::nanoTime);

            assertThat(neighbours.lineTo(0)).isNull();
            assertThat(metrics.failures()).isEqualTo(1);
            publish("frozen", frozen.getLocalPort());
            assertThat(neighbours.lineTo(1)).isNull();

            assertThat(metrics.failures()).as("nobody was asked again").isEqualTo(1);
        }
    }

    @Test
    void processWithoutAConnection_saysSo_andAsksNobodyElse() throws IOException {
        LocalServers none = new LocalServers();
        none.learnDeployments(7);
        try (Forwarder owner = Forwarder.open(none, STACK, directory, metrics, System::nanoTime)) {
            Neighbours neighbours = new Neighbours(STACK, directory, "", metrics, System::nanoTime);

            assertThat(neighbours.lineTo(0)).isNull();
            assertThat(neighbours.deployments()).isEqualTo(7);
            assertThat(metrics.removedEntries()).isZero();
            assertThat(owner.entryName()).startsWith(STACK.name());
        }
        assertThat(entries()).isEmpty();
    }

    @Test
    void askerOfAnotherStack_orWithAnotherSecret_isTurnedAway() throws IOException {
        try (Forwarder owner = Forwarder.open(new LocalServers(), STACK, directory, metrics, System::nanoTime)) {
            RegistryEntry entry = entries().get(0);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);

            StackIdentity other = new StackIdentity("http://127.0.0.1:1", "another key");
            assertThatThrownBy(() -> Line.open(entry, other, 0, System::nanoTime, deadline))
                    .hasMessageContaining("Another process");
            RegistryEntry guessed = new RegistryEntry(owner.entryName(), entry.port(), secret);
            assertThatThrownBy(() -> Line.open(guessed, STACK, 0, System::nanoTime, deadline))
                    .hasMessageContaining("Another process");
            Line.open(entry, STACK, 0, System::nanoTime, deadline).close();
        }
    }

    @Test
    void askerThatDoesNotShowTheSecret_isNotAnswered() throws IOException {
        try (Forwarder owner = Forwarder.open(new LocalServers(), STACK, directory, metrics, System::nanoTime);
                Socket asker = new Socket(
                        InetAddress.getLoopbackAddress(), entries().get(0).port())) {
            asker.setSoTimeout(20_000);
            byte[] hello = new byte[Integer.BYTES + Line.CHALLENGE_BYTES];
            ByteBuffer.wrap(hello).putInt(Line.MAGIC);
            asker.getOutputStream().write(hello);
            asker.getInputStream().readNBytes(Line.CHALLENGE_BYTES + Proof.BYTES);
            asker.getOutputStream().write(new byte[Proof.BYTES + Integer.BYTES]);

            assertThat(endsWithoutAnswer(asker)).as(owner.entryName()).isTrue();
        }
    }

    private static boolean endsWithoutAnswer(Socket asker) {
        try {
            return asker.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private Neighbours neighbours() {
        return new Neighbours(STACK, directory, "", metrics, System::nanoTime);
    }

    private void publish(String name, int port) throws IOException {
        directory.publish(new RegistryEntry(STACK.name() + "-" + name, port, secret));
    }

    private List<RegistryEntry> entries() throws IOException {
        return directory.entries(STACK, "");
    }

    /** Answers with something, and counts what it hears. */
    private static int strangersEar(ServerSocket stranger) {
        try (Socket asker = stranger.accept()) {
            asker.setSoTimeout(20_000);
            asker.getOutputStream().write(new byte[Line.CHALLENGE_BYTES + Proof.BYTES]);
            return asker.getInputStream().readAllBytes().length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

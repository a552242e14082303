package io.lambdafs.store.rocks.net;

import static io.lambdafs.store.rocks.net.NetFixture.LONG;
import static io.lambdafs.store.rocks.net.NetFixture.SECRET;
import static io.lambdafs.store.rocks.net.NetFixture.SHORT;
import static io.lambdafs.store.rocks.net.NetFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.rocks.net.EngineCallException.Fate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A server in a process of its own, which is killed and frozen. */
@ParameterizedClass
@EnumSource(EngineExchangeTest.Kind.class)
@Timeout(120)
final class EngineProcessTest {
    private static final int CALLERS = 4;

    @Parameter
    private EngineExchangeTest.Kind kind = EngineExchangeTest.Kind.UNIX;

    @TempDir
    private Path directory = Path.of("");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endAll() {
        processes.forEach(Process::destroyForcibly);
        threads.shutdownNow();
    }

    /** A running process, what it prints, and where it listens. */
    private record Running(Process process, BufferedReader lines, EngineAddress address) {
        void awaitHeld(int requests) throws IOException {
            for (int i = 0; i < requests; i++) {
                assertThat(lines.readLine()).isEqualTo(EchoProcess.HOLD);
            }
        }

        void signal(String name) throws Exception {
            int code = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            assertThat(code).isZero();
        }
    }

    private Running start(String address) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EchoProcess.class.getName(),
                        address)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new Running(process, lines, EngineAddress.parse(lines.readLine()));
    }

    private Running start() throws IOException {
        return start((kind == EngineExchangeTest.Kind.UNIX ? NetFixture.unix(directory) : NetFixture.tcp()).toString());
    }

    @Test
    void kill_failsTheCallers_andTheNextProcessIsFound() throws Exception {
        Running first = start();
        try (EngineClient client = EngineClient.connect(
                first.address(), SECRET, ClientBounds.defaults().withConnect(LONG))) {
            List<CompletableFuture<Fate>> asked = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                asked.add(CompletableFuture.supplyAsync(() -> fateOf(client, LONG), threads));
            }
            first.awaitHeld(CALLERS);
            first.process().destroyForcibly();
            for (CompletableFuture<Fate> each : asked) {
                assertThat(each.get(30, TimeUnit.SECONDS))
                        .as("far sooner than the caller's own bound")
                        .isEqualTo(Fate.IN_DOUBT);
            }
            // Asked while nobody is there: the caller waits for the next process.
            CompletableFuture<byte[]> next =
                    CompletableFuture.supplyAsync(() -> client.ask(bytes("next"), LONG), threads);
            start(first.address().toString());
            assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(bytes("next"));
            assertThat(client.connection(LONG).number()).isEqualTo(2);
        }
    }

    @Test
    void frozenProcess_isToldOfWithinTheBound_andServesAfterwards() throws Exception {
        Running frozen = start();
        try (EngineClient client = EngineClient.connect(frozen.address(), SECRET, ClientBounds.defaults())) {
            assertThat(client.ask(bytes("before"), LONG)).isEqualTo(bytes("before"));
            frozen.signal("STOP");
            try {
                assertThat(fateOf(client, SHORT)).isEqualTo(Fate.IN_DOUBT);
            } finally {
                frozen.signal("CONT");
            }
            assertThat(client.ask(bytes("after"), LONG)).isEqualTo(bytes("after"));
            assertThat(client.connection(LONG).number())
                    .as("the connection was kept")
                    .isEqualTo(1);
        }
    }

    @Test
    void processThatIsSilentForTooLong_isTakenForDead() throws Exception {
        Running frozen = start();
        ClientBounds usual = ClientBounds.defaults();
        ClientBounds impatient = new ClientBounds(SHORT, SHORT, usual.frameBytes(), usual.unsentBytes());
        try (EngineClient client = EngineClient.connect(frozen.address(), SECRET, usual.withConnect(LONG));
                EngineClient other = connected(frozen, impatient)) {
            EngineConnection connection = other.connection(LONG);
            frozen.signal("STOP");
            try {
                assertThat(fateOf(client, SHORT)).isEqualTo(Fate.IN_DOUBT);
                assertThat(fateOf(other, SHORT.multipliedBy(2))).isEqualTo(Fate.IN_DOUBT);
                assertThat(connection.isOpen()).isFalse();
                assertThat(client.connection(LONG).number())
                        .as("the patient one waits")
                        .isEqualTo(1);
                assertThatThrownBy(() -> other.ask(bytes("again"), LONG))
                        .as("the next connection gets no handshake")
                        .isInstanceOfSatisfying(
                                EngineCallException.class,
                                e -> assertThat(e.fate()).isEqualTo(Fate.NEVER_SENT));
            } finally {
                frozen.signal("CONT");
            }
        }
    }

    /** The first connection may take its time, on a busy machine. */
    private static EngineClient connected(Running running, ClientBounds bounds) {
        for (int attempt = 1; true; attempt++) {
            try {
                return EngineClient.connect(running.address(), SECRET, bounds);
            } catch (EngineCallException e) {
                assertThat(attempt).isLessThan(100);
            }
        }
    }

    private static Fate fateOf(EngineClient client, Duration bound) {
        try {
            client.ask(bytes(EchoProcess.HOLD), bound);
            throw new AssertionError("it was answered");
        } catch (EngineCallException e) {
            return e.fate();
        }
    }
}

package io.lambdafs.store.rocks.net;

import static io.lambdafs.store.rocks.net.NetFixture.LONG;
import static io.lambdafs.store.rocks.net.NetFixture.SHORT;
import static io.lambdafs.store.rocks.net.NetFixture.await;
import static io.lambdafs.store.rocks.net.NetFixture.bytes;
import static io.lambdafs.store.rocks.net.NetFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.rocks.net.EngineCallException.Fate;
import io.lambdafs.store.rocks.net.NetFixture.Kept;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests and answers between a server and a client, over both kinds of sockets, and encrypted. */
@ParameterizedClass
@EnumSource
@Timeout(120)
final class EngineExchangeTest {
    private static final int CALLERS = 32;
    private static final int CALLS = 200;

    /** The kinds of sockets. */
    enum Kind {
        UNIX,
        TCP,
        TLS
    }

    @Parameter
    private Kind kind = Kind.UNIX;

    @TempDir
    private Path directory = Path.of("");

    private NetFixture fixture = new NetFixture();
    private EngineCredentials credentials = EngineCredentials.of(NetFixture.SECRET);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeEach
    void encrypt() throws Exception {
        if (kind == Kind.TLS) {
            Certificates certificates = Certificates.in(directory);
            fixture = new NetFixture(Admission.of(NetFixture.SECRET).with(certificates.server()));
            credentials = credentials.with(certificates.client());
        }
    }

    private EngineClient client(EngineServer server) {
        return client(server, ClientBounds.defaults());
    }

    private EngineClient client(EngineServer server, ClientBounds bounds) {
        return EngineClient.connect(server.address(), credentials, bounds, EngineGreeting.NONE);
    }

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private EngineAddress address() {
        return kind == Kind.UNIX ? NetFixture.unix(directory) : NetFixture.tcp();
    }

    @Test
    void manyCallers_getTheirOwnAnswers() throws Exception {
        try (EngineServer server = fixture.echo(address());
                EngineClient client = client(server)) {
            List<Future<?>> callers = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                Random random = new Random(caller);
                callers.add(threads.submit(() -> {
                    for (int call = 0; call < CALLS; call++) {
                        byte[] request = new byte[random.nextInt(call % 50 == 0 ? 300_000 : 300)];
                        random.nextBytes(request);
                        assertThat(Arrays.equals(client.ask(request, LONG), request))
                                .isTrue();
                    }
                }));
            }
            for (Future<?> caller : callers) {
                caller.get(LONG.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(client.connection(LONG).number())
                    .as("one connection was enough")
                    .isEqualTo(1);
        }
        assertThat(fixture.log).isEmpty();
    }

    /** The client does not know yet that its connection has broken. */
    @Test
    void requestThatMayBeRepeated_goesOverAnotherConnectionIfItsOwnHasBroken() throws Exception {
        EngineServer first = fixture.echo(address());
        try (EngineClient client = client(first)) {
            assertThat(text(client.askRepeatably(bytes("first"), LONG))).isEqualTo("first");
            first.close();
            try (EngineServer second = fixture.echo(first.address())) {
                assertThat(second.address()).isEqualTo(first.address());
                assertThat(text(client.askRepeatably(bytes("second"), LONG))).isEqualTo("second");
                assertThat(client.connection(LONG).number()).isEqualTo(2);
            }
        }
    }

    @Test
    void answers_mayComeInAnyOrder_andFromAnyThread() throws Exception {
        Kept kept = new Kept();
        try (EngineServer server = fixture.start(address(), number -> kept);
                EngineClient client = client(server)) {
            List<CompletableFuture<byte[]>> asked = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                byte[] request = bytes("request " + i);
                asked.add(CompletableFuture.supplyAsync(() -> client.ask(request, LONG), threads));
            }
            await(() -> kept.requests.size() == 20);
            for (int i = 19; i >= 0; i--) {
                kept.requests
                        .get(i)
                        .answer()
                        .sendLater(bytes("answer to " + kept.requests.get(i).request()));
            }
            assertThat(asked).as("nothing leaves before the flush").noneMatch(CompletableFuture::isDone);
            server.flush();
            for (int i = 0; i < 20; i++) {
                assertThat(text(asked.get(i).get(60, TimeUnit.SECONDS))).isEqualTo("answer to request " + i);
            }
        }
    }

    @Test
    void tell_arrives_andHasNoAnswer() throws Exception {
        Kept kept = new Kept();
        try (EngineServer server = fixture.start(address(), number -> kept);
                EngineClient client = client(server)) {
            client.tell(bytes("one"));
            client.connection(LONG).tell(bytes("two"));
            await(() -> kept.told.size() == 2);
            assertThat(kept.told).containsExactly("one", "two");
            assertThat(kept.requests).isEmpty();
        }
    }

    @Test
    void answer_thatIsGivenTwice_isTheHandlersFault() throws Exception {
        Kept kept = new Kept();
        try (EngineServer server = fixture.start(address(), number -> kept);
                EngineClient client = client(server)) {
            CompletableFuture<byte[]> asked =
                    CompletableFuture.supplyAsync(() -> client.ask(bytes("once"), LONG), threads);
            await(() -> kept.requests.size() == 1);
            kept.requests.get(0).echo();
            assertThat(asked.get(60, TimeUnit.SECONDS)).isEqualTo(bytes("once"));
            assertThatThrownBy(() -> kept.requests.get(0).echo()).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void largestFrame_passes_andALargerOneIsRefusedByItsSender() throws Exception {
        byte[] largest = new byte[ClientBounds.defaults().frameBytes() - Frames.HEADER_BYTES];
        new Random(1).nextBytes(largest);
        try (EngineServer server = fixture.echo(address());
                EngineClient client = client(server)) {
            assertThat(Arrays.equals(client.ask(largest, LONG), largest)).isTrue();
            assertThatIllegalArgumentException().isThrownBy(() -> client.ask(new byte[largest.length + 1], LONG));
            assertThat(client.ask(bytes("small"), LONG)).isEqualTo(bytes("small"));
            assertThat(client.connection(LONG).number()).isEqualTo(1);
        }
    }

    @Test
    void answer_thatIsTooLong_isSaidToBe_andTheConnectionGoesOn() throws Exception {
        Kept kept = new Kept();
        try (EngineServer server = fixture.start(address(), number -> kept);
                EngineClient client = client(server)) {
            CompletableFuture<byte[]> asked =
                    CompletableFuture.supplyAsync(() -> client.ask(bytes("long"), LONG), threads);
            await(() -> kept.requests.size() == 1);
            kept.requests.get(0).answer().send(new byte[ServerLimits.defaults().frameBytes()]);
            assertThatThrownBy(() -> asked.get(60, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            EngineCallException.class, e -> assertThat(e.fate()).isEqualTo(Fate.UNANSWERABLE))
                    .hasMessageContaining("4194304 bytes");
            CompletableFuture<byte[]> next =
                    CompletableFuture.supplyAsync(() -> client.ask(bytes("next"), LONG), threads);
            await(() -> kept.requests.size() == 2);
            kept.requests.get(1).echo();
            assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(bytes("next"));
            assertThat(client.connection(LONG).number()).isEqualTo(1);
        }
    }

    @Test
    void lateAnswer_isDropped() throws Exception {
        Kept kept = new Kept();
        try (EngineServer server = fixture.start(address(), number -> kept);
                EngineClient client = client(server)) {
            assertThatThrownBy(() -> client.ask(bytes("late"), SHORT))
                    .isInstanceOfSatisfying(
                            EngineCallException.class, e -> assertThat(e.fate()).isEqualTo(Fate.IN_DOUBT));
            await(() -> kept.requests.size() == 1);
            kept.requests.get(0).echo();
            CompletableFuture<byte[]> next =
                    CompletableFuture.supplyAsync(() -> client.ask(bytes("next"), LONG), threads);
            await(() -> kept.requests.size() == 2);
            kept.requests.get(1).echo();
            assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(bytes("next"));
            assertThat(client.connection(LONG).number()).isEqualTo(1);
        }
    }

    @Test
    void interruptedCaller_harmsNoOther() throws Exception {
        Kept kept = new Kept();
        try (EngineServer server = fixture.start(address(), number -> kept);
                EngineClient client = client(server)) {
            // The first caller reads the socket for all.
            CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
            Thread reader = new Thread(() -> {
                try {
                    client.ask(bytes("interrupted"), LONG);
                } catch (EngineCallException e) {
                    assertThat(e.fate()).isEqualTo(Fate.IN_DOUBT);
                    stillInterrupted.complete(Thread.currentThread().isInterrupted());
                }
            });
            reader.start();
            await(() -> kept.requests.size() == 1);
            List<CompletableFuture<byte[]>> others = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                byte[] request = bytes("other " + i);
                others.add(CompletableFuture.supplyAsync(() -> client.ask(request, LONG), threads));
            }
            await(() -> kept.requests.size() == 5);
            reader.interrupt();
            assertThat(stillInterrupted.get(60, TimeUnit.SECONDS)).isTrue();
            kept.requests.forEach(Kept.Held::echo);
            for (CompletableFuture<byte[]> other : others) {
                assertThat(text(other.get(60, TimeUnit.SECONDS))).startsWith("other");
            }
            assertThat(client.connection(LONG).number()).isEqualTo(1);
        }
    }

    @Test
    void requestsOfABrokenConnection_fail_andTheNextOneGoesOverAnother() throws Exception {
        Kept kept = new Kept();
        EngineServer first = fixture.start(address(), number -> kept);
        try (EngineClient client = client(first)) {
            EngineConnection before = client.connection(LONG);
            List<CompletableFuture<Fate>> asked = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                asked.add(CompletableFuture.supplyAsync(() -> fateOf(client), threads));
            }
            await(() -> kept.requests.size() == 4);
            first.close();
            for (CompletableFuture<Fate> each : asked) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(Fate.IN_DOUBT);
            }
            assertThat(kept.closed).hasValue(1);
            assertThat(before.isOpen()).isFalse();
            assertThatThrownBy(() -> before.ask(bytes("gone"), LONG))
                    .isInstanceOfSatisfying(
                            EngineCallException.class, e -> assertThat(e.fate()).isEqualTo(Fate.NEVER_SENT));
            try (EngineServer second = fixture.echo(first.address())) {
                assertThat(client.ask(bytes("next"), LONG)).isEqualTo(bytes("next"));
                assertThat(client.connection(LONG).number()).isEqualTo(2);
                assertThat(second.address()).isEqualTo(first.address());
            }
        } finally {
            first.close();
        }
    }

    private static Fate fateOf(EngineClient client) {
        try {
            client.ask(bytes("request"), LONG);
            throw new AssertionError("it was answered");
        } catch (EngineCallException e) {
            return e.fate();
        }
    }

    @Test
    void idleConnection_thatTheServerHasClosed_isReplacedBeforeAnythingIsSent() throws Exception {
        EngineServer first = fixture.echo(address());
        try (EngineClient client = client(first)) {
            assertThat(client.ask(bytes("one"), LONG)).isEqualTo(bytes("one"));
            first.close();
            try (EngineServer second = fixture.echo(first.address())) {
                assertThat(client.ask(bytes("two"), LONG)).isEqualTo(bytes("two"));
                assertThat(client.connection(LONG).number()).isEqualTo(2);
                assertThat(second.address()).isEqualTo(first.address());
            }
        }
    }

    @Test
    void closedClient_failsItsCallers_andTakesNoMore() throws Exception {
        Kept kept = new Kept();
        try (EngineServer server = fixture.start(address(), number -> kept)) {
            EngineClient client = client(server);
            CompletableFuture<Fate> asked = CompletableFuture.supplyAsync(() -> fateOf(client), threads);
            await(() -> kept.requests.size() == 1);
            client.close();
            assertThat(asked.get(60, TimeUnit.SECONDS)).isEqualTo(Fate.IN_DOUBT);
            assertThat(fateOf(client)).isEqualTo(Fate.NEVER_SENT);
            await(() -> kept.closed.get() == 1);
        }
        assertThat(Stream.of(kept.closed.get())).containsExactly(1);
    }

    @Test
    void engineThatIsGone_isToldOfWithinTheBound() throws Exception {
        EngineServer server = fixture.echo(address());
        // A handshake of TLS computes for a while.
        Duration bound = kind == Kind.TLS ? Duration.ofSeconds(5) : SHORT;
        try (EngineClient client = client(server, ClientBounds.defaults().withConnect(bound))) {
            server.close();
            assertThatThrownBy(() -> client.ask(bytes("nobody"), LONG))
                    .isInstanceOfSatisfying(
                            EngineCallException.class, e -> assertThat(e.fate()).isEqualTo(Fate.NEVER_SENT))
                    .hasMessageContaining(server.address().toString());
        }
    }
}

package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.StoreSecret;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.net.ClientBounds;
import io.lambdafs.store.rocks.net.EngineAddress;
import io.lambdafs.store.rocks.net.EngineClient;
import io.lambdafs.store.rocks.net.ServerLimits;
import io.lambdafs.store.rocks.operation.EngineMessages;
import io.lambdafs.store.rocks.operation.INodeOperations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server does with users that are wrong, gone or too many. */
final class StoreServerTest {
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);
    private static final Bounds LONG =
            new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(60));
    private static final Bounds VERY_LONG =
            new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(120));
    private static final int FEW = 20;
    private static final int MORE_THAN_A_CONNECTION_MAY_HAVE =
            ServerLimits.defaults().requests() + 100;

    private static StoreException failure(ThrowingCallable call) {
        StoreException failure = catchThrowableOfType(StoreException.class, call);
        assertThat(failure).isNotNull();
        return failure;
    }

    @Test
    void tenThousandTransactions_areOpen_andOneMoreIsRefused() {
        try (ServerFixture server = ServerFixture.overUnixSocket(EngineLimits.defaults());
                MetadataStore store = server.open(LONG);
                MetadataStore other = server.open(LONG)) {
            WriterId writer = store.registerWriter("many");
            List<Transaction> open = new ArrayList<>();
            for (int i = 0; i < EngineLimits.defaults().openTransactions(); i++) {
                open.add(store.beginWrite(writer));
            }
            StoreException refused = failure(() -> other.beginWrite(writer));
            assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(refused).hasMessageContaining("10000 transactions are open");
            assertThat(other.beginRead().inodes().get(INodeId.ROOT)).isPresent();
            assertThat(open.get(7).inodes().get(INodeId.ROOT)).isPresent();
            open.get(7).close();
            // An answer on the same connection follows the rollback.
            open.get(8).inodes().get(INodeId.ROOT);
            other.beginWrite(writer).close();
        }
    }

    @Test
    void lostUser_losesItsLocks() {
        try (ServerFixture server = ServerFixture.overUnixSocket(EngineLimits.defaults());
                MetadataStore store = server.open(LONG)) {
            WriterId writer = store.registerWriter("writer");
            MetadataStore lost = server.open(LONG);
            Transaction holder = lost.beginWrite(writer);
            holder.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
            lost.close();
            try (Transaction next = store.beginWrite(writer)) {
                assertThat(next.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE))))
                        .hasSize(1);
            }
            assertThat(failure(() -> holder.inodes().get(INodeId.ROOT)).kind()).isEqualTo(Kind.UNAVAILABLE);
        }
    }

    @Test
    void wrongSecret_isRefused_andNamed() {
        try (ServerFixture server = ServerFixture.overUnixSocket(EngineLimits.defaults())) {
            StoreException wrong =
                    failure(() -> ServerFixture.open(server.address(), "another secret, also long enough", LONG));
            assertThat(wrong.kind()).isEqualTo(Kind.INCOMPATIBLE);
            assertThat(wrong).hasMessageContaining("secret").message().doesNotContain("another secret");
            StoreException none = failure(() -> ServerFixture.open(server.address(), "", LONG));
            assertThat(none.kind()).isEqualTo(Kind.INCOMPATIBLE);
            assertThat(none).hasMessageContaining("the store's password is to be the secret of its engine");
        }
    }

    @Test
    void garbage_isAnswered_andHarmsNobody() {
        try (ServerFixture server = ServerFixture.overUnixSocket(EngineLimits.defaults());
                MetadataStore store = server.open(LONG);
                EngineClient client = EngineClient.connect(
                        EngineAddress.parse(server.address()),
                        StoreSecret.of(ServerFixture.SECRET),
                        ClientBounds.defaults())) {
            byte[] answer = client.ask(new byte[] {99, 1, 2, 3}, Duration.ofSeconds(10));
            StoreException refused =
                    failure(() -> EngineMessages.answer(INodeOperations.COUNT, new Decoder(answer, 0, answer.length)));
            assertThat(refused.kind()).isEqualTo(Kind.INTERNAL);
            assertThat(refused).hasMessageContaining("cannot be read");
            assertThat(store.beginRead().inodes().count()).isEqualTo(1);
        }
    }

    @Test
    void longLife_isRefused() {
        try (ServerFixture server = ServerFixture.overUnixSocket(EngineLimits.defaults());
                MetadataStore store =
                        server.open(new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofHours(2)))) {
            WriterId writer = store.registerWriter("writer");
            assertThat(failure(() -> store.beginWrite(writer))).hasMessageContaining("PT1H at most");
        }
    }

    @Test
    void largeBatches_travelInParts_andArriveInOrder() {
        try (ServerFixture server = ServerFixture.overUnixSocket(EngineLimits.defaults());
                MetadataStore store = server.open(LONG)) {
            WriterId writer = store.registerWriter("writer");
            IdRange ids = store.reserve(Sequence.INODE, INodeTable.MAX_BATCH);
            try (Transaction tx = store.beginWrite(writer)) {
                for (int i = 0; i < INodeTable.MAX_BATCH; i++) {
                    tx.inodes().insert(directory(ids.first() + i, "n".repeat(200) + i));
                }
                tx.commit();
            }
            Transaction tx = store.beginRead();
            assertThat(tx.inodes().children(INodeId.ROOT, Name.EMPTY, INodeTable.MAX_BATCH))
                    .hasSize(INodeTable.MAX_BATCH);
            assertThat(store.changeFeed().orElseThrow().after(0, FEW)).hasSize(1);
        }
    }

    @Test
    void engineWithAnotherFileSystem_isRefused_andTheRightOneIsTakenAgain(@TempDir Path places) throws Exception {
        String address = "unix:" + places.resolve("socket");
        StoreServer first = start(places.resolve("one"), address);
        try (MetadataStore store = ServerFixture.open(address, ServerFixture.SECRET, LONG)) {
            WriterId writer = store.registerWriter("writer");
            first.close();
            try (StoreServer other = start(places.resolve("two"), address)) {
                for (ThrowingCallable call : List.<ThrowingCallable>of(
                        () -> store.beginRead().inodes().get(INodeId.ROOT), () -> store.beginWrite(writer))) {
                    StoreException refused = failure(call);
                    assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
                    assertThat(refused)
                            .hasMessageContaining(other.address().toString())
                            .hasMessageContaining(store.identity().clusterId())
                            .hasMessageContaining("start the engine with the data directory that it had");
                }
            }
            try (StoreServer again = start(places.resolve("one"), address)) {
                awaitTaken(store);
                assertThat(again.address()).hasToString(address);
                try (Transaction tx = store.beginWrite(writer)) {
                    tx.commit();
                }
            }
        } finally {
            first.close();
        }
    }

    private static StoreServer start(Path place, String address) throws IOException {
        Files.createDirectories(place);
        return StoreServer.start(
                ServerArguments.parse(ServerFixture.arguments(place, address)), EngineLimits.defaults(), line -> {});
    }

    /** A refusal counts for a quarter of a second. */
    private static void awaitTaken(MetadataStore store) {
        long end = System.nanoTime() + LONG.transaction().toNanos();
        while (true) {
            try {
                store.beginRead().inodes().get(INodeId.ROOT);
                return;
            } catch (StoreException notYet) {
                assertThat(System.nanoTime()).as(notYet.toString()).isLessThan(end);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }
    }

    @Test
    void moreWaitForALock_thanAConnectionMayHaveRequests_andWhoHoldsItCommits() throws Exception {
        try (ServerFixture server = ServerFixture.overUnixSocket(EngineLimits.defaults());
                MetadataStore store = server.open(VERY_LONG)) {
            WriterId writer = store.registerWriter("writer");
            Transaction holder = store.beginWrite(writer);
            holder.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
            AtomicInteger committed = new AtomicInteger();
            List<Thread> waiting = new ArrayList<>();
            for (int i = 0; i < MORE_THAN_A_CONNECTION_MAY_HAVE; i++) {
                waiting.add(new Thread(() -> {
                    try (Transaction tx = store.beginWrite(writer)) {
                        tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.SHARED)));
                        tx.commit();
                    }
                    committed.incrementAndGet();
                }));
            }
            waiting.forEach(Thread::start);
            awaitBlocked(waiting);
            assertThat(store.beginRead().inodes().get(INodeId.ROOT)).isPresent();
            holder.inodes().insert(directory(store.reserve(Sequence.INODE, 1).first(), "late"));
            holder.commit();
            for (Thread each : waiting) {
                each.join();
            }
            assertThat(committed).hasValue(MORE_THAN_A_CONNECTION_MAY_HAVE);
        }
    }

    /** Waits until all of these threads wait for something. One of them may be about to read the socket for the others. */
    private static void awaitBlocked(List<Thread> threads) {
        long end = System.nanoTime() + VERY_LONG.lock().toNanos();
        for (int looks = 0; looks < FEW; looks++) {
            while (threads.stream().filter(StoreServerTest::isRunning).count() > 1) {
                looks = 0;
                assertThat(System.nanoTime()).isLessThan(end);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }

    private static boolean isRunning(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING -> false;
            default -> true;
        };
    }

    private static Directory directory(long id, String name) {
        return new Directory(new INodeId(id), new INodeKey(INodeId.ROOT, Name.of(name)), ATTRIBUTES);
    }
}

package io.lambdafs.store.rocks.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Goes over all operations: what other processes send and get, and what happens to garbage. */
final class CatalogueTest {
    private static final long TRANSACTION = 77;
    private static final long SEED = 20_261_125;
    private static final int GARBAGE_PER_OPERATION = 200;

    /* Other processes send these numbers. A number is never given to another operation. */
    private static final String NUMBERS = """
            1 engine.identity, 2 engine.register, 3 engine.fence, 4 engine.writers, 5 engine.reserve,
            6 engine.deployments, 7 engine.changeDeployments, 8 engine.feedRange, 9 engine.feed,
            10 inodes.resolve, 11 inodes.get, 12 inodes.getAll, 13 inodes.find, 14 inodes.lock, 15 inodes.children,
            16 inodes.childrenOfAll, 17 inodes.hasChildren, 18 inodes.countChildren, 19 inodes.insert,
            20 inodes.update, 21 inodes.delete, 22 inodes.writtenBy, 23 inodes.count,
            30 blocks.ofFiles, 31 blocks.get, 32 blocks.insert, 33 blocks.update, 34 blocks.delete,
            35 blocks.deleteOfFiles, 36 blocks.count, 37 blocks.updateAll, 38 blocks.ofFile,
            40 replicas.ofBlocks, 41 replicas.onStorage, 42 replicas.put, 43 replicas.remove, 44 replicas.removeSome,
            50 dataNodes.all, 51 dataNodes.register, 52 dataNodes.heartbeat, 53 dataNodes.noteReport,
            54 dataNodes.noteReplicas, 55 dataNodes.remove,
            60 leases.renew, 61 leases.age, 62 leases.expired, 63 leases.remove,
            70 work.checkReplication, 71 work.dueForReplication, 72 work.replicationDone, 73 work.noteFlaws,
            74 work.countFlaws, 75 work.withFlaw, 76 work.replicationQueueLength, 77 work.pendingDeletions,
            78 work.send, 79 work.take,
            90 roles.acquire, 91 roles.hold, 92 roles.release,
            100 outcomes.purge, 101 outcomes.record,
            110 transaction.open, 111 transaction.nothing, 112 transaction.now, 113 transaction.announce,
            120 engine.figures, 121 engine.backUp, 122 engine.announced,
            130 details.of, 131 details.get, 132 details.lock, 133 details.put, 134 details.delete, 135 details.deleteOf,
            200 volumes.create, 201 volumes.find, 202 volumes.all, 203 volumes.delete, 204 volumes.reserve,
            205 volumes.begin, 206 volumes.fetch, 207 volumes.changed, 208 volumes.entries, 209 volumes.commit,
            210 volumes.createIfAbsent""";

    static Stream<Examples.Example<?, ?>> examples() {
        return Examples.all().stream();
    }

    @Test
    void numbers_areUniqueAndStable() {
        List<String> numbers = Catalogue.all().stream()
                .map(operation -> operation.number() + " " + operation.name())
                .toList();
        assertThat(numbers).containsExactlyInAnyOrder(NUMBERS.split(",\\s+"));
        assertThat(Catalogue.all().stream().map(EngineAction::number)).doesNotHaveDuplicates();
        assertThat(Catalogue.all().stream().map(EngineAction::number))
                .allSatisfy(number -> assertThat(number).isBetween(1, Catalogue.HIGHEST));
    }

    @Test
    void everyOperation_hasAnExample() {
        assertThat(examples().map(example -> example.operation().name()).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Catalogue.all().stream().map(EngineAction::name).toList());
    }

    private static Decoder decoder(byte[] bytes) {
        return new Decoder(bytes, 0, bytes.length);
    }

    private static <A, R> byte[] request(EngineAction<A, R> operation, A argument) {
        if (operation instanceof TableOperation<A, R> question) {
            Encoder call = EngineMessages.call(TRANSACTION);
            new TableInvocation<>(TransactionOperations.NOTHING, Done.DONE).put(call);
            new TableInvocation<>(question, argument).put(call);
            EngineMessages.commit(call);
            return call.toArray();
        }
        return EngineMessages.ask((EngineOperation<A, R>) operation, argument);
    }

    @ParameterizedTest
    @MethodSource("examples")
    <A, R> void argument_arrives(Examples.Example<A, R> example) {
        Request request = EngineMessages.request(decoder(request(example.operation(), example.argument())));
        if (request instanceof Request.Call call) {
            assertThat(call.transaction()).isEqualTo(TRANSACTION);
            assertThat(call.commit()).isTrue();
            assertThat(call.changes()).containsExactly(new TableInvocation<>(TransactionOperations.NOTHING, Done.DONE));
            assertThat(call.question().operation()).isSameAs(example.operation());
            assertSame(call.question().argument(), example.argument());
        } else {
            Request.Ask<?, ?> ask = (Request.Ask<?, ?>) request;
            assertThat(ask.operation()).isSameAs(example.operation());
            assertSame(ask.argument(), example.argument());
        }
    }

    private static void assertSame(Object found, Object expected) {
        assertThat(found).usingRecursiveComparison().isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("examples")
    <A, R> void result_arrives(Examples.Example<A, R> example) {
        byte[] answer = EngineMessages.success(example.operation(), example.result());
        R found = EngineMessages.answer(example.operation(), decoder(answer));
        assertThat(found).usingRecursiveComparison().isEqualTo(example.result());
    }

    @ParameterizedTest
    @MethodSource("examples")
    <A, R> void truncatedRequest_isRefused(Examples.Example<A, R> example) {
        byte[] whole = request(example.operation(), example.argument());
        // A call that ends after its first operation, which has no argument, is whole again.
        int wholeToo = example.operation() instanceof TableOperation
                ? EngineMessages.call(TRANSACTION).length() + 1
                : -1;
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            Throwable failure = catchThrowable(() -> EngineMessages.request(decoder(cut)));
            if (length != wholeToo) {
                assertRefused(failure);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    <A, R> void garbage_isReadOrRefused_andNothingElse(Examples.Example<A, R> example) {
        byte[] whole = request(example.operation(), example.argument());
        Random random = new Random(SEED + example.operation().number());
        for (int i = 0; i < GARBAGE_PER_OPERATION; i++) {
            byte[] garbage = whole.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                garbage[random.nextInt(garbage.length)] = (byte) random.nextInt();
            }
            Throwable failure = catchThrowable(() -> EngineMessages.request(decoder(garbage)));
            if (failure != null) {
                assertRefused(failure);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    <A, R> void moreThanARequest_isRefused(Examples.Example<A, R> example) {
        byte[] whole = request(example.operation(), example.argument());
        // No operation has the number 0.
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertRefused(catchThrowable(() -> EngineMessages.request(decoder(longer))));
    }

    @Test
    void claimedSizes_takeNoMemory() {
        byte[] claim = new Encoder()
                .putByte(4)
                .putByte(INodeOperations.GET_ALL.number())
                .putInt(Integer.MAX_VALUE)
                .toArray();
        assertRefused(catchThrowable(() -> EngineMessages.request(decoder(claim))));
    }

    @Test
    void batch_hasABound() {
        List<INodeId> tooMany = Collections.nCopies(INodeTable.MAX_BATCH + 1, INodeId.ROOT);
        byte[] request = EngineMessages.read(new TableInvocation<>(INodeOperations.GET_ALL, tooMany));
        assertRefused(catchThrowable(() -> EngineMessages.request(decoder(request))));
    }

    @Test
    void call_hasABoundedNumberOfOperations() {
        Encoder call = EngineMessages.call(TRANSACTION);
        for (int i = 0; i <= EngineMessages.MOST_OPERATIONS; i++) {
            new TableInvocation<>(TransactionOperations.NOTHING, Done.DONE).put(call);
        }
        assertRefused(catchThrowable(() -> EngineMessages.request(decoder(call.toArray()))));
    }

    @ParameterizedTest
    @EnumSource
    void failure_arrives(Kind kind) {
        byte[] answer = EngineMessages.failure(new StoreException(kind, "the message"));
        Throwable failure = catchThrowable(() -> EngineMessages.answer(INodeOperations.COUNT, decoder(answer)));
        assertThat(failure).isInstanceOf(StoreException.class).hasMessage("the message");
        assertThat(((StoreException) failure).kind()).isEqualTo(kind);
    }

    @Test
    void otherRequests_arrive() {
        TransactionBounds bounds = new TransactionBounds(Duration.ofSeconds(1), Duration.ofSeconds(2));
        Opening opening = Opening.of(Optional.empty(), WriteHint.NONE);
        assertThat(EngineMessages.request(decoder(EngineMessages.begin(TRANSACTION, new WriterId(5), bounds, opening))))
                .isEqualTo(new Request.Begin(TRANSACTION, new WriterId(5), bounds, opening));
        assertThat(EngineMessages.request(decoder(EngineMessages.rollBack(TRANSACTION))))
                .isEqualTo(new Request.RollBack(TRANSACTION));
        TableInvocation<INodeId, Optional<INode>> question = new TableInvocation<>(INodeOperations.GET, INodeId.ROOT);
        assertThat(EngineMessages.request(decoder(EngineMessages.read(question))))
                .isEqualTo(new Request.Read(question));
    }

    private static void assertRefused(Throwable failure) {
        assertThat(failure)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot be read: use the same release");
        assertThat(((StoreException) failure).kind()).isEqualTo(Kind.INTERNAL);
    }
}

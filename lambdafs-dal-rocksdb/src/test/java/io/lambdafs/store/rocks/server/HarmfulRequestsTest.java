package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.net.AnswerTo;
import io.lambdafs.store.rocks.net.ClientRole;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.EngineAction;
import io.lambdafs.store.rocks.operation.EngineMessages;
import io.lambdafs.store.rocks.operation.EngineOperation;
import io.lambdafs.store.rocks.operation.EngineOperations;
import io.lambdafs.store.rocks.operation.INodeOperations;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.store.rocks.operation.ReplicaOperations;
import io.lambdafs.store.rocks.operation.RoundTrip;
import io.lambdafs.store.rocks.operation.TableInvocation;
import io.lambdafs.store.rocks.operation.TransactionOperations;
import io.lambdafs.store.rocks.operation.VolumeOperations;
import io.lambdafs.store.rocks.volume.EntriesWork;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.Write;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single requests that would stop the engine, or keep it busy, if it took them. */
final class HarmfulRequestsTest {
    private static final long ENDLESS = Long.MAX_VALUE;
    private static final int ASK = 5;

    private final FuzzedEngine engine = new FuzzedEngine();
    private final EngineRequests connection =
            new EngineRequests(engine.engine(), new RequestCounts(() -> 0), ClientRole.OWNER);

    private byte[] answer(byte[] request) {
        List<byte[]> answers = new ArrayList<>();
        connection.request(ByteBuffer.wrap(request), new AnswerTo() {
            @Override
            public void send(byte[] answer) {
                answers.add(answer);
            }

            @Override
            public void sendLater(byte[] answer) {
                answers.add(answer);
            }
        });
        engine.settle();
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private Object result(EngineAction<?, ?> operation, byte[] request) {
        return RoundTrip.answer(operation, answer(request));
    }

    private <A> Object ask(EngineOperation<A, ?> operation, A argument) {
        return result(operation, EngineMessages.ask(operation, argument));
    }

    private CommitOutcome commit(VolumeId volume, Stream<Write> writes) {
        VolumeCommit commit =
                new VolumeCommit(new UUID(1, engine.engine().nextNumber()), 1 << 20, List.of(), writes.toList());
        return (CommitOutcome) ask(VolumeOperations.COMMIT, new VolumeOperations.Transaction(volume, commit));
    }

    private VolumeId volume(int blockSize) {
        return engine.ask(VolumeOperations.CREATE, blockSize).id();
    }

    @Test
    void boundsThatCannotBeReckonedWith_areRefused() {
        byte[] fence = new Encoder()
                .putByte(ASK)
                .putByte(EngineOperations.FENCE.number())
                .putLong(1)
                .putLong(ENDLESS)
                .putInt(0)
                .toArray();
        assertThatThrownBy(() -> result(EngineOperations.FENCE, fence))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("longer than 292 years");
        for (Duration lock : List.of(Duration.ofSeconds(ENDLESS), Duration.ofSeconds(-ENDLESS))) {
            TransactionBounds bounds = new TransactionBounds(lock, Duration.ofSeconds(1));
            byte[] begin =
                    EngineMessages.begin(1, new WriterId(1), bounds, Opening.of(Optional.empty(), WriteHint.NONE));
            assertThatThrownBy(() -> result(TransactionOperations.OPEN, begin)).hasMessageContaining("292 years");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void noNumbers_areNotReserved(int count) {
        byte[] reserve = EngineMessages.ask(
                EngineOperations.RESERVE, new EngineOperations.Reservation(Sequence.INODE, 1, Long.MIN_VALUE));
        ByteBuffer.wrap(reserve).putInt(3, count);
        assertThatThrownBy(() -> result(EngineOperations.RESERVE, reserve))
                .hasMessageContaining("at least one number is reserved");
    }

    @Test
    void secondTransactionOfTheSameNumber_isRefused_andTheFirstGoesOn() {
        WriterId writer = engine.ask(EngineOperations.REGISTER, "writer");
        TransactionBounds bounds = new TransactionBounds(Duration.ofSeconds(1), Duration.ofSeconds(10));
        byte[] begin = EngineMessages.begin(1, writer, bounds, Opening.of(Optional.empty(), WriteHint.NONE));
        result(TransactionOperations.OPEN, begin);
        assertThatThrownBy(() -> result(TransactionOperations.OPEN, begin)).hasMessageContaining("take another one");
        Encoder call = EngineMessages.call(1);
        new TableInvocation<>(INodeOperations.COUNT, Done.DONE).put(call);
        assertThat(result(INodeOperations.COUNT, call.toArray())).isEqualTo(1L);
    }

    @Test
    void replicaOfNegativeLength_isRefused_andNotFoundWhenItsBlockIsDeleted() {
        long length = 0x1122334455667788L;
        Replica replica = new Replica(new BlockId(7), new StorageId("DS-1"), 1, length, ReplicaState.FINALIZED);
        WriterId writer = engine.ask(EngineOperations.REGISTER, "writer");
        TransactionBounds bounds = new TransactionBounds(Duration.ofSeconds(1), Duration.ofSeconds(10));
        result(
                TransactionOperations.OPEN,
                EngineMessages.begin(1, writer, bounds, Opening.of(Optional.empty(), WriteHint.NONE)));
        Encoder call = EngineMessages.call(1);
        new TableInvocation<>(ReplicaOperations.PUT, List.of(replica)).put(call);
        byte[] request = call.toArray();
        ByteBuffer bytes = ByteBuffer.wrap(request);
        bytes.putLong(placeOf(length, bytes), -5);

        assertThatThrownBy(() -> result(ReplicaOperations.PUT, request)).hasMessageContaining("not negative: -5");
    }

    private static int placeOf(long number, ByteBuffer bytes) {
        return IntStream.range(0, bytes.limit() - Long.BYTES)
                .filter(at -> bytes.getLong(at) == number)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void changesOfNoObject_areRefused(long object) {
        VolumeId volume = volume(4096);
        List<Write> writes = List.of(
                new Write.WriteBlock(9, 0, 0, ByteString.of("x")),
                new Write.Extend(9, 1),
                new Write.Truncate(9, 1),
                // Garbage of object 0 would be all that the volume has.
                new Write.Drop(9));
        for (Write write : writes) {
            byte[] request = EngineMessages.ask(
                    VolumeOperations.COMMIT,
                    new VolumeOperations.Transaction(
                            volume, new VolumeCommit(new UUID(1, 1), 1, List.of(), List.of(write))));
            // After the type, the operation, the volume, the identity, the timestamp, two counts and the kind.
            ByteBuffer.wrap(request).putLong(2 + 8 + 16 + 8 + 4 + 4 + 1, object);
            assertThatThrownBy(() -> result(VolumeOperations.COMMIT, request))
                    .hasMessageContaining("an object's number is at least 1: " + object);
        }
    }

    @Test
    void entriesOfNoObject_areRefused() {
        VolumeId volume = volume(4096);
        assertThatThrownBy(() -> ask(VolumeOperations.ENTRIES, new EntriesWork(volume, 1, 0, ByteString.EMPTY, 1)))
                .hasMessageContaining("no entry of object 0");
        ByteString name = ByteString.of("x".repeat(1025));
        assertThatThrownBy(() -> ask(VolumeOperations.ENTRIES, new EntriesWork(volume, 1, 1, name, 1)))
                .hasMessageContaining("no entry of object 1");
    }

    @Test
    void fewBytesThatStandForManyBlocks_areRefused() {
        VolumeId volume = volume(1 << 16);
        assertThatThrownBy(() -> commit(volume, lastBytes(2049))).hasMessageContaining("change less at once");
        assertThat(commit(volume, lastBytes(100))).isInstanceOf(CommitOutcome.Committed.class);
    }

    private static Stream<Write> lastBytes(int blocks) {
        return LongStream.range(0, blocks)
                .mapToObj(index -> new Write.WriteBlock(2, index, (1 << 16) - 1, ByteString.of("x")));
    }

    @Test
    void aBlockThatIsWrittenWithoutEnd_isRefused() {
        VolumeId volume = volume(1 << 16);
        Write write = new Write.WriteBlock(2, 0, (1 << 16) - 1, ByteString.of("x"));
        assertThatThrownBy(() -> commit(volume, Stream.generate(() -> write).limit((2L << 30) / (1 << 16) + 1)))
                .hasMessageContaining("change less at once");
        assertThat(commit(volume, Stream.generate(() -> write).limit(1000)))
                .isInstanceOf(CommitOutcome.Committed.class);
    }

    @Test
    void anObjectThatIsCutWithoutEnd_isRefused() {
        VolumeId volume = volume(4096);
        commit(
                volume,
                LongStream.range(0, 10_000).mapToObj(index -> new Write.WriteBlock(2, index, 0, ByteString.of("x"))));
        Write cut = new Write.Truncate(2, 0);
        assertThatThrownBy(() -> commit(volume, Stream.generate(() -> cut).limit(500)))
                .hasMessageContaining("rows are looked at");
        assertThat(commit(volume, Stream.of(cut, cut))).isInstanceOf(CommitOutcome.Committed.class);
    }
}

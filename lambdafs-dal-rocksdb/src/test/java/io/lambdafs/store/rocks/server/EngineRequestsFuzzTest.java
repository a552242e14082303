package io.lambdafs.store.rocks.server;

import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.operation.Catalogue;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.EngineMessages;
import io.lambdafs.store.rocks.operation.EngineOperation;
import io.lambdafs.store.rocks.operation.EngineOperations;
import io.lambdafs.store.rocks.operation.ExampleRequests;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.store.rocks.operation.VolumeOperations;
import io.lambdafs.store.rocks.volume.BeginWork;
import io.lambdafs.store.rocks.volume.ChangedWork;
import io.lambdafs.store.rocks.volume.EntriesWork;
import io.lambdafs.store.rocks.volume.FetchWork;
import io.lambdafs.store.rocks.volume.VolumeRule;
import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.Write;
import io.lambdafs.testkit.fuzz.FuzzContract;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Runs {@link EngineRequestsFuzz}. */
final class EngineRequestsFuzzTest extends FuzzContract {
    private static final VolumeId VOLUME = new VolumeId(1);
    private static final ByteString NAME = ByteString.of("file");
    private static final byte[] NOTHING = {};

    @Override
    protected Class<?> target() {
        return EngineRequestsFuzz.class;
    }

    @Override
    protected void run(byte[] input) {
        EngineRequestsFuzz.fuzzerTestOneInput(input);
    }

    @Override
    protected int randomInputs() {
        return 3_000;
    }

    @Override
    protected List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        ExampleRequests.all().forEach(request -> seeds.add(request(request)));
        seeds.add(joined(volumeRequests()));
        seeds.add(joined(transactions()));
        seeds.add(oldVersions());
        return seeds;
    }

    private static byte[] request(byte[] bytes) {
        return FuzzSteps.bytes(FuzzSteps.Kind.REQUEST, bytes);
    }

    private static <A> byte[] ask(EngineOperation<A, ?> operation, A argument) {
        return request(EngineMessages.ask(operation, argument));
    }

    private static byte[] commit(VolumeId volume, long number, List<Assertion> assertions, Write... writes) {
        return ask(
                VolumeOperations.COMMIT,
                new VolumeOperations.Transaction(
                        volume, new VolumeCommit(new UUID(7, number), 1 << 20, assertions, List.of(writes))));
    }

    private static byte[] joined(List<byte[]> steps) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        steps.forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static List<byte[]> volumeRequests() {
        Item entry = Item.entry(1, NAME);
        return List.of(
                ask(VolumeOperations.ALL, Done.DONE),
                ask(VolumeOperations.FIND, VOLUME),
                ask(VolumeOperations.RESERVE, new VolumeOperations.Reservation(VOLUME, 10)),
                ask(VolumeOperations.BEGIN, new BeginWork(VOLUME, 3, 0, CacheUpdate.EAGER, VolumeRule.ALL)),
                ask(VolumeOperations.FETCH, new FetchWork(VOLUME, 3, List.of(entry, Item.length(2), Item.block(2, 0)))),
                commit(
                        VOLUME,
                        1,
                        List.of(
                                new Assertion.Unchanged(entry, 2),
                                new Assertion.LengthIs(2, 4100),
                                new Assertion.LengthAtLeast(2, 7)),
                        new Write.Put(Item.entry(1, ByteString.of("other")), NAME),
                        new Write.Remove(entry),
                        new Write.WriteBlock(2, 0, 4000, ByteString.of("x".repeat(96))),
                        new Write.Truncate(2, 4090),
                        new Write.Extend(3, 1L << 40),
                        new Write.Drop(4)),
                ask(VolumeOperations.CHANGED, new ChangedWork(VOLUME, 2, 2, 5)),
                ask(VolumeOperations.ENTRIES, new EntriesWork(VOLUME, 4, 1, ByteString.EMPTY, 10)),
                commit(VOLUME, 1, List.of(), new Write.Put(entry, NAME)),
                commit(ExpectedVolumes.DIRECTORY, 2, List.of(), new Write.Put(entry, NAME)),
                ask(VolumeOperations.CREATE, 1 << 20),
                ask(VolumeOperations.DELETE, VOLUME));
    }

    private static List<byte[]> transactions() {
        TransactionBounds bounds = new TransactionBounds(Duration.ofSeconds(1), Duration.ofSeconds(10));
        Opening opening = Opening.of(Optional.empty(), WriteHint.NONE);
        List<byte[]> steps = new ArrayList<>();
        steps.add(ask(EngineOperations.REGISTER, "writer"));
        steps.add(FuzzSteps.bytes(FuzzSteps.Kind.SLOW_DISK, NOTHING));
        long transaction = 0;
        for (var operation : Catalogue.all()) {
            byte[] call = ExampleRequests.call(++transaction, operation);
            steps.add(request(EngineMessages.begin(transaction, new WriterId(1), bounds, opening)));
            steps.add(request(call));
        }
        steps.add(FuzzSteps.bytes(FuzzSteps.Kind.TELL, EngineMessages.rollBack(1)));
        steps.add(FuzzSteps.bytes(FuzzSteps.Kind.TIME, new byte[] {2}));
        steps.add(FuzzSteps.bytes(FuzzSteps.Kind.CRASH, new byte[] {1}));
        steps.add(FuzzSteps.bytes(FuzzSteps.Kind.DISCONNECT, NOTHING));
        return steps;
    }

    private static byte[] oldVersions() {
        List<byte[]> steps = new ArrayList<>();
        steps.add(commit(VOLUME, 100, List.of(), new Write.Drop(7), new Write.Put(Item.field(7, 1), NAME)));
        steps.add(FuzzSteps.bytes(FuzzSteps.Kind.TIME, new byte[] {3}));
        for (int i = 0; i < 20; i++) {
            steps.add(commit(VOLUME, i, List.of(), new Write.Put(Item.field(3, i), NAME)));
        }
        return joined(steps);
    }
}

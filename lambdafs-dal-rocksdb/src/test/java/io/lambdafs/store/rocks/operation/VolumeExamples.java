package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.operation.Examples.Example;
import io.lambdafs.store.rocks.volume.BeginWork;
import io.lambdafs.store.rocks.volume.ChangedWork;
import io.lambdafs.store.rocks.volume.EntriesWork;
import io.lambdafs.store.rocks.volume.FetchWork;
import io.lambdafs.store.rocks.volume.VolumeRule;
import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.Begun;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.ObjectRange;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.Write;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** An example of each operation on volumes, with all that it can have. */
final class VolumeExamples {
    private static final VolumeId VOLUME = new VolumeId(17);
    private static final VolumeInfo INFO =
            new VolumeInfo(VOLUME, VolumeInfo.DEFAULT_BLOCK, Instant.ofEpochMilli(1_234_567));
    private static final ByteString NAME = ByteString.owning(new byte[] {'n', -1, 0});
    private static final Item FIELD = Item.field(3, 1);
    private static final Item ENTRY = Item.entry(4, NAME);
    private static final List<Item> ITEMS =
            List.of(FIELD, Item.length(3), Item.block(5, 1L << 50), ENTRY, Item.members(4));
    private static final Version VERSION = new Version(9, Optional.of(NAME));
    private static final VolumeCommit COMMIT = new VolumeCommit(
            new UUID(-1, 2),
            8,
            List.of(
                    new Assertion.Unchanged(ENTRY, Version.ABSENT),
                    new Assertion.LengthIs(3, 4),
                    new Assertion.LengthAtLeast(5, 6)),
            List.of(
                    new Write.Put(FIELD, NAME),
                    new Write.Remove(ENTRY),
                    new Write.WriteBlock(5, 6, 7, NAME),
                    new Write.Extend(5, 1L << 40),
                    new Write.Truncate(3, 0),
                    new Write.Drop(11)));

    private VolumeExamples() {}

    static List<Example<?, ?>> all() {
        return List.of(
                new Example<>(VolumeOperations.CREATE, VolumeInfo.MIN_BLOCK, INFO),
                new Example<>(VolumeOperations.CREATE_IF_ABSENT, new VolumeOperations.Creation(VOLUME, 1024), INFO),
                new Example<>(VolumeOperations.FIND, VOLUME, Optional.of(INFO)),
                new Example<>(VolumeOperations.FIND, VOLUME, Optional.empty()),
                new Example<>(VolumeOperations.ALL, Done.DONE, List.of(INFO)),
                new Example<>(VolumeOperations.DELETE, VOLUME, true),
                new Example<>(
                        VolumeOperations.RESERVE,
                        new VolumeOperations.Reservation(VOLUME, 5),
                        new ObjectRange(1L << 41, 5)),
                new Example<>(
                        VolumeOperations.BEGIN,
                        new BeginWork(VOLUME, 6, 7, CacheUpdate.FREQUENT, VolumeRule.ALL),
                        new Begun(9, true, ITEMS, Map.of(FIELD, VERSION, ENTRY, Version.NONE))),
                new Example<>(VolumeOperations.FETCH, new FetchWork(VOLUME, 8, ITEMS), List.of(VERSION, Version.NONE)),
                new Example<>(VolumeOperations.CHANGED, new ChangedWork(VOLUME, 3, 4, 5), Optional.of(ITEMS)),
                new Example<>(VolumeOperations.CHANGED, new ChangedWork(VOLUME, 3, 4, 5), Optional.empty()),
                new Example<>(
                        VolumeOperations.ENTRIES,
                        new EntriesWork(VOLUME, 8, 4, NAME, 100),
                        new Listing(List.of(new Listing.Entry(NAME, VERSION)), Optional.of(NAME))),
                new Example<>(
                        VolumeOperations.ENTRIES,
                        new EntriesWork(VOLUME, 8, 4, ByteString.EMPTY, 1),
                        new Listing(List.of(), Optional.empty())),
                new Example<>(
                        VolumeOperations.COMMIT,
                        new VolumeOperations.Transaction(VOLUME, COMMIT),
                        new CommitOutcome.Committed(12)),
                new Example<>(
                        VolumeOperations.COMMIT,
                        new VolumeOperations.Transaction(VOLUME, COMMIT),
                        new CommitOutcome.Conflict("another was faster")));
    }
}

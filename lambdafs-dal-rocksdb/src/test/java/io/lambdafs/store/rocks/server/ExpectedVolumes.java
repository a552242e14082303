package io.lambdafs.store.rocks.server;

import io.lambdafs.store.rocks.operation.VolumeOperations;
import io.lambdafs.store.rocks.volume.BeginWork;
import io.lambdafs.store.rocks.volume.FetchWork;
import io.lambdafs.store.rocks.volume.VolumeModel;
import io.lambdafs.store.rocks.volume.VolumeRule;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.Write;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What two volumes must hold after the commits that were acknowledged, and no others. */
final class ExpectedVolumes {
    static final int BLOCK_SIZE = 4096;
    static final VolumeId DIRECTORY = new VolumeId((1L << 62) + 20_000);

    private static final int FETCHED_AT_ONCE = 64;

    /** What one volume holds, the numbers of its commits, and the objects of which nothing is known any more. */
    private record Expected(VolumeModel model, Set<Long> commits, Set<Long> dropped) {
        void committed(long number, List<Write> writes) {
            if (commits.add(number)) {
                model.commit(number, writes);
                for (Write write : writes) {
                    if (write instanceof Write.Drop drop) {
                        dropped.add(drop.object());
                    }
                }
            }
        }
    }

    private final FuzzedEngine engine;
    private final long chance;
    private final Map<VolumeId, Expected> expected = new HashMap<>();
    private boolean known = true;

    /**
     * Makes the two volumes. The first is volume 1.
     *
     * @param chance of what is written last; an input must not know it
     */
    ExpectedVolumes(FuzzedEngine engine, long chance) {
        this.engine = engine;
        this.chance = chance;
        add(engine.ask(VolumeOperations.CREATE, BLOCK_SIZE).id());
        add(engine.ask(VolumeOperations.CREATE_IF_ABSENT, new VolumeOperations.Creation(DIRECTORY, BLOCK_SIZE))
                .id());
    }

    private void add(VolumeId volume) {
        expected.put(volume, new Expected(new VolumeModel(BLOCK_SIZE), new HashSet<>(), new HashSet<>()));
        VolumeCommit first = new VolumeCommit(
                new UUID(1, volume.value()),
                1L << 40,
                List.of(),
                List.of(
                        new Write.Put(Item.field(1, 0), ByteString.of("directory")),
                        new Write.Put(Item.entry(1, ByteString.of("file")), ByteString.of("2")),
                        new Write.WriteBlock(2, 0, 5, ByteString.of("content")),
                        new Write.WriteBlock(2, 1, 0, ByteString.of("more")),
                        new Write.Extend(2, BLOCK_SIZE + 4)));
        VolumeOperations.Transaction asked = new VolumeOperations.Transaction(volume, first);
        committed(asked, engine.ask(VolumeOperations.COMMIT, asked));
    }

    /** A commit was answered. */
    void committed(VolumeOperations.Transaction asked, CommitOutcome outcome) {
        Expected volume = expected.get(asked.volume());
        if (volume != null && outcome instanceof CommitOutcome.Committed done) {
            volume.committed(done.number(), asked.commit().writes());
        }
    }

    /** A volume was deleted. */
    void deleted(VolumeId volume) {
        expected.remove(volume);
    }

    /** What was not acknowledged may have happened. */
    void crashed() {
        known = false;
    }

    /** Compares the volumes with what they must hold, and writes to them and to a new one. */
    void check() {
        Set<VolumeId> usable = new HashSet<>(expected.keySet());
        if (known) {
            expected.forEach(this::check);
        } else {
            usable.removeIf(volume -> engine.ask(VolumeOperations.FIND, volume).isEmpty());
        }
        usable.add(engine.ask(VolumeOperations.CREATE, BLOCK_SIZE).id());
        usable.forEach(this::writeAndRead);
    }

    private void check(VolumeId volume, Expected held) {
        List<Map.Entry<Item, Version>> versions = held.model().all(Long.MAX_VALUE).entrySet().stream()
                .filter(version -> !held.dropped().contains(version.getKey().object()))
                .toList();
        for (int i = 0; i < versions.size(); i += FETCHED_AT_ONCE) {
            List<Map.Entry<Item, Version>> some = versions.subList(i, Math.min(versions.size(), i + FETCHED_AT_ONCE));
            List<Version> found =
                    fetch(volume, some.stream().map(Map.Entry::getKey).toList());
            for (int j = 0; j < found.size(); j++) {
                Map.Entry<Item, Version> wanted = some.get(j);
                require(
                        value(wanted.getValue()).equals(value(found.get(j))),
                        volume + " has something else as " + wanted.getKey());
            }
        }
    }

    private List<Version> fetch(VolumeId volume, List<Item> items) {
        long now = engine.ask(VolumeOperations.BEGIN, new BeginWork(volume, 0, 0, CacheUpdate.LAZY, VolumeRule.ALL))
                .timestamp();
        return engine.ask(VolumeOperations.FETCH, new FetchWork(volume, now, items));
    }

    /* Blocks are stored without the zeros at their end. */
    private static Optional<ByteString> value(Version version) {
        return version.value().map(value -> {
            int end = value.length();
            while (end > 0 && value.array()[end - 1] == 0) {
                end--;
            }
            return ByteString.owning(Arrays.copyOf(value.array(), end));
        });
    }

    private void writeAndRead(VolumeId volume) {
        Item item = Item.entry((chance >>> 1) + 1, ByteString.of("last"));
        VolumeCommit commit = new VolumeCommit(
                new UUID(chance, volume.value()),
                1L << 40,
                List.of(),
                List.of(new Write.Put(item, ByteString.of("word"))));
        engine.ask(VolumeOperations.COMMIT, new VolumeOperations.Transaction(volume, commit));
        require(
                fetch(volume, List.of(item)).get(0).value().equals(Optional.of(ByteString.of("word"))),
                volume + " does not have what was written last");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}

package io.lambdafs.store.rocks.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.Effect;
import io.lambdafs.store.rocks.engine.EngineCore;
import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.engine.EngineReply;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.engine.StoreLayout;
import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VolumeWork;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The engine's own core in one thread, with clients whose caches live through many transactions on one volume, answers that are
 * lost, and crashes at any moment. Everything follows from the seed. At the end, all transactions are executed again one after
 * the other, in the order of their commits, and each must have read what it finds there.
 */
final class VolumeSimulation {
    static final int BLOCK = VolumeInfo.MIN_BLOCK;

    private static final int CLIENTS = 4;
    private static final int SETTLING_STEPS = 20_000;

    private final Random random;
    private final Set<VolumeRule> rules;
    private final SortedMapKeyValues tables = new SortedMapKeyValues();
    private final List<VolumeClient> clients = new ArrayList<>();
    private final NavigableMap<Long, VolumeCommit> committed = new TreeMap<>();
    private final List<Observation> observations = new ArrayList<>();
    private final VolumeId volume;
    private EngineCore core;
    private @Nullable List<BatchRow> writing;
    private long nanos = 1;
    private long lastAcknowledged;
    private int conflicts;
    private int expired;
    private int crashes;
    private boolean unknown;

    /** What a transaction read at a moment. */
    private record Observation(long timestamp, Item item, Version version) {}

    /** What a transaction saw of an object's entries at a moment. */
    private record SeenEntries(long timestamp, long object, List<Listing.Entry> entries) {}

    private final List<SeenEntries> listings = new ArrayList<>();

    VolumeSimulation(long seed, Optional<VolumeRule> without) {
        random = new Random(seed);
        EnumSet<VolumeRule> all = EnumSet.allOf(VolumeRule.class);
        without.ifPresent(all::remove);
        rules = all;
        StoreLayout.prepare(tables, List.of(), () -> Instant.EPOCH, random);
        tables.refresh();
        core = new EngineCore(tables, limits());
        List<VolumeInfo> made = new ArrayList<>();
        submit(rows -> VolumesWork.create(rows, BLOCK), made::add, why -> {});
        sync();
        volume = made.get(0).id();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new VolumeClient(this, new Random(seed * CLIENTS + i)));
        }
    }

    private static EngineLimits limits() {
        return new EngineLimits(100, 1_000, 8, 50, Duration.ofHours(1), Duration.ofMillis(300));
    }

    VolumeId volume() {
        return volume;
    }

    Set<VolumeRule> rules() {
        return rules;
    }

    int commits() {
        return committed.size();
    }

    int conflicts() {
        return conflicts;
    }

    int expired() {
        return expired;
    }

    int crashes() {
        return crashes;
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            int chance = random.nextInt(300);
            if (chance == 0) {
                crash();
            } else {
                act();
            }
        }
        for (int step = 0; !isSettled(); step++) {
            assertThat(step).as("steps until all is answered").isLessThan(SETTLING_STEPS);
            clients.forEach(VolumeClient::stop);
            act();
        }
        if (!unknown) {
            check();
        }
    }

    /** Whether a client asked for the outcome of a commit so late that the engine had forgotten it. */
    boolean isUnknown() {
        return unknown;
    }

    private boolean isSettled() {
        return writing == null && clients.stream().allMatch(VolumeClient::isIdle);
    }

    private void act() {
        nanos += random.nextInt(2_000_000);
        if (random.nextInt(4) == 0) {
            sync();
        } else {
            clients.get(random.nextInt(CLIENTS)).act();
        }
    }

    /** Asks the engine. The answer may be lost, or come after a crash. */
    <T> void submit(VolumeWork<T> work, Consumer<T> answer, Consumer<StoreException> failure) {
        step(new EngineEvent.OnVolumes<>(work, new EngineReply<T>() {
            @Override
            public void succeed(T value) {
                answer.accept(value);
            }

            @Override
            public void fail(StoreException why) {
                failure.accept(why);
            }
        }));
    }

    private void step(EngineEvent event) {
        List<Effect> effects = core.step(new Moment(nanos, nanos / 1000), event);
        for (Effect effect : effects) {
            if (effect instanceof Effect.Write write) {
                assertThat(writing).as("one batch at a time").isNull();
                writing = write.batch();
            }
        }
        for (Effect effect : effects) {
            if (effect instanceof Effect.Settle settled) {
                settled.deliver();
            }
        }
    }

    private void sync() {
        List<BatchRow> batch = writing;
        if (batch != null) {
            writing = null;
            tables.write(batch);
            step(new EngineEvent.Written());
        }
    }

    /** Nobody knows whether what was being written is durable. */
    private void crash() {
        crashes++;
        List<BatchRow> batch = writing;
        writing = null;
        step(new EngineEvent.WriteFailed(new StoreException(Kind.UNAVAILABLE, "the engine has crashed")));
        if (batch != null && random.nextBoolean()) {
            tables.write(batch);
        }
        tables.recover();
        core = new EngineCore(tables, limits());
        clients.forEach(VolumeClient::engineCrashed);
    }

    /** The last commit of which a client has been told. A transaction that begins now must see it. */
    long lastAcknowledged() {
        return lastAcknowledged;
    }

    void committed(VolumeCommit commit, CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Committed done) {
            VolumeCommit other = committed.put(done.number(), commit);
            assertThat(other == null || other.equals(commit))
                    .as("commit %d is of one transaction", done.number())
                    .isTrue();
            lastAcknowledged = Math.max(lastAcknowledged, done.number());
        } else {
            conflicts++;
        }
    }

    void tooOld() {
        expired++;
    }

    void cannotKnow() {
        unknown = true;
    }

    void read(long timestamp, Item item, Version version) {
        observations.add(new Observation(timestamp, item, version));
    }

    void listed(long timestamp, long object, List<Listing.Entry> entries) {
        listings.add(new SeenEntries(timestamp, object, entries));
    }

    private void check() {
        VolumeModel model = new VolumeModel(BLOCK);
        committed.forEach((number, commit) -> model.commit(number, commit.writes()));
        for (Observation seen : observations) {
            requireEqual(seen.version(), model.at(seen.timestamp(), seen.item()), seen);
        }
        for (SeenEntries seen : listings) {
            NavigableMap<ByteString, Version> expected = model.entries(seen.timestamp(), seen.object());
            assertThat(seen.entries().stream().map(Listing.Entry::name).toList())
                    .as("%s", seen)
                    .isEqualTo(List.copyOf(expected.keySet()));
            seen.entries().forEach(entry -> assertThat(entry.version()).isEqualTo(expected.get(entry.name())));
        }
        committed.forEach((number, commit) -> CommitCheck.requireSerializable(model, number, commit));
        requireSameContent(model);
    }

    private void requireSameContent(VolumeModel model) {
        long end = Long.MAX_VALUE - 1;
        Map<Item, Version> stored =
                new TreeMap<>((one, other) -> VolumeKeys.item(volume, one).compareTo(VolumeKeys.item(volume, other)));
        Bytes prefix = VolumeKeys.volume(volume);
        tables.scan(Table.VOLUME_ITEMS, prefix, prefix.prefixEnd(), Integer.MAX_VALUE)
                .forEach(row -> stored.put(
                        VolumeKeys.itemOf(row.key()),
                        OlderVersion.version(StoredRow.commit(row.value()), row.value())));
        stored.forEach((item, version) -> requireEqual(version, model.at(end, item), item));
        model.all(end).forEach((item, version) -> assertThat(stored).containsKey(item));
    }

    private static void requireEqual(Version found, Version expected, Object what) {
        assertThat(found.commit()).as("%s", what).isEqualTo(expected.commit());
        assertThat(padded(found)).as("%s", what).isEqualTo(padded(expected));
    }

    /** Blocks are stored without the zeros at their end. */
    private static byte[] padded(Version version) {
        return Arrays.copyOf(version.value().orElse(ByteString.EMPTY).array(), BLOCK);
    }
}

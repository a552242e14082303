package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
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
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.store.volume.Write;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store that has volumes must do with them. */
public abstract class VolumeContract extends StoreContract {
    private static final int BLOCK = 4096;
    private static final long OBJECT = 1;
    private static final int WRITERS = 4;
    private static final int INCREMENTS = 25;

    private VolumeStore volumes;
    private VolumeId volume;

    @BeforeEach
    void createVolume() {
        volumes = store().volumes().orElseThrow();
        volume = volumes.create(BLOCK).id();
    }

    private long now() {
        return volumes.begin(volume, 0, 0, CacheUpdate.LAZY).timestamp();
    }

    private CommitOutcome commit(long timestamp, List<Assertion> assertions, Write... writes) {
        return volumes.commit(volume, new VolumeCommit(UUID.randomUUID(), timestamp, assertions, List.of(writes)));
    }

    private long committed(Write... writes) {
        CommitOutcome outcome = commit(now(), List.of(), writes);
        assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
        return ((CommitOutcome.Committed) outcome).number();
    }

    private Version at(long timestamp, Item item) {
        return volumes.fetch(volume, timestamp, List.of(item)).get(0);
    }

    private static ByteString bytes(int... values) {
        byte[] bytes = new byte[values.length];
        IntStream.range(0, values.length).forEach(i -> bytes[i] = (byte) values[i]);
        return ByteString.owning(bytes);
    }

    private static Kind kindOf(Runnable call) {
        return catchThrowableOfType(StoreException.class, call::run).kind();
    }

    @Test
    void volumeOfADirectory_isMadeOnce() {
        VolumeId id = VolumeId.ofDirectory(new INodeId(123_456));
        assertThat(volumes.find(id)).isEmpty();
        VolumeInfo made = volumes.createIfAbsent(id, 1024);
        assertThat(made.id()).isEqualTo(id);
        assertThat(made.id().directory()).contains(new INodeId(123_456));
        assertThat(volumes.createIfAbsent(id, 4096)).isEqualTo(made);
        assertThat(volumes.find(id)).contains(made);
        assertThat(volumes.begin(id, 0, 0, CacheUpdate.LAZY).timestamp()).isPositive();
        assertThat(kindOf(() -> volumes.createIfAbsent(new VolumeId(77), 1024))).isEqualTo(Kind.INTERNAL);
        volumes.delete(id);
        assertThat(volumes.find(id)).isEmpty();
    }

    @Test
    void volume_isFoundUntilItIsDeleted() {
        VolumeInfo other = volumes.create(VolumeInfo.MAX_BLOCK);
        assertThat(volumes.find(other.id())).contains(other);
        assertThat(volumes.all()).extracting(VolumeInfo::id).contains(volume, other.id());
        volumes.delete(other.id());
        volumes.delete(other.id());
        assertThat(volumes.find(other.id())).isEmpty();
        assertThat(volumes.all()).extracting(VolumeInfo::id).contains(volume).doesNotContain(other.id());
        assertThat(kindOf(() -> volumes.begin(other.id(), 0, 0, CacheUpdate.EAGER)))
                .isEqualTo(Kind.MISSING_ROW);
        assertThat(volumes.create(BLOCK).id()).isNotEqualTo(other.id());
    }

    @Test
    void blockSizeOutOfBounds_isRefused() {
        assertThat(kindOf(() -> volumes.create(1000))).isEqualTo(Kind.INTERNAL);
        assertThat(kindOf(() -> volumes.create(VolumeInfo.MAX_BLOCK * 2))).isEqualTo(Kind.INTERNAL);
    }

    @Test
    void reservedObjects_areNotReservedAgain() {
        ObjectRange first = volumes.reserveObjects(volume, 10);
        ObjectRange second = volumes.reserveObjects(volume, 5);
        assertThat(first.first()).isGreaterThan(OBJECT);
        assertThat(second.first()).isGreaterThanOrEqualTo(first.first() + 10);
        assertThat(kindOf(() -> volumes.reserveObjects(volume, 0))).isEqualTo(Kind.INTERNAL);
    }

    @Test
    void writesOfAllKinds_areReadAsOfTheirMoments() {
        Item field = Item.field(OBJECT, 3);
        Item entry = Item.entry(OBJECT, ByteString.of("name"));
        Item block = Item.block(OBJECT, 1L << 40);
        long before = now();
        long first = committed(
                new Write.Put(field, bytes(1)),
                new Write.Put(entry, bytes(2)),
                new Write.WriteBlock(OBJECT, 1L << 40, 10, bytes(3, 4)),
                new Write.Extend(OBJECT, 5000));
        long second = committed(
                new Write.Remove(field),
                new Write.Put(entry, bytes(5, 6)),
                new Write.WriteBlock(OBJECT, 1L << 40, 11, bytes(7)),
                new Write.Truncate(OBJECT, 6000));

        assertThat(volumes.fetch(volume, before, List.of(field, entry, block, Item.length(OBJECT))))
                .containsOnly(Version.NONE);
        assertThat(volumes.fetch(volume, first, List.of(field, entry, block, Item.length(OBJECT))))
                .containsExactly(
                        new Version(first, Optional.of(bytes(1))),
                        new Version(first, Optional.of(bytes(2))),
                        new Version(first, Optional.of(bytes(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4))),
                        new Version(first, Optional.of(length(5000))));
        assertThat(volumes.fetch(volume, second, List.of(field, entry, block, Item.length(OBJECT))))
                .containsExactly(
                        Version.NONE,
                        new Version(second, Optional.of(bytes(5, 6))),
                        // It is beyond the length to which the second has cut the object.
                        Version.NONE,
                        new Version(second, Optional.of(length(6000))));
    }

    private static ByteString length(long length) {
        return ByteString.owning(ByteBuffer.allocate(Long.BYTES).putLong(length).array());
    }

    @Test
    void truncation_leavesZerosBehindIt() {
        byte[] full = new byte[BLOCK];
        Arrays.fill(full, (byte) 9);
        committed(
                new Write.WriteBlock(OBJECT, 0, 0, ByteString.owning(full)),
                new Write.WriteBlock(OBJECT, 1, 0, ByteString.owning(full)),
                new Write.Extend(OBJECT, 2 * BLOCK));
        long cut = committed(new Write.Truncate(OBJECT, 3), new Write.Truncate(OBJECT, 2 * BLOCK));
        assertThat(at(cut, Item.block(OBJECT, 0)).value()).contains(bytes(9, 9, 9));
        assertThat(at(cut, Item.block(OBJECT, 1))).isEqualTo(Version.NONE);
        assertThat(at(cut, Item.length(OBJECT)).value()).contains(length(2 * BLOCK));
    }

    @Test
    void commit_isRefusedIfWhatItReliedOnHasChanged() {
        Item field = Item.field(OBJECT, 0);
        long begun = now();
        long other = committed(new Write.Put(field, bytes(1)));
        Write write = new Write.Put(Item.field(OBJECT, 1), bytes(2));
        assertThat(commit(begun, List.of(new Assertion.Unchanged(field, Version.ABSENT)), write))
                .isInstanceOfSatisfying(
                        CommitOutcome.Conflict.class,
                        conflict -> assertThat(conflict.what()).contains("field 0 of object 1"));
        assertThat(at(now(), Item.field(OBJECT, 1))).isEqualTo(Version.NONE);
        assertThat(commit(now(), List.of(new Assertion.Unchanged(field, other)), write))
                .isInstanceOf(CommitOutcome.Committed.class);
    }

    @Test
    void commit_isRefusedIfALengthIsNotWhatItReliedOn() {
        committed(new Write.Extend(OBJECT, 100));
        Write write = new Write.Put(Item.field(OBJECT, 1), bytes(2));
        assertThat(commit(now(), List.of(new Assertion.LengthIs(OBJECT, 99)), write))
                .isInstanceOf(CommitOutcome.Conflict.class);
        assertThat(commit(now(), List.of(new Assertion.LengthAtLeast(OBJECT, 101)), write))
                .isInstanceOf(CommitOutcome.Conflict.class);
        assertThat(commit(
                        now(),
                        List.of(new Assertion.LengthIs(OBJECT, 100), new Assertion.LengthAtLeast(OBJECT, 100)),
                        write))
                .isInstanceOf(CommitOutcome.Committed.class);
        // It grew: what needs less is not disturbed.
        committed(new Write.Extend(OBJECT, 200));
        assertThat(commit(now(), List.of(new Assertion.LengthAtLeast(OBJECT, 100)), write))
                .isInstanceOf(CommitOutcome.Committed.class);
    }

    @Test
    void commitThatIsAskedForTwice_isMadeOnce() {
        VolumeCommit commit = new VolumeCommit(
                UUID.randomUUID(), now(), List.of(), List.of(new Write.Put(Item.field(OBJECT, 0), bytes(1))));
        CommitOutcome first = volumes.commit(volume, commit);
        committed(new Write.Put(Item.field(OBJECT, 0), bytes(2)));
        assertThat(volumes.commit(volume, commit)).isEqualTo(first);
        assertThat(at(now(), Item.field(OBJECT, 0)).value()).contains(bytes(2));
    }

    @Test
    void commitWithoutWrites_orBeyondABlock_isRefused() {
        assertThat(kindOf(() -> commit(now(), List.of()))).isEqualTo(Kind.INTERNAL);
        assertThat(kindOf(() -> commit(now(), List.of(), new Write.WriteBlock(OBJECT, 0, BLOCK - 1, bytes(1, 2)))))
                .isEqualTo(Kind.INTERNAL);
    }

    @Test
    void entries_areListedAsOfAMomentInParts() {
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            writes.add(new Write.Put(Item.entry(OBJECT, ByteString.of("n" + i)), bytes(i)));
        }
        long all = committed(writes.toArray(Write[]::new));
        committed(
                new Write.Remove(Item.entry(OBJECT, ByteString.of("n4"))),
                new Write.Remove(Item.entry(OBJECT, ByteString.of("n9"))),
                new Write.Put(Item.entry(OBJECT, ByteString.of("n45")), bytes(45)));
        assertThat(names(all)).containsExactly("n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9");
        assertThat(names(now())).containsExactly("n0", "n1", "n2", "n3", "n45", "n5", "n6", "n7", "n8");
    }

    private List<String> names(long timestamp) {
        List<String> names = new ArrayList<>();
        Optional<ByteString> next = Optional.of(ByteString.EMPTY);
        while (next.isPresent()) {
            Listing part = volumes.entries(volume, timestamp, OBJECT, next.get(), 3);
            part.entries().forEach(entry -> names.add(entry.name().text()));
            next = part.next();
        }
        return names;
    }

    @Test
    void beginning_tellsWhatHasChanged() {
        Item mine = Item.field(OBJECT, 0);
        Item other = Item.field(OBJECT, 1);
        long position = committed(new Write.Put(mine, bytes(1)));
        long own = committed(new Write.Put(mine, bytes(2)));
        long last = committed(new Write.Put(other, bytes(3)));

        Begun eager = volumes.begin(volume, position, 0, CacheUpdate.EAGER);
        assertThat(eager.isKnown()).isTrue();
        assertThat(eager.timestamp()).isGreaterThanOrEqualTo(last);
        assertThat(eager.changed()).containsExactlyInAnyOrder(mine, other);
        assertThat(eager.values())
                .containsEntry(mine, new Version(own, Optional.of(bytes(2))))
                .containsEntry(other, new Version(last, Optional.of(bytes(3))));

        Begun without = volumes.begin(volume, position, own, CacheUpdate.INVALIDATE);
        assertThat(without.changed()).containsExactly(other);
        assertThat(without.values()).isEmpty();

        Begun lazy = volumes.begin(volume, position, 0, CacheUpdate.LAZY);
        assertThat(lazy.changed()).isEmpty();
        assertThat(volumes.changed(volume, OBJECT, position, lazy.timestamp()).orElseThrow())
                .containsExactlyInAnyOrder(mine, other);

        assertThat(volumes.begin(volume, 0, 0, CacheUpdate.EAGER).isKnown()).isFalse();
    }

    @Test
    void beginning_sendsWhatIsOftenFetched() {
        Item often = Item.block(OBJECT, 0);
        Item seldom = Item.block(OBJECT, 1);
        long position = now();
        at(position, often);
        at(position, often);
        committed(new Write.WriteBlock(OBJECT, 0, 0, bytes(1)), new Write.WriteBlock(OBJECT, 1, 0, bytes(2)));
        Begun begun = volumes.begin(volume, position, 0, CacheUpdate.FREQUENT);
        assertThat(begun.changed()).contains(often, seldom);
        assertThat(begun.values()).containsOnlyKeys(often);
    }

    @Test
    void momentThatIsNotThereYet_isNotRead() {
        assertThat(kindOf(() -> at(now() + 1_000_000, Item.field(OBJECT, 0)))).isEqualTo(Kind.EXPIRED);
    }

    @Test
    void moreThanOneMayAskFor_isRefused() {
        List<Item> many = Collections.nCopies(VolumeStore.MAX_FETCHED + 1, Item.field(OBJECT, 0));
        assertThat(kindOf(() -> volumes.fetch(volume, now(), many))).isEqualTo(Kind.INTERNAL);
        assertThat(kindOf(() -> volumes.entries(volume, now(), OBJECT, ByteString.EMPTY, 0)))
                .isEqualTo(Kind.INTERNAL);
    }

    @Test
    void transactionsAtTheSameTime_loseNoUpdate() {
        Item counter = Item.field(OBJECT, 0);
        List<Future<Integer>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(elsewhere(() -> {
                for (int done = 0; done < INCREMENTS; ) {
                    done += increment(counter) ? 1 : 0;
                }
                return INCREMENTS;
            }));
        }
        for (Future<Integer> writer : writers) {
            outcome(writer);
        }
        assertThat(at(now(), counter).value()).contains(length((long) WRITERS * INCREMENTS));
    }

    private boolean increment(Item counter) {
        long begun = now();
        Version version = at(begun, counter);
        long count = version.value()
                .map(bytes -> ByteBuffer.wrap(bytes.array()).getLong())
                .orElse(0L);
        return commit(
                        begun,
                        List.of(new Assertion.Unchanged(counter, version.commit())),
                        new Write.Put(counter, length(count + 1)))
                instanceof CommitOutcome.Committed;
    }
}

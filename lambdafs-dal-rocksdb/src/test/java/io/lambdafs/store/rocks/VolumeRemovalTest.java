package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.housekeeping.Housekeeper;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.housekeeping.HousekeepingCount;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The housekeeping deletes the volumes whose directories are gone, and no others. */
final class VolumeRemovalTest {
    private static final INodeId KEPT = new INodeId(20_000);
    private static final INodeId REMOVED = new INodeId(20_001);
    private static final INodeId NEVER_THERE = new INodeId(20_002);
    private static final INodeId UNUSED = new INodeId(20_003);

    private final EngineFixture engine =
            new EngineFixture(EmbeddedEngine.over(new SortedMapKeyValues(), EngineLimits.defaults()));
    private final MetadataStore store =
            engine.open(new Bounds(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(10)));
    private final TransactionRunner runner =
            new TransactionRunner(store, RetryPolicy.defaults(), duration -> {}, new Random(1));
    private final RenewingWriter writer = new RenewingWriter(store, runner, "test");
    private final VolumeStore volumes = store.volumes().orElseThrow();
    private final Housekeeper housekeeper = Housekeeper.of(
            HousekeepingConfig.defaults(),
            "test",
            new Housekeeper.Dependencies(store, runner, writer, InstantSource.system(), new Random(7)));

    @AfterEach
    void closeAll() {
        store.close();
        engine.close();
    }

    private void directory(INodeId id) {
        writer.write(tx -> {
            Attributes attributes = new Attributes("u", "g", Permission.ofMode(0755), 1, 1);
            tx.inodes().insert(new Directory(id, new INodeKey(INodeId.ROOT, Name.of(id.toString())), attributes));
            tx.details().put(new Detail(new DetailKey(INodeId.NONE, DetailKind.VOLUME, id.value()), new byte[0]));
            return id;
        });
    }

    private void use(INodeId directory) {
        volumes.createIfAbsent(VolumeId.ofDirectory(directory), VolumeInfo.DEFAULT_BLOCK);
    }

    private List<INodeId> noted() {
        return writer.read(tx -> Detail.all(tx, INodeId.NONE, DetailKind.VOLUME)).stream()
                .map(detail -> new INodeId(detail.key().label()))
                .toList();
    }

    private List<VolumeId> present() {
        return volumes.all().stream().map(VolumeInfo::id).toList();
    }

    private long deleted() {
        return housekeeper.round().done().getOrDefault(HousekeepingCount.VOLUMES_DELETED, 0L);
    }

    @Test
    void volumes_goWhenTheirDirectoriesAreGone() {
        VolumeId free = volumes.create(VolumeInfo.DEFAULT_BLOCK).id();
        List.of(KEPT, REMOVED, UNUSED).forEach(this::directory);
        List.of(KEPT, REMOVED).forEach(this::use);
        assertThat(deleted()).isZero();
        assertThat(present())
                .containsExactlyInAnyOrder(free, VolumeId.ofDirectory(KEPT), VolumeId.ofDirectory(REMOVED));

        writer.write(tx -> {
            tx.inodes().delete(List.of(REMOVED, UNUSED));
            return REMOVED;
        });
        // A slow process makes a volume for a directory that is gone by now.
        use(NEVER_THERE);
        assertThat(deleted()).isEqualTo(3);
        assertThat(present()).containsExactlyInAnyOrder(free, VolumeId.ofDirectory(KEPT));
        assertThat(noted()).containsExactly(KEPT);
        assertThat(deleted()).isZero();
    }
}

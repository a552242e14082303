package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.VolumeWork;
import io.lambdafs.store.rocks.volume.BeginWork;
import io.lambdafs.store.rocks.volume.ChangedWork;
import io.lambdafs.store.rocks.volume.CommitWork;
import io.lambdafs.store.rocks.volume.EntriesWork;
import io.lambdafs.store.rocks.volume.FetchWork;
import io.lambdafs.store.rocks.volume.VolumeRule;
import io.lambdafs.store.rocks.volume.VolumesWork;
import io.lambdafs.store.volume.Begun;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.ObjectRange;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The operations on volumes: those of {@link VolumeStore}. */
public final class VolumeOperations {
    /** So many numbers of objects. */
    public record Reservation(VolumeId volume, int count) {}

    /** A volume of a directory. */
    public record Creation(VolumeId volume, int blockSize) {}

    /** A transaction of a volume. */
    public record Transaction(VolumeId volume, VolumeCommit commit) {}

    /** As {@link VolumeStore#create}. */
    public static final EngineOperation<Integer, VolumeInfo> CREATE =
            at(200, "volumes.create", Codecs.INT, VolumeCodecs.INFO, size -> rows -> VolumesWork.create(rows, size));

    /** As {@link VolumeStore#find}. */
    public static final EngineOperation<VolumeId, Optional<VolumeInfo>> FIND = at(
            201,
            "volumes.find",
            VolumeCodecs.VOLUME,
            VolumeCodecs.INFO.optional(),
            volume -> rows -> VolumesWork.find(rows, volume));

    /** As {@link VolumeStore#all}. */
    public static final EngineOperation<Done, List<VolumeInfo>> ALL =
            at(202, "volumes.all", Codecs.DONE, VolumeCodecs.INFO.list(), none -> VolumesWork::all);

    /** As {@link VolumeStore#delete}; says whether there was one. */
    public static final EngineOperation<VolumeId, Boolean> DELETE = at(
            203,
            "volumes.delete",
            VolumeCodecs.VOLUME,
            Codecs.FLAG,
            volume -> rows -> VolumesWork.delete(rows, volume));

    /** As {@link VolumeStore#reserveObjects}. */
    public static final EngineOperation<Reservation, ObjectRange> RESERVE = at(
            204,
            "volumes.reserve",
            VolumeCodecs.RESERVATION,
            VolumeCodecs.ID_RANGE,
            wish -> rows -> VolumesWork.reserve(rows, wish.volume(), wish.count()));

    /** As {@link VolumeStore#begin}. */
    public static final EngineOperation<BeginWork, Begun> BEGIN =
            at(205, "volumes.begin", VolumeCodecs.BEGIN, VolumeCodecs.BEGUN, work -> work);

    /** As {@link VolumeStore#fetch}. */
    public static final EngineOperation<FetchWork, List<Version>> FETCH =
            at(206, "volumes.fetch", VolumeCodecs.FETCH, VolumeCodecs.VERSION.list(), work -> work);

    /** As {@link VolumeStore#changed}. */
    public static final EngineOperation<ChangedWork, Optional<List<Item>>> CHANGED = at(
            207,
            "volumes.changed",
            VolumeCodecs.CHANGED,
            VolumeCodecs.ITEM.list().optional(),
            work -> work);

    /** As {@link VolumeStore#entries}. */
    public static final EngineOperation<EntriesWork, Listing> ENTRIES =
            at(208, "volumes.entries", VolumeCodecs.ENTRIES, VolumeCodecs.LISTING, work -> work);

    /** As {@link VolumeStore#commit}. */
    public static final EngineOperation<Transaction, CommitOutcome> COMMIT = at(
            209,
            "volumes.commit",
            VolumeCodecs.TRANSACTION,
            VolumeCodecs.OUTCOME,
            asked -> new CommitWork(asked.volume(), asked.commit(), VolumeRule.ALL));

    /** As {@link VolumeStore#createIfAbsent}. */
    public static final EngineOperation<Creation, VolumeInfo> CREATE_IF_ABSENT = at(
            210,
            "volumes.createIfAbsent",
            VolumeCodecs.CREATION,
            VolumeCodecs.INFO,
            wish -> rows -> VolumesWork.createIfAbsent(rows, wish.volume(), wish.blockSize()));

    private VolumeOperations() {}

    private static <A, R> EngineOperation<A, R> at(
            int number, String name, Codec<A> argument, Codec<R> result, Function<A, VolumeWork<R>> work) {
        return EngineOperation.event(
                number,
                name,
                argument,
                result,
                (asked, reply) -> new EngineEvent.OnVolumes<>(work.apply(asked), reply));
    }

    static List<EngineAction<?, ?>> all() {
        return List.of(CREATE, FIND, ALL, DELETE, RESERVE, BEGIN, FETCH, CHANGED, ENTRIES, COMMIT, CREATE_IF_ABSENT);
    }
}

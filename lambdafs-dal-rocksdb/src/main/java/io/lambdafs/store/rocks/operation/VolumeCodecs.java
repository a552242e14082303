package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Codecs of what the operations on volumes take and return. */
final class VolumeCodecs {
    static final Codec<ByteString> BYTES = Codecs.BYTES.as(ByteString::owning, ByteString::array);
    static final Codec<VolumeId> VOLUME = Codecs.LONG.as(VolumeId::new, VolumeId::value);
    static final Codec<Item> ITEM = Codec.of(
            (out, item) -> {
                out.putLong(item.object()).putByte(item.kind().number());
                BYTES.put(out, item.name());
            },
            in -> new Item(in.getLong(), Item.Kind.numbered(in.getByte()), BYTES.get(in)));
    static final Codec<Version> VERSION = Codec.of(
            (out, version) -> {
                out.putLong(version.commit());
                version.value().ifPresent(value -> BYTES.put(out, value));
            },
            in -> {
                long commit = in.getLong();
                return commit == Version.ABSENT ? Version.NONE : new Version(commit, Optional.of(BYTES.get(in)));
            });
    static final Codec<VolumeInfo> INFO = Codec.of(
            (out, info) -> {
                VOLUME.put(out, info.id());
                out.putInt(info.blockSize()).putLong(info.created().toEpochMilli());
            },
            in -> new VolumeInfo(VOLUME.get(in), in.getInt(), Instant.ofEpochMilli(in.getLong())));
    static final Codec<ObjectRange> ID_RANGE = Codec.of(
            (out, range) -> out.putLong(range.first()).putInt(range.count()),
            in -> new ObjectRange(in.getLong(), in.getInt()));
    static final Codec<VolumeOperations.Reservation> RESERVATION = Codec.of(
            (out, wish) -> {
                VOLUME.put(out, wish.volume());
                out.putInt(wish.count());
            },
            in -> new VolumeOperations.Reservation(VOLUME.get(in), in.getInt()));
    static final Codec<VolumeOperations.Creation> CREATION = Codec.of(
            (out, wish) -> {
                VOLUME.put(out, wish.volume());
                out.putInt(wish.blockSize());
            },
            in -> new VolumeOperations.Creation(VOLUME.get(in), in.getInt()));
    private static final Codec<CacheUpdate> UPDATE =
            Codecs.oneOf(List.of(CacheUpdate.EAGER, CacheUpdate.FREQUENT, CacheUpdate.INVALIDATE, CacheUpdate.LAZY));
    static final Codec<BeginWork> BEGIN = Codec.of(
            (out, work) -> {
                VOLUME.put(out, work.volume());
                out.putLong(work.position()).putLong(work.own());
                UPDATE.put(out, work.update());
            },
            in -> new BeginWork(VOLUME.get(in), in.getLong(), in.getLong(), UPDATE.get(in), VolumeRule.ALL));
    private static final Codec<List<Item>> ITEMS = ITEM.list();
    static final Codec<Begun> BEGUN = Codec.of(
            (out, begun) -> {
                out.putLong(begun.timestamp()).putFlag(begun.isKnown());
                ITEMS.put(out, begun.changed());
                out.putInt(begun.values().size());
                begun.values().forEach((item, version) -> {
                    ITEM.put(out, item);
                    VERSION.put(out, version);
                });
            },
            in -> {
                long timestamp = in.getLong();
                boolean known = in.getFlag();
                List<Item> changed = ITEMS.get(in);
                Map<Item, Version> values = new HashMap<>();
                for (int left = in.getCount(); left > 0; left--) {
                    values.put(ITEM.get(in), VERSION.get(in));
                }
                return new Begun(timestamp, known, changed, values);
            });
    static final Codec<FetchWork> FETCH = Codec.of(
            (out, work) -> {
                VOLUME.put(out, work.volume());
                out.putLong(work.timestamp());
                ITEMS.put(out, work.items());
            },
            in -> new FetchWork(VOLUME.get(in), in.getLong(), ITEMS.get(in)));
    static final Codec<ChangedWork> CHANGED = Codec.of(
            (out, work) -> {
                VOLUME.put(out, work.volume());
                out.putLong(work.object()).putLong(work.position()).putLong(work.timestamp());
            },
            in -> new ChangedWork(VOLUME.get(in), in.getLong(), in.getLong(), in.getLong()));
    static final Codec<EntriesWork> ENTRIES = Codec.of(
            (out, work) -> {
                VOLUME.put(out, work.volume());
                out.putLong(work.timestamp()).putLong(work.object());
                BYTES.put(out, work.after());
                out.putInt(work.limit());
            },
            in -> new EntriesWork(VOLUME.get(in), in.getLong(), in.getLong(), BYTES.get(in), in.getInt()));
    private static final Codec<List<Listing.Entry>> LISTED = Codec.<Listing.Entry>of(
                    (out, entry) -> {
                        BYTES.put(out, entry.name());
                        VERSION.put(out, entry.version());
                    },
                    in -> new Listing.Entry(BYTES.get(in), VERSION.get(in)))
            .list();
    private static final Codec<Optional<ByteString>> NEXT = BYTES.optional();
    static final Codec<Listing> LISTING = Codec.of(
            (out, listing) -> {
                LISTED.put(out, listing.entries());
                NEXT.put(out, listing.next());
            },
            in -> new Listing(LISTED.get(in), NEXT.get(in)));
    static final Codec<CommitOutcome> OUTCOME = Codec.of(
            (out, outcome) -> {
                if (outcome instanceof CommitOutcome.Committed committed) {
                    out.putFlag(true).putLong(committed.number());
                } else if (outcome instanceof CommitOutcome.Conflict conflict) {
                    out.putFlag(false).putText(conflict.what());
                }
            },
            in -> in.getFlag() ? new CommitOutcome.Committed(in.getLong()) : new CommitOutcome.Conflict(in.getText()));
    private static final Codec<List<Assertion>> ASSERTIONS =
            Codec.of(VolumeCodecs::putAssertion, VolumeCodecs::getAssertion).list();
    private static final Codec<List<Write>> WRITES =
            Codec.of(VolumeCodecs::putWrite, VolumeCodecs::getWrite).list();
    static final Codec<VolumeOperations.Transaction> TRANSACTION = Codec.of(
            (out, asked) -> {
                VOLUME.put(out, asked.volume());
                VolumeCommit commit = asked.commit();
                out.putLong(commit.id().getMostSignificantBits())
                        .putLong(commit.id().getLeastSignificantBits())
                        .putLong(commit.timestamp());
                ASSERTIONS.put(out, commit.assertions());
                WRITES.put(out, commit.writes());
            },
            in -> new VolumeOperations.Transaction(
                    VOLUME.get(in),
                    new VolumeCommit(
                            new UUID(in.getLong(), in.getLong()), in.getLong(), ASSERTIONS.get(in), WRITES.get(in))));

    private static final int UNCHANGED = 0;
    private static final int LENGTH_IS = 1;
    private static final int LENGTH_AT_LEAST = 2;

    private static final int PUT = 0;
    private static final int REMOVE = 1;
    private static final int WRITE_BLOCK = 2;
    private static final int EXTEND = 3;
    private static final int TRUNCATE = 4;
    private static final int DROP = 5;

    private VolumeCodecs() {}

    private static void putAssertion(Encoder out, Assertion assertion) {
        if (assertion instanceof Assertion.Unchanged unchanged) {
            out.putByte(UNCHANGED);
            ITEM.put(out, unchanged.item());
            out.putLong(unchanged.commit());
        } else if (assertion instanceof Assertion.LengthIs is) {
            out.putByte(LENGTH_IS).putLong(is.object()).putLong(is.length());
        } else if (assertion instanceof Assertion.LengthAtLeast least) {
            out.putByte(LENGTH_AT_LEAST).putLong(least.object()).putLong(least.length());
        }
    }

    private static Assertion getAssertion(Decoder in) {
        int kind = in.getByte();
        return switch (kind) {
            case UNCHANGED -> new Assertion.Unchanged(ITEM.get(in), in.getLong());
            case LENGTH_IS -> new Assertion.LengthIs(in.getLong(), in.getLong());
            case LENGTH_AT_LEAST -> new Assertion.LengthAtLeast(in.getLong(), in.getLong());
            default -> throw new IllegalArgumentException("no assertion has the number " + kind);
        };
    }

    private static void putWrite(Encoder out, Write write) {
        if (write instanceof Write.Put put) {
            out.putByte(PUT);
            ITEM.put(out, put.item());
            BYTES.put(out, put.value());
        } else if (write instanceof Write.Remove remove) {
            out.putByte(REMOVE);
            ITEM.put(out, remove.item());
        } else if (write instanceof Write.WriteBlock part) {
            out.putByte(WRITE_BLOCK)
                    .putLong(part.object())
                    .putLong(part.index())
                    .putInt(part.offset());
            BYTES.put(out, part.bytes());
        } else if (write instanceof Write.Extend extend) {
            out.putByte(EXTEND).putLong(extend.object()).putLong(extend.length());
        } else if (write instanceof Write.Truncate cut) {
            out.putByte(TRUNCATE).putLong(cut.object()).putLong(cut.length());
        } else if (write instanceof Write.Drop drop) {
            out.putByte(DROP).putLong(drop.object());
        }
    }

    private static Write getWrite(Decoder in) {
        int kind = in.getByte();
        return switch (kind) {
            case PUT -> new Write.Put(ITEM.get(in), BYTES.get(in));
            case REMOVE -> new Write.Remove(ITEM.get(in));
            case WRITE_BLOCK -> new Write.WriteBlock(in.getLong(), in.getLong(), in.getInt(), BYTES.get(in));
            case EXTEND -> new Write.Extend(in.getLong(), in.getLong());
            case TRUNCATE -> new Write.Truncate(in.getLong(), in.getLong());
            case DROP -> new Write.Drop(in.getLong());
            default -> throw new IllegalArgumentException("no write has the number " + kind);
        };
    }
}

package io.lambdafs.store.rocks.engine;

import io.lambdafs.block.BlockId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.move.StoreHeader;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;

/** The engine's numbers: one row of META, which goes along with each batch. */
final class EngineState {
    private static final Bytes KEY = new Encoder().putText("state").bytes();
    private static final int VERSION = 1;
    private static final long FIRST_STAMP = 1001;

    /** More numbers than a store gives out between a backup and its restoration; 2^63 have room for 2^23 restorations. */
    private static final long LIFE = 1L << 40;

    private final Map<Sequence, Long> sequences = new EnumMap<>(Sequence.class);
    private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    private long lastWriter;
    private long lastNumber;
    private long lastCommit;
    private FeedTip tip = new FeedTip(0, 0);
    private long lastTrimmed;
    private long changesKept;
    private OptionalInt deployments = OptionalInt.empty();

    private EngineState() {
        sequences.put(Sequence.INODE, INodeId.FIRST_FREE.value());
        sequences.put(Sequence.BLOCK, BlockId.FIRST_FREE.value());
        sequences.put(Sequence.GENERATION_STAMP, FIRST_STAMP);
    }

    /** The numbers of a new store. */
    static EngineState fresh() {
        return new EngineState();
    }

    static EngineState load(Bytes row) {
        Decoder in = new Decoder(row);
        int version = in.getByte();
        if (version != VERSION) {
            throw new StoreException(
                    StoreException.Kind.INCOMPATIBLE,
                    "the store's numbers have version " + version + ", this release knows " + VERSION
                            + ": use a newer release");
        }
        EngineState state = new EngineState();
        for (Sequence sequence : Sequence.values()) {
            state.sequences.put(sequence, in.getLong());
        }
        for (Counter counter : Counter.values()) {
            state.counts.put(counter, in.getLong());
        }
        state.lastWriter = in.getLong();
        state.lastNumber = in.getLong();
        state.lastCommit = in.getLong();
        state.seeAll();
        state.lastTrimmed = in.getLong();
        state.changesKept = in.getLong();
        state.deployments = in.getFlag() ? OptionalInt.of(in.getInt()) : OptionalInt.empty();
        return state;
    }

    static Bytes key() {
        return KEY;
    }

    /**
     * Leaves out all numbers that may have been given out after a backup was made, and says that the change feed has nothing.
     */
    void beginNewLife() {
        for (Sequence sequence : Sequence.values()) {
            sequences.put(sequence, Math.addExact(next(sequence), LIFE));
        }
        lastWriter = Math.addExact(lastWriter, LIFE);
        lastNumber = Math.addExact(lastNumber, LIFE);
        lastCommit = Math.addExact(lastCommit, LIFE);
        seeAll();
        lastTrimmed = lastCommit;
        changesKept = 0;
    }

    /**
     * Takes back what only changes that were not written have counted. Numbers that were given out are not given again: an
     * open transaction may use them.
     */
    void resetTo(EngineState durable) {
        counts.clear();
        counts.putAll(durable.counts);
        lastTrimmed = durable.lastTrimmed;
        changesKept = durable.changesKept;
        deployments = durable.deployments;
    }

    BatchRow row() {
        Encoder out = new Encoder().putByte(VERSION);
        for (Sequence sequence : Sequence.values()) {
            out.putLong(next(sequence));
        }
        for (Counter counter : Counter.values()) {
            out.putLong(count(counter));
        }
        out.putLong(lastWriter).putLong(lastNumber).putLong(lastCommit);
        out.putLong(lastTrimmed).putLong(changesKept);
        out.putFlag(deployments.isPresent()).putInt(deployments.orElse(0));
        return new BatchRow(Table.META, KEY, out.bytes());
    }

    /** What a store with these numbers has besides its rows. */
    StoreHeader header(ClusterIdentity identity) {
        return new StoreHeader(identity, sequences, lastWriter, lastCommit, deployments);
    }

    /** Takes over the numbers of another store. The change feed begins anew after its last commit. */
    void adopt(StoreHeader header) {
        sequences.putAll(header.next());
        lastWriter = header.lastWriter();
        lastCommit = header.lastCommit();
        seeAll();
        lastTrimmed = lastCommit;
        changesKept = 0;
        deployments = header.deployments();
    }

    /** Gives no number up to this one any more. */
    void reserveNumber(long number) {
        lastNumber = Math.max(lastNumber, number);
    }

    /** Reserves so many numbers at the floor or above it, and returns the first. */
    long reserve(Sequence sequence, int count, long floor) {
        long first = Math.max(floor, next(sequence));
        sequences.put(sequence, Math.addExact(first, count));
        return first;
    }

    private long next(Sequence sequence) {
        return sequences.getOrDefault(sequence, 1L);
    }

    long count(Counter counter) {
        return counts.getOrDefault(counter, 0L);
    }

    void count(Counter counter, long more) {
        counts.merge(counter, more, Long::sum);
    }

    /** Records the number of deployments if none is recorded, and returns the recorded one. */
    int claimDeployments(int first) {
        int recorded = deployments.orElse(first);
        deployments = OptionalInt.of(recorded);
        return recorded;
    }

    /** Replaces the number of deployments if it is this one; says whether it was. */
    boolean changeDeployments(int from, int to) {
        boolean expected = deployments.equals(OptionalInt.of(from));
        deployments = expected ? OptionalInt.of(to) : deployments;
        return expected;
    }

    long nextWriter() {
        return ++lastWriter;
    }

    long nextNumber() {
        return ++lastNumber;
    }

    long nextCommit() {
        return ++lastCommit;
    }

    long lastCommit() {
        return lastCommit;
    }

    /** The last commit that readers see. */
    long lastVisible() {
        return tip.lastVisible();
    }

    /** How far the change feed goes. */
    FeedTip tip() {
        return tip;
    }

    /**
     * Readers see a commit.
     *
     * @param inFeed whether it is in the change feed
     */
    void isVisible(long commit, boolean inFeed) {
        tip = new FeedTip(inFeed ? commit : tip.lastChange(), commit);
    }

    /* Which commits are in the feed is not looked up, so the last one counts as one that is. */
    private void seeAll() {
        tip = new FeedTip(lastCommit, lastCommit);
    }

    /** The last commit that was removed from the change feed. */
    long lastTrimmed() {
        return lastTrimmed;
    }

    /** The number of commits that the change feed has. */
    long changesKept() {
        return changesKept;
    }

    void keptChange() {
        changesKept++;
    }

    void trimmedChange(long number) {
        changesKept--;
        lastTrimmed = number;
    }
}

package io.lambdafs.namenode.op.file;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.DataNodeBlocks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;

/** Complete blocks with a whole replica on certain storages, until there are as many as somebody has asked for. For one request. */
final class FoundBlocks {
    /** How many replicas are read at once. */
    private static final int PAGE = 1_000;
    /** How many are read for one answer. */
    private static final int MOST_READ = 20_000;
    /** How many blocks one answer has. */
    private static final int MOST_FOUND = 1_000;

    /** How often a random block is looked for. */
    private static final int LOOKS = 64;
    /** How far a number may be ahead of the time, because its range was fetched at once, and clocks differ. */
    private static final long AHEAD = TimeUnit.HOURS.toMicros(1);

    private static final BlockId BEFORE_ALL = new BlockId(Long.MIN_VALUE);

    private final Transaction tx;
    private final FileContent content;
    private final DataNodeBlocks wanted;
    private final long nowMillis;
    private final LiveDataNodes live;
    private final Map<StorageId, BlockId> starts = new HashMap<>();
    private final LocatedBlocksProto.Builder message = LocatedBlocksProto.newBuilder()
            .setFileLength(0)
            .setUnderConstruction(false)
            .setIsLastBlockComplete(true);

    private long bytes;
    private int read;

    /** Nothing is found yet. */
    FoundBlocks(Transaction tx, FileContent content, DataNodeBlocks wanted, long nowMillis) {
        this.tx = tx;
        this.content = content;
        this.wanted = wanted;
        this.nowMillis = nowMillis;
        this.live = content.dataNodes().live(tx);
    }

    void addFromARandomOneOn(StorageId storage, RandomGenerator random) {
        List<Replica> first = tx.replicas().onStorage(storage, BEFORE_ALL, 1);
        if (first.isEmpty()) {
            return;
        }
        BlockId start = randomOne(storage, first.get(0).block().value() - 1, random);
        starts.put(storage, start);
        add(storage, start, new BlockId(Long.MAX_VALUE));
    }

    /*
     * Numbers of blocks grow with the time of their creation, in microseconds, so the last one is hardly above that of now. A number after
     * which there is no block is above the last one, too. So each look halves what is left, on average.
     */
    private BlockId randomOne(StorageId storage, long beforeFirst, RandomGenerator random) {
        long above = Math.max(TimeUnit.MILLISECONDS.toMicros(nowMillis), beforeFirst) + AHEAD;
        for (int look = 0; look < LOOKS; look++) {
            BlockId tried = new BlockId(random.nextLong(beforeFirst, above));
            if (!tx.replicas().onStorage(storage, tried, 1).isEmpty()) {
                return tried;
            }
            above = Math.max(tried.value(), beforeFirst + 1);
        }
        return new BlockId(beforeFirst);
    }

    void addUpToTheRandomOne(StorageId storage) {
        BlockId start = starts.get(storage);
        if (start != null) {
            add(storage, BEFORE_ALL, start);
        }
    }

    private boolean isEnough() {
        return bytes >= wanted.bytes() || read >= MOST_READ || message.getBlocksCount() >= MOST_FOUND;
    }

    private void add(StorageId storage, BlockId after, BlockId upTo) {
        BlockId next = after;
        boolean more = true;
        while (more && !isEnough()) {
            List<Replica> page = tx.replicas().onStorage(storage, next, PAGE);
            read += page.size();
            add(page.stream()
                    .filter(replica -> replica.block().compareTo(upTo) <= 0
                            && replica.state() == ReplicaState.FINALIZED
                            && replica.length() >= wanted.leastBytes())
                    .toList());
            more = page.size() == PAGE;
            if (more) {
                next = page.get(PAGE - 1).block();
                more = next.compareTo(upTo) < 0;
            }
        }
    }

    private void add(List<Replica> candidates) {
        if (candidates.isEmpty()) {
            return;
        }
        List<BlockId> ids = candidates.stream().map(Replica::block).toList();
        Map<BlockId, BlockInfo> blocks =
                tx.blocks().get(ids).stream().collect(Collectors.toMap(BlockInfo::id, block -> block));
        Map<BlockId, List<Replica>> replicas =
                tx.replicas().ofBlocks(ids).stream().collect(Collectors.groupingBy(Replica::block));
        for (Replica candidate : candidates) {
            BlockInfo block = blocks.get(candidate.block());
            if (!isEnough() && block != null && block.isComplete() && candidate.isGoodFor(block.block())) {
                add(block, replicas.getOrDefault(block.id(), List.of()));
            }
        }
    }

    private void add(BlockInfo block, List<Replica> replicas) {
        List<PlacementTarget> places = new ArrayList<>();
        for (Replica replica : replicas) {
            if (replica.isGoodFor(block.block())) {
                live.target(replica.storage()).ifPresent(places::add);
            }
        }
        message.addBlocks(content.messages()
                .located(block.block(), BlockMessages.NO_OFFSET, places, false, nowMillis, BlockMessages.NO_TOKEN));
        bytes += block.block().length();
    }

    LocatedBlocksProto message() {
        return message.build();
    }
}

package io.lambdafs.namenode.content;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.LocatedBlocksReader;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.blocktoken.BlockGrants;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.store.ReadView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;

/** Finds the blocks of files with the DataNodes that have them, those on the caller's machine first. Thread-safe. */
public final class BlockLocator implements LocatedBlocksReader {
    private final BlockMessages messages;
    private final DataNodeView dataNodes;
    private final RandomGenerator random;

    /** A locator; the random generator spreads readers over replicas that are equally near, and must be thread-safe. */
    public BlockLocator(BlockMessages messages, DataNodeView dataNodes, RandomGenerator random) {
        this.messages = requireNonNull(messages, "messages");
        this.dataNodes = requireNonNull(dataNodes, "dataNodes");
        this.random = requireNonNull(random, "random");
    }

    @Override
    public Map<INodeId, LocatedBlocksProto> read(CallContext call, ReadView view, List<RegularFile> files) {
        Map<INodeId, List<BlockInfo>> blocks =
                view.blocks().ofFiles(files.stream().map(RegularFile::id).toList()).stream()
                        .collect(Collectors.groupingBy(BlockInfo::file));
        List<FileRange> ranges = new ArrayList<>();
        for (RegularFile file : files) {
            ranges.add(FileRange.of(file, blocks.getOrDefault(file.id(), List.of()), 0, Long.MAX_VALUE));
        }
        Places places = places(call, view, ranges, BlockGrants.NONE);
        requireUnchanged(view, files, blocks);
        Map<INodeId, LocatedBlocksProto> located = new HashMap<>();
        ranges.forEach(range -> located.put(range.file().id(), message(range, places)));
        return located;
    }

    @Override
    public Map<INodeId, LocatedBlocksProto> readThen(CallContext call, ReadView view, List<RegularFile> files) {
        Map<INodeId, List<BlockInfo>> blocks =
                view.blocks().ofFiles(files.stream().map(RegularFile::id).toList()).stream()
                        .collect(Collectors.groupingBy(BlockInfo::file));
        List<FileRange> ranges = new ArrayList<>();
        for (RegularFile file : files) {
            ranges.add(FileRange.then(file, blocks.getOrDefault(file.id(), List.of()), 0, file.length()));
        }
        Places places = places(call, view, ranges, BlockGrants.NONE);
        Map<INodeId, LocatedBlocksProto> located = new HashMap<>();
        ranges.forEach(range -> located.put(range.file().id(), message(range, places)));
        return located;
    }

    /** As {@link #locate}, of a file as a snapshot shows it. */
    public LocatedBlocksProto locateThen(
            CallContext call, ReadView view, RegularFile file, long offset, long length, BlockGrants grants) {
        FileRange range = FileRange.then(file, view.blocks().ofFiles(List.of(file.id())), offset, length);
        return message(range, places(call, view, List.of(range), grants));
    }

    /**
     * The blocks that have bytes in this range, by HDFS's rules; offset and length are not negative.
     *
     * @param grants makes the tokens of the blocks
     */
    public LocatedBlocksProto locate(
            CallContext call, ReadView view, RegularFile file, long offset, long length, BlockGrants grants) {
        List<BlockInfo> blocks = view.blocks().ofFiles(List.of(file.id()));
        FileRange range = FileRange.of(file, blocks, offset, length);
        Places places = places(call, view, List.of(range), grants);
        requireUnchanged(view, List.of(file), Map.of(file.id(), blocks));
        return message(range, places);
    }

    /*
     * The rows of files and of their blocks are read one after the other, and no invalidation shows every change in
     * between. There is none for a file that is being written, and for another file only the NameNodes that may cache
     * it get one. If a file's row is unchanged after its blocks were read, it was the same when they were read. The
     * blocks of a closed file show by themselves that they belong to it.
     */
    private static void requireUnchanged(ReadView view, List<RegularFile> files, Map<INodeId, List<BlockInfo>> blocks) {
        List<RegularFile> doubtful = new ArrayList<>();
        for (RegularFile file : files) {
            if (!isWhole(file, blocks.getOrDefault(file.id(), List.of()))) {
                doubtful.add(file);
            }
        }
        if (doubtful.isEmpty()) {
            return;
        }
        List<INode> present =
                view.store().inodes().get(doubtful.stream().map(RegularFile::id).toList());
        if (!new HashSet<>(present).containsAll(doubtful)) {
            throw PathChange.retriable(doubtful.get(0).name().toString());
        }
    }

    private static boolean isWhole(RegularFile file, List<BlockInfo> blocks) {
        long length = 0;
        for (BlockInfo block : blocks) {
            if (!block.isComplete()) {
                return false;
            }
            length += block.block().length();
        }
        return !file.isUnderConstruction() && length == file.length();
    }

    private LocatedBlocksProto message(FileRange range, Places places) {
        LocatedBlocksProto.Builder located = LocatedBlocksProto.newBuilder()
                .setFileLength(range.completeLength())
                .setUnderConstruction(range.file().isUnderConstruction())
                .setIsLastBlockComplete(range.last().map(BlockInfo::isComplete).orElse(false));
        for (FileRange.PlacedBlock block : range.blocks()) {
            located.addBlocks(message(block.info(), block.offset(), places));
        }
        if (range.last().isPresent()) {
            located.setLastBlock(message(range.last().get(), range.lastOffset(), places));
        }
        return located.build();
    }

    private Places places(CallContext call, ReadView view, List<FileRange> ranges, BlockGrants grants) {
        Set<BlockId> complete = new LinkedHashSet<>();
        for (FileRange range : ranges) {
            for (FileRange.PlacedBlock block : range.blocks()) {
                addIfComplete(block.info(), complete);
            }
            if (range.last().isPresent()) {
                addIfComplete(range.last().get(), complete);
            }
        }
        Map<BlockId, List<Replica>> replicas = new HashMap<>();
        if (!complete.isEmpty()) {
            for (Replica replica : view.replicas().ofBlocks(List.copyOf(complete))) {
                replicas.computeIfAbsent(replica.block(), block -> new ArrayList<>())
                        .add(replica);
            }
        }
        return new Places(call, dataNodes.live(view), replicas, grants);
    }

    private static void addIfComplete(BlockInfo block, Set<BlockId> to) {
        if (block.isComplete()) {
            to.add(block.id());
        }
    }

    private LocatedBlockProto message(BlockInfo block, long offset, Places places) {
        if (!block.isComplete()) {
            return located(block, offset, nearestFirst(block.expected(), places), false, places);
        }
        List<StorageId> known = new ArrayList<>();
        List<StorageId> good = new ArrayList<>();
        List<StorageId> leaving = new ArrayList<>();
        for (Replica replica : places.replicas.getOrDefault(block.id(), List.of())) {
            if (places.live.has(replica.storage())) {
                known.add(replica.storage());
                if (replica.isGoodFor(block.block())) {
                    good.add(replica.storage());
                } else if (replica.isLeaving(block.block())) {
                    leaving.add(replica.storage());
                }
            }
        }
        if (good.isEmpty()) {
            good.addAll(leaving);
        }
        boolean corrupt = good.isEmpty() && !known.isEmpty();
        return located(block, offset, nearestFirst(corrupt ? known : good, places), corrupt, places);
    }

    private LocatedBlockProto located(
            BlockInfo block, long offset, List<PlacementTarget> at, boolean corrupt, Places places) {
        return messages.located(
                block.block(), offset, at, corrupt, places.call.nowMillis(), places.grants.token(block.block(), at));
    }

    /* Equally near ones in random order, so that readers spread. */
    private List<PlacementTarget> nearestFirst(List<StorageId> storages, Places places) {
        List<PlacementTarget> targets = targets(storages, places.live);
        String host = places.call.caller().host();
        List<PlacementTarget> sorted = new ArrayList<>(targets.size());
        int near = 0;
        for (PlacementTarget target : targets) {
            if (target.node().registration().isOnHost(host)) {
                sorted.add(random.nextInt(near + 1), target);
                near++;
            } else {
                sorted.add(near + random.nextInt(sorted.size() - near + 1), target);
            }
        }
        return sorted;
    }

    /** Those of the storages that live DataNodes have, in the order given. */
    public static List<PlacementTarget> targets(List<StorageId> storages, LiveDataNodes live) {
        List<PlacementTarget> targets = new ArrayList<>();
        for (StorageId id : storages) {
            Optional<PlacementTarget> target = live.target(id);
            if (target.isPresent()) {
                targets.add(target.get());
            }
        }
        return targets;
    }

    private record Places(
            CallContext call, LiveDataNodes live, Map<BlockId, List<Replica>> replicas, BlockGrants grants) {}
}

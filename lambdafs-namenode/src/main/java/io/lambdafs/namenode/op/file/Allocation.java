package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockPlacement;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.PlacementRequest;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Numbers and places for new blocks. Thread-safe. */
public final class Allocation {
    private static final int IDS_AT_HAND = 64;
    private static final int IDS_AT_ONCE = 1000;

    private final IdSource blockIds;
    private final IdSource generationStamps;
    private final BlockPlacement placement;
    private final DataNodeView dataNodes;

    Allocation(IdSource blockIds, IdSource generationStamps, BlockPlacement placement, DataNodeView dataNodes) {
        this.blockIds = blockIds;
        this.generationStamps = generationStamps;
        this.placement = placement;
        this.dataNodes = dataNodes;
    }

    /** Numbers and places of this store's. */
    public static Allocation of(
            FileOperations.Access access, DataNodeView dataNodes, FileOperations.Dependencies dependencies) {
        return new Allocation(
                IdSource.timed(access.store(), Sequence.BLOCK, IDS_AT_ONCE, dependencies.clock()),
                IdSource.timed(access.store(), Sequence.GENERATION_STAMP, IDS_AT_ONCE, dependencies.clock()),
                new BlockPlacement(dependencies.random()),
                dataNodes);
    }

    /** Fetches numbers; to be called before the transaction in which they are given. */
    public void prepare() {
        blockIds.ensure(IDS_AT_HAND);
        generationStamps.ensure(IDS_AT_HAND);
    }

    /** A block that nobody has, without bytes. */
    public Block newBlock() {
        return new Block(new BlockId(blockIds.next()), generationStamps.next(), 0);
    }

    /** A stamp for a block that has had others, some of which perhaps only its replicas know. */
    long renewedGenerationStamp() {
        return generationStamps.newest();
    }

    /** Places for the replicas; none if no DataNode will do. */
    public List<PlacementTarget> places(Transaction tx, PlacementRequest request) {
        List<PlacementTarget> places = placement.choose(request, dataNodes.live(tx));
        return places.isEmpty() ? placement.choose(request, dataNodes.liveNow(tx)) : places;
    }

    /** As {@link #places}, away from the writer's machine if that leaves enough. */
    List<PlacementTarget> placesElsewhere(Transaction tx, PlacementRequest request) {
        Set<DataNodeId> unusable = new HashSet<>(request.unusable());
        dataNodes.live(tx).nodes().stream()
                .filter(node -> node.registration().isOnHost(request.writerHost()))
                .map(DataNodeDescriptor::id)
                .forEach(unusable::add);
        List<PlacementTarget> elsewhere = placement.choose(request.elsewhere(unusable), dataNodes.live(tx));
        return elsewhere.size() == request.wanted() ? elsewhere : places(tx, request);
    }

    /** The refusal of a block for which there is no place. */
    FsException noPlace(Transaction tx, FsPath path, int excluded) {
        LiveDataNodes live = dataNodes.live(tx);
        return new FsException(
                ErrorCode.IO_ERROR,
                "File " + path + " could only be written to 0 of the 1 minReplication nodes. There are "
                        + live.nodes().size() + " datanode(s) running and " + (excluded == 0 ? "no" : excluded)
                        + " node(s) are excluded in this operation.");
    }
}

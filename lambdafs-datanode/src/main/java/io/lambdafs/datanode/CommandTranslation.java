package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.protocol.BalancerBandwidthCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;

/**
 * The commands for one DataNode in Hadoop's words, but for those that its endpoint carries out itself. Storages that no DataNode has any
 * more are left out, and a command
 * that has none left is dropped: the component that gave it finds out that it was not carried out.
 */
final class CommandTranslation {
    private final String blockPool;
    private final Map<StorageId, Place> places = new HashMap<>();

    /** Where a storage is. */
    private record Place(DatanodeInfo node, StorageType type, String storage) {}

    /** A translation of commands that name storages of these DataNodes. */
    CommandTranslation(String blockPool, List<DataNodeDescriptor> dataNodes) {
        this.blockPool = requireNonNull(blockPool, "blockPool");
        for (DataNodeDescriptor dataNode : dataNodes) {
            DatanodeInfo info = HadoopMessages.dataNode(dataNode);
            for (StorageReport storage : dataNode.storages()) {
                String id = storage.id().value();
                places.put(storage.id(), new Place(info, StorageType.parseStorageType(storage.type()), id));
            }
        }
    }

    /** Whether one has to know the DataNodes to translate this. */
    static boolean namesStorages(DataNodeCommand command) {
        return command instanceof DataNodeCommand.Transfer
                || command instanceof DataNodeCommand.Recover
                || command instanceof DataNodeCommand.Truncate;
    }

    DatanodeCommand[] translate(List<DataNodeCommand> commands) {
        return Stream.of(invalidations(commands), transfers(commands), recoveries(commands), bandwidth(commands))
                .flatMap(Optional::stream)
                .toArray(DatanodeCommand[]::new);
    }

    private static <C> List<C> only(Class<C> type, List<DataNodeCommand> commands) {
        return commands.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private Optional<DatanodeCommand> invalidations(List<DataNodeCommand> commands) {
        Block[] blocks = only(DataNodeCommand.Invalidate.class, commands).stream()
                .map(command -> HadoopMessages.block(command.block()))
                .toArray(Block[]::new);
        return blocks.length == 0
                ? Optional.empty()
                : Optional.of(new BlockCommand(DatanodeProtocol.DNA_INVALIDATE, blockPool, blocks));
    }

    private Optional<DatanodeCommand> transfers(List<DataNodeCommand> commands) {
        List<Block> blocks = new ArrayList<>();
        List<List<Place>> targets = new ArrayList<>();
        for (DataNodeCommand.Transfer command : only(DataNodeCommand.Transfer.class, commands)) {
            List<Place> known = known(command.targets());
            if (!known.isEmpty()) {
                blocks.add(HadoopMessages.block(command.block()));
                targets.add(known);
            }
        }
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new BlockCommand(
                DatanodeProtocol.DNA_TRANSFER,
                blockPool,
                blocks.toArray(Block[]::new),
                targets.stream().map(CommandTranslation::nodes).toArray(DatanodeInfo[][]::new),
                targets.stream()
                        .map(row -> row.stream().map(Place::type).toArray(StorageType[]::new))
                        .toArray(StorageType[][]::new),
                targets.stream()
                        .map(row -> row.stream().map(Place::storage).toArray(String[]::new))
                        .toArray(String[][]::new)));
    }

    private Optional<DatanodeCommand> recoveries(List<DataNodeCommand> commands) {
        BlockRecoveryCommand recoveries = new BlockRecoveryCommand();
        for (DataNodeCommand.Recover command : only(DataNodeCommand.Recover.class, commands)) {
            List<Place> known = known(command.storages());
            if (!known.isEmpty()) {
                ExtendedBlock block = new ExtendedBlock(blockPool, HadoopMessages.block(command.block()));
                recoveries.add(new RecoveringBlock(block, nodes(known), command.newGenerationStamp()));
            }
        }
        for (DataNodeCommand.Truncate command : only(DataNodeCommand.Truncate.class, commands)) {
            List<Place> known = known(command.storages());
            if (!known.isEmpty()) {
                Block present = HadoopMessages.block(command.block());
                Block cut = new Block(present.getBlockId(), present.getNumBytes(), command.newGenerationStamp());
                recoveries.add(new RecoveringBlock(new ExtendedBlock(blockPool, present), nodes(known), cut));
            }
        }
        return recoveries.getRecoveringBlocks().isEmpty() ? Optional.empty() : Optional.of(recoveries);
    }

    /* The last one counts. */
    private static Optional<DatanodeCommand> bandwidth(List<DataNodeCommand> commands) {
        List<DataNodeCommand.Throttle> throttles = only(DataNodeCommand.Throttle.class, commands);
        return throttles.isEmpty()
                ? Optional.empty()
                : Optional.of(new BalancerBandwidthCommand(
                        throttles.get(throttles.size() - 1).bytesPerSecond()));
    }

    private List<Place> known(List<StorageId> storages) {
        return storages.stream()
                .flatMap(storage -> Optional.ofNullable(places.get(storage)).stream())
                .toList();
    }

    private static DatanodeInfo[] nodes(List<Place> row) {
        return row.stream().map(Place::node).toArray(DatanodeInfo[]::new);
    }
}

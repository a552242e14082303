package io.lambdafs.datanode;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/** The words that Hadoop and this project have for the same things. */
final class HadoopMessages {
    private HadoopMessages() {}

    static Block block(org.apache.hadoop.hdfs.protocol.Block block) {
        return new Block(new BlockId(block.getBlockId()), block.getGenerationStamp(), Math.max(0, block.getNumBytes()));
    }

    static org.apache.hadoop.hdfs.protocol.Block block(Block block) {
        return new org.apache.hadoop.hdfs.protocol.Block(block.id().value(), block.length(), block.generationStamp());
    }

    static DataNodeRegistration registration(DatanodeRegistration node) {
        return new DataNodeRegistration(
                new DataNodeId(node.getDatanodeUuid()),
                node.getHostName(),
                node.getIpAddr(),
                new DataNodeRegistration.Ports(node.getXferPort(), node.getInfoPort(), node.getIpcPort()),
                node.getSoftwareVersion());
    }

    static List<StorageReport> storages(org.apache.hadoop.hdfs.server.protocol.StorageReport[] reports) {
        return Arrays.stream(reports).map(HadoopMessages::storage).toList();
    }

    private static StorageReport storage(org.apache.hadoop.hdfs.server.protocol.StorageReport report) {
        DatanodeStorage storage = report.getStorage();
        return new StorageReport(
                new StorageId(storage.getStorageID()),
                storage.getStorageType().name(),
                report.isFailed() || storage.getState() == DatanodeStorage.State.FAILED,
                new StorageReport.Space(
                        report.getCapacity(), report.getDfsUsed(), report.getRemaining(), report.getBlockPoolUsed()));
    }

    static DatanodeInfo dataNode(DataNodeDescriptor node) {
        DataNodeRegistration registration = node.registration();
        DataNodeRegistration.Ports ports = registration.ports();
        return new DatanodeInfoBuilder()
                .setNodeID(new DatanodeID(
                        registration.ipAddress(),
                        registration.hostName(),
                        registration.id().value(),
                        ports.transfer(),
                        ports.info(),
                        0,
                        ports.ipc()))
                .build();
    }
}

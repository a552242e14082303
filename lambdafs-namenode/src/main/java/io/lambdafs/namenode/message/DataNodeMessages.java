package io.lambdafs.namenode.message;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageReport;
import java.util.Arrays;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeIDProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeStorageProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageReportProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;

/** Conversion of DataNodes and their storages to messages. */
public final class DataNodeMessages {
    private static final String DEFAULT_RACK = "/default-rack";
    private static final Map<String, StorageTypeProto> TYPES = Arrays.stream(StorageTypeProto.values())
            .collect(Collectors.toUnmodifiableMap(StorageTypeProto::name, type -> type));

    private DataNodeMessages() {}

    /** All that clients get of a DataNode. */
    public static DatanodeInfoProto info(DataNodeDescriptor node, long nowMillis) {
        long capacity = sum(node, StorageReport.Space::capacity);
        long used = sum(node, StorageReport.Space::dfsUsed);
        long remaining = sum(node, StorageReport.Space::remaining);
        DatanodeInfoProto.Builder info = DatanodeInfoProto.newBuilder()
                .setId(id(node.registration()))
                .setCapacity(capacity)
                .setDfsUsed(used)
                .setRemaining(remaining)
                .setNonDfsUsed(Math.max(0, capacity - used - remaining))
                .setBlockPoolUsed(sum(node, StorageReport.Space::blockPoolUsed))
                .setLastUpdate(nowMillis - node.sinceHeartbeat().toMillis())
                .setXceiverCount(node.activeTransfers())
                .setLocation(DEFAULT_RACK)
                .setAdminState(DatanodeInfoProto.AdminState.NORMAL)
                .setSoftwareVersion(node.registration().softwareVersion())
                .setNumBlocks((int) Math.min(Integer.MAX_VALUE, node.held().count()));
        if (node.held().wasReported()) {
            info.setLastBlockReportTime(nowMillis - node.held().sinceReport().toMillis());
        }
        return info.build();
    }

    /** The sum of one size over all storages of a DataNode. */
    public static long sum(DataNodeDescriptor node, ToLongFunction<StorageReport.Space> size) {
        long sum = 0;
        for (StorageReport storage : node.storages()) {
            sum += size.applyAsLong(storage.space());
        }
        return sum;
    }

    private static DatanodeIDProto id(DataNodeRegistration registration) {
        return DatanodeIDProto.newBuilder()
                .setDatanodeUuid(registration.id().value())
                .setHostName(registration.hostName())
                .setIpAddr(registration.ipAddress())
                .setXferPort(registration.ports().transfer())
                .setInfoPort(registration.ports().info())
                .setIpcPort(registration.ports().ipc())
                .build();
    }

    /** How full a storage is. */
    @SuppressWarnings("deprecation") // the field is deprecated and required
    public static StorageReportProto report(StorageReport report) {
        StorageReport.Space space = report.space();
        return StorageReportProto.newBuilder()
                .setStorageUuid(report.id().value())
                .setStorage(DatanodeStorageProto.newBuilder()
                        .setStorageUuid(report.id().value())
                        .setStorageType(type(report))
                        .setState(DatanodeStorageProto.StorageState.NORMAL))
                .setFailed(report.failed())
                .setCapacity(space.capacity())
                .setDfsUsed(space.dfsUsed())
                .setRemaining(space.remaining())
                .setBlockPoolUsed(space.blockPoolUsed())
                .setNonDfsUsed(Math.max(0, space.capacity() - space.dfsUsed() - space.remaining()))
                .build();
    }

    /** The storage's type; DISK for one that this version of the messages does not know. */
    public static StorageTypeProto type(StorageReport report) {
        return TYPES.getOrDefault(report.type(), StorageTypeProto.DISK);
    }
}

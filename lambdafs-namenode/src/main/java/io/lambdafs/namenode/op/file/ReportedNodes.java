package io.lambdafs.namenode.op.file;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.store.Transaction;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DatanodeReportTypeProto;

/** The DataNodes that a report of one type is about. */
final class ReportedNodes {
    private ReportedNodes() {}

    /** None for the types that decommissioning and maintenance would have: there is neither. */
    static List<DataNodeDescriptor> of(DataNodeView dataNodes, Transaction tx, DatanodeReportTypeProto type) {
        List<DataNodeDescriptor> all = dataNodes.all(tx);
        return switch (type) {
            case ALL -> all;
            case LIVE -> all.stream().filter(dataNodes::isAlive).toList();
            case DEAD -> all.stream().filter(node -> !dataNodes.isAlive(node)).toList();
            case DECOMMISSIONING, ENTERING_MAINTENANCE, IN_MAINTENANCE -> List.of();
        };
    }
}

package io.lambdafs.namenode.op.file;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.message.DataNodeMessages;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DatanodeStorageReportProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDatanodeStorageReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDatanodeStorageReportResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getDatanodeStorageReport: the DataNodes with each of their storages; for superusers. */
final class GetDatanodeStorageReportOperation
        implements ReadOperation<GetDatanodeStorageReportRequestProto, GetDatanodeStorageReportResponseProto> {
    private final DataNodeView dataNodes;

    GetDatanodeStorageReportOperation(DataNodeView dataNodes) {
        this.dataNodes = dataNodes;
    }

    @Override
    public Parser<GetDatanodeStorageReportRequestProto> parser() {
        return GetDatanodeStorageReportRequestProto.parser();
    }

    @Override
    public GetDatanodeStorageReportResponseProto execute(
            CallContext call, Transaction tx, GetDatanodeStorageReportRequestProto request) {
        new PermissionChecker(call).requireSuperuser("getDatanodeStorageReport");
        GetDatanodeStorageReportResponseProto.Builder response = GetDatanodeStorageReportResponseProto.newBuilder();
        ReportedNodes.of(dataNodes, tx, request.getType())
                .forEach(node -> response.addDatanodeStorageReports(report(call, node)));
        return response.build();
    }

    private static DatanodeStorageReportProto report(CallContext call, DataNodeDescriptor node) {
        DatanodeStorageReportProto.Builder report =
                DatanodeStorageReportProto.newBuilder().setDatanodeInfo(DataNodeMessages.info(node, call.nowMillis()));
        node.storages().forEach(storage -> report.addStorageReports(DataNodeMessages.report(storage)));
        return report.build();
    }
}

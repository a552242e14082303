package io.lambdafs.namenode.op.file;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.message.DataNodeMessages;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDatanodeReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDatanodeReportResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getDatanodeReport: the DataNodes, all of them or the live or the dead ones; for superusers. */
final class GetDatanodeReportOperation
        implements ReadOperation<GetDatanodeReportRequestProto, GetDatanodeReportResponseProto> {
    private final DataNodeView dataNodes;

    GetDatanodeReportOperation(DataNodeView dataNodes) {
        this.dataNodes = dataNodes;
    }

    @Override
    public Parser<GetDatanodeReportRequestProto> parser() {
        return GetDatanodeReportRequestProto.parser();
    }

    @Override
    public GetDatanodeReportResponseProto execute(
            CallContext call, Transaction tx, GetDatanodeReportRequestProto request) {
        new PermissionChecker(call).requireSuperuser("datanodeReport");
        GetDatanodeReportResponseProto.Builder response = GetDatanodeReportResponseProto.newBuilder();
        ReportedNodes.of(dataNodes, tx, request.getType())
                .forEach(node -> response.addDi(DataNodeMessages.info(node, call.nowMillis())));
        return response.build();
    }
}

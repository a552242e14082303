package io.lambdafs.namenode.op.file;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenewLeaseRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenewLeaseResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** renewLease: a client that writes files is alive. */
final class RenewLeaseOperation implements WriteOperation<RenewLeaseRequestProto, RenewLeaseResponseProto> {
    @Override
    public Parser<RenewLeaseRequestProto> parser() {
        return RenewLeaseRequestProto.parser();
    }

    @Override
    public RenewLeaseResponseProto execute(
            CallContext call, Transaction tx, RenewLeaseRequestProto request, ChangeSet changes) {
        String client = ClientName.of(request.getClientName());
        if (tx.leases().age(client).isPresent()) {
            tx.leases().renew(client);
        }
        return RenewLeaseResponseProto.getDefaultInstance();
    }
}

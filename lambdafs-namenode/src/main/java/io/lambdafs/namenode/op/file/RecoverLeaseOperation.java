package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.LeaseRecovery;
import io.lambdafs.lease.LeaseRecovery.Outcome;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RecoverLeaseRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RecoverLeaseResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** recoverLease: takes a file from its writer at once; true when it is closed, false while its last block is recovered. */
final class RecoverLeaseOperation implements WriteOperation<RecoverLeaseRequestProto, RecoverLeaseResponseProto> {
    private final LeaseRecovery recovery;

    RecoverLeaseOperation(LeaseRecovery recovery) {
        this.recovery = recovery;
    }

    @Override
    public Parser<RecoverLeaseRequestProto> parser() {
        return RecoverLeaseRequestProto.parser();
    }

    @Override
    public FsPath subject(RecoverLeaseRequestProto request) {
        return RequestText.path(request.getSrcBytes());
    }

    @Override
    public RecoverLeaseResponseProto execute(
            CallContext call, Transaction tx, RecoverLeaseRequestProto request, ChangeSet changes) {
        ResolvedPath at = PathLocks.in(tx).lock(subject(request), LockScope.TARGET);
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        RegularFile file = at.requireFile();
        if (!file.isUnderConstruction()) {
            return answer(true);
        }
        checker.requireTarget(at, Access.WRITE);
        Outcome outcome = recovery.release(tx, file);
        if (outcome == Outcome.WAITING_FOR_REPLICAS) {
            String host = call.caller().host();
            LeaseTakeover.requireReleased(
                    new LeaseTakeover.Attempt("RECOVER_LEASE", at.path(), request.getClientName(), host), outcome);
        }
        return answer(outcome == Outcome.CLOSED);
    }

    private static RecoverLeaseResponseProto answer(boolean closed) {
        return RecoverLeaseResponseProto.newBuilder().setResult(closed).build();
    }
}

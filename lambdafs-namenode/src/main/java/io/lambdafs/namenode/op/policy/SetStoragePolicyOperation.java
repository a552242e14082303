package io.lambdafs.namenode.op.policy;

import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** setStoragePolicy: says on which types of storages the replicas of a file belong, or those of the files below a directory. */
final class SetStoragePolicyOperation
        implements WriteOperation<SetStoragePolicyRequestProto, SetStoragePolicyResponseProto> {
    private final FeatureConfig config;

    SetStoragePolicyOperation(FeatureConfig config) {
        this.config = config;
    }

    @Override
    public Parser<SetStoragePolicyRequestProto> parser() {
        return SetStoragePolicyRequestProto.parser();
    }

    @Override
    public FsPath subject(SetStoragePolicyRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(SetStoragePolicyRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public boolean mayChangeNothing() {
        return true;
    }

    @Override
    public Optional<SetStoragePolicyResponseProto> answerIfUnchanged(
            CallContext call, ReadView view, SetStoragePolicyRequestProto request) {
        return change(call, request).changesNothing(view)
                ? Optional.of(SetStoragePolicyResponseProto.getDefaultInstance())
                : Optional.empty();
    }

    @Override
    public SetStoragePolicyResponseProto execute(
            CallContext call, Transaction tx, SetStoragePolicyRequestProto request, ChangeSet changes) {
        change(call, request).execute(tx, changes);
        return SetStoragePolicyResponseProto.getDefaultInstance();
    }

    private PolicyChange change(CallContext call, SetStoragePolicyRequestProto request) {
        PolicyChange.requireEnabled(config, "set storage policy");
        return new PolicyChange(
                call,
                subject(request),
                StoragePolicies.required(request.getPolicyName()).number());
    }
}

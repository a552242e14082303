package io.lambdafs.namenode.op.policy;

import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UnsetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UnsetStoragePolicyResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** unsetStoragePolicy: takes away the policy that was set, so that the one from above applies. */
final class UnsetStoragePolicyOperation
        implements WriteOperation<UnsetStoragePolicyRequestProto, UnsetStoragePolicyResponseProto> {
    private final FeatureConfig config;

    UnsetStoragePolicyOperation(FeatureConfig config) {
        this.config = config;
    }

    @Override
    public Parser<UnsetStoragePolicyRequestProto> parser() {
        return UnsetStoragePolicyRequestProto.parser();
    }

    @Override
    public FsPath subject(UnsetStoragePolicyRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(UnsetStoragePolicyRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public boolean mayChangeNothing() {
        return true;
    }

    @Override
    public Optional<UnsetStoragePolicyResponseProto> answerIfUnchanged(
            CallContext call, ReadView view, UnsetStoragePolicyRequestProto request) {
        return change(call, request).changesNothing(view)
                ? Optional.of(UnsetStoragePolicyResponseProto.getDefaultInstance())
                : Optional.empty();
    }

    @Override
    public UnsetStoragePolicyResponseProto execute(
            CallContext call, Transaction tx, UnsetStoragePolicyRequestProto request, ChangeSet changes) {
        change(call, request).execute(tx, changes);
        return UnsetStoragePolicyResponseProto.getDefaultInstance();
    }

    private PolicyChange change(CallContext call, UnsetStoragePolicyRequestProto request) {
        PolicyChange.requireEnabled(config, "unset storage policy");
        return new PolicyChange(call, subject(request), Features.UNSPECIFIED);
    }
}

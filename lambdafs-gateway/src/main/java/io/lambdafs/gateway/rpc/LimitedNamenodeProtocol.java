package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.wire.BlockKeyList;
import io.lambdafs.wire.DataNodeBlocks;
import io.lambdafs.wire.FileSystemIdentity;
import io.lambdafs.wire.MalformedEnvelopeException;
import java.io.IOException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.namenode.CheckpointSignature;
import org.apache.hadoop.hdfs.server.namenode.NNStorage.NameNodeFile;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations;
import org.apache.hadoop.hdfs.server.protocol.NamenodeCommand;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.NamenodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.RemoteEditLogManifest;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What HDFS's other programs ask a NameNode: benchmarks, the balancer, and NameNodes that make checkpoints. There are no edit logs
 * and images here. What cannot be served is refused by a sentence.
 */
final class LimitedNamenodeProtocol implements NamenodeProtocol {
    private static final String NO_LOG =
            "λFS has no edit log and no image. Its metadata is in a store: back up the store.";
    private static final String NO_HOT_BLOCKS =
            "λFS does not know which blocks were read lately: run the balancer without -hotBlockTimeInterval.";

    private final Logger log = LoggerFactory.getLogger(LimitedNamenodeProtocol.class);
    private final ObservedCalls calls;
    private final CallOrigin current;
    private final boolean secure;

    /**
     * For the calls that one server serves.
     *
     * @param calls asks a NameNode
     * @param current knows the call that the present thread serves
     * @param secure whether the cluster is in secure mode, in which DataNodes want block tokens
     */
    LimitedNamenodeProtocol(ObservedCalls calls, CallOrigin current, boolean secure) {
        this.calls = calls;
        this.current = current;
        this.secure = secure;
    }

    /** Some of the blocks of which a DataNode has replicas, from a random one on; for superusers. */
    @Override
    public BlocksWithLocations getBlocks(
            DatanodeInfo dataNode, long size, long minBlockSize, long hotBlockTimeInterval, @Nullable StorageType type)
            throws IOException {
        if (hotBlockTimeInterval > 0) {
            throw new UnsupportedOperationException(NO_HOT_BLOCKS);
        }
        DataNodeBlocks wanted =
                new DataNodeBlocks(dataNode.getDatanodeUuid(), size, minBlockSize, type == null ? "" : type.name());
        byte[] answer = answer(
                DataNodeBlocks.METHOD,
                BytesValue.newBuilder()
                        .setValue(ByteString.copyFrom(wanted.encode()))
                        .build());
        return BalancerMessages.blocks(LocatedBlocksProto.parseFrom(answer).getBlocksList());
    }

    private byte[] answer(String method, Message request) throws IOException {
        try {
            return calls.call(current.id(), current.isRepeated(), current.caller(), method, request);
        } catch (RemoteException e) {
            Exception refusal = HdfsExceptions.of(e);
            if (refusal instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw refusal instanceof IOException checked ? checked : new IOException(refusal);
        }
    }

    /** Names the file system, with the version of Hadoop's classes that the gateway runs. */
    @Override
    public NamespaceInfo versionRequest() throws IOException {
        byte[] answer = answer(FileSystemIdentity.METHOD, MsyncRequestProto.getDefaultInstance());
        try {
            FileSystemIdentity identity = FileSystemIdentity.decode(answer);
            return new NamespaceInfo(
                    identity.namespaceId(), identity.clusterId(), identity.blockPoolId(), 0, HAServiceState.ACTIVE);
        } catch (MalformedEnvelopeException e) {
            throw new IOException("A NameNode has named the file system in a way that is not understood", e);
        }
    }

    /** For superusers in secure mode; in another one there are no block tokens, and these keys say so. */
    @Override
    public ExportedBlockKeys getBlockKeys() throws IOException {
        if (!secure) {
            return ExportedBlockKeys.DUMMY_KEYS;
        }
        byte[] answer = answer(BlockKeyList.METHOD, MsyncRequestProto.getDefaultInstance());
        try {
            return BalancerMessages.keys(BlockKeyList.decode(answer));
        } catch (MalformedEnvelopeException e) {
            throw new IOException("A NameNode has answered with block keys that are not understood", e);
        }
    }

    @Override
    public void errorReport(NamenodeRegistration registration, int errorCode, String message) {
        log.warn("Error report from {}: {}", registration, message);
    }

    @Override
    public boolean isUpgradeFinalized() {
        return true;
    }

    @Override
    public boolean isRollingUpgrade() {
        return false;
    }

    /** None: no policy is waiting to be satisfied. */
    @Override
    public @Nullable Long getNextSPSPath() {
        return null;
    }

    @Override
    public long getTransactionID() {
        throw new UnsupportedOperationException(NO_LOG);
    }

    @Override
    public long getMostRecentCheckpointTxId() {
        throw new UnsupportedOperationException(NO_LOG);
    }

    @Override
    public long getMostRecentNameNodeFileTxId(NameNodeFile file) {
        throw new UnsupportedOperationException(NO_LOG);
    }

    @Override
    public CheckpointSignature rollEditLog() {
        throw new UnsupportedOperationException(NO_LOG);
    }

    @Override
    public NamenodeRegistration registerSubordinateNamenode(NamenodeRegistration registration) {
        throw new UnsupportedOperationException(NO_LOG);
    }

    @Override
    public NamenodeCommand startCheckpoint(NamenodeRegistration registration) {
        throw new UnsupportedOperationException(NO_LOG);
    }

    @Override
    public void endCheckpoint(NamenodeRegistration registration, CheckpointSignature signature) {
        throw new UnsupportedOperationException(NO_LOG);
    }

    @Override
    public RemoteEditLogManifest getEditLogManifest(long sinceTxId) {
        throw new UnsupportedOperationException(NO_LOG);
    }
}

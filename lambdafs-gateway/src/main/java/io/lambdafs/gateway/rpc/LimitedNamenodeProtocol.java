package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.wire.FileSystemIdentity;
import io.lambdafs.wire.MalformedEnvelopeException;
import java.io.IOException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.namenode.CheckpointSignature;
import org.apache.hadoop.hdfs.server.namenode.NNStorage.NameNodeFile;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations;
import org.apache.hadoop.hdfs.server.protocol.NamenodeCommand;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.NamenodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.RemoteEditLogManifest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What HDFS's other programs ask a NameNode: benchmarks, the balancer, and NameNodes that make checkpoints. There are no edit logs,
 * images and block keys here, and nobody lists the blocks of a DataNode. What cannot be served is refused by a sentence.
 */
final class LimitedNamenodeProtocol implements NamenodeProtocol {
    private static final String NO_LOG =
            "λFS has no edit log and no image. Its metadata is in a store: back up the store.";
    private static final String NO_BLOCKS =
            "λFS does not list the blocks of a DataNode, so the balancer and the mover cannot run.";

    private final Logger log = LoggerFactory.getLogger(LimitedNamenodeProtocol.class);
    private final ObservedCalls calls;
    private final CallOrigin current;

    /**
     * For the calls that one server serves.
     *
     * @param calls asks a NameNode
     * @param current knows the call that the present thread serves
     */
    LimitedNamenodeProtocol(ObservedCalls calls, CallOrigin current) {
        this.calls = calls;
        this.current = current;
    }

    @Override
    public BlocksWithLocations getBlocks(
            DatanodeInfo dataNode, long size, long minBlockSize, long hotBlockTimeInterval, StorageType type) {
        throw new UnsupportedOperationException(NO_BLOCKS);
    }

    /** Names the file system, with the version of Hadoop's classes that the gateway runs. */
    @Override
    public NamespaceInfo versionRequest() throws IOException {
        byte[] answer = calls.call(
                current.id(),
                current.isRepeated(),
                current.caller(),
                FileSystemIdentity.METHOD,
                MsyncRequestProto.getDefaultInstance());
        try {
            FileSystemIdentity identity = FileSystemIdentity.decode(answer);
            return new NamespaceInfo(
                    identity.namespaceId(), identity.clusterId(), identity.blockPoolId(), 0, HAServiceState.ACTIVE);
        } catch (MalformedEnvelopeException e) {
            throw new IOException("A NameNode has named the file system in a way that is not understood", e);
        }
    }

    /** None, as on HDFS without block tokens. */
    @Override
    public @Nullable ExportedBlockKeys getBlockKeys() {
        return null;
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

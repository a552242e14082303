package io.lambdafs.secure.data;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.datatransfer.TrustedChannelResolver;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.DataEncryptionKeyFactory;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.DataTransferSaslUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.SaslDataTransferClient;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;

/** Asks a DataNode for one operation on a block, as a client does, with any token; and hears whether it agrees. */
final class RawTransfer {
    private static final int BOUND_MILLIS = 20_000;
    private static final String NAME = "raw";

    private final SaslDataTransferClient sasl;
    private final DataEncryptionKeyFactory keys;

    /** Operations over connections that are encrypted with keys of this client's. */
    RawTransfer(Configuration configuration, DFSClient client) {
        this(configuration, (DataEncryptionKeyFactory) client);
    }

    /** Operations over connections that are encrypted with these keys. */
    RawTransfer(Configuration configuration, DataEncryptionKeyFactory keys) {
        this.keys = keys;
        sasl = new SaslDataTransferClient(
                configuration,
                DataTransferSaslUtil.getSaslPropertiesResolver(configuration),
                TrustedChannelResolver.getInstance(configuration));
    }

    /** An operation to send. */
    private interface Operation {
        void send(Sender sender, LocatedBlock block, Token<BlockTokenIdentifier> token) throws IOException;
    }

    /** Begins to read the block. */
    Status read(LocatedBlock block, Token<BlockTokenIdentifier> token) throws IOException {
        return answer(
                block,
                token,
                (sender, of, with) ->
                        sender.readBlock(of.getBlock(), with, NAME, 0, 1, false, CachingStrategy.newDefaultStrategy()));
    }

    /** Begins to write the block, which must be new. */
    Status write(LocatedBlock block, Token<BlockTokenIdentifier> token) throws IOException {
        return answer(
                block,
                token,
                (sender, of, with) -> sender.writeBlock(
                        of.getBlock(),
                        StorageType.DISK,
                        with,
                        NAME,
                        new DatanodeInfo[0],
                        new StorageType[0],
                        null,
                        BlockConstructionStage.PIPELINE_SETUP_CREATE,
                        1,
                        0,
                        0,
                        0,
                        DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512),
                        CachingStrategy.newDefaultStrategy(),
                        false,
                        false,
                        null,
                        of.getStorageIDs()[0],
                        new String[0]));
    }

    /** Has the DataNode copy the block, to nowhere. */
    Status copy(LocatedBlock block, Token<BlockTokenIdentifier> token) throws IOException {
        return answer(block, token, (sender, of, with) -> sender.copyBlock(of.getBlock(), with));
    }

    private Status answer(LocatedBlock block, Token<BlockTokenIdentifier> token, Operation operation)
            throws IOException {
        DatanodeInfo node = block.getLocations()[0];
        try (Socket socket = new Socket(node.getIpAddr(), node.getXferPort())) {
            socket.setSoTimeout(BOUND_MILLIS);
            IOStreamPair streams =
                    sasl.newSocketSend(socket, socket.getOutputStream(), socket.getInputStream(), keys, token, node);
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(streams.out));
            operation.send(new Sender(out), block, token);
            return BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(streams.in))
                    .getStatus();
        }
    }
}

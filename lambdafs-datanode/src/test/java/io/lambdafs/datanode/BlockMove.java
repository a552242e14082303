package io.lambdafs.datanode;

import io.lambdafs.block.Block;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;

/** What a balancer does: has a DataNode fetch a replica from one that has it, in place of another's. */
record BlockMove(DataNodeProcess target, DataNodeProcess proxy, DataNodeProcess replaced) {
    /** Asks for the move by the data transfer protocol; returns when the target has the replica. */
    Status of(TestFileSystem cluster, Block block) {
        ExtendedBlock moved = new ExtendedBlock(cluster.store.identity().blockPoolId(), HadoopMessages.block(block));
        DatanodeInfo source = new DatanodeInfoBuilder()
                .setNodeID(proxy.dataNode().getDatanodeId())
                .build();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), target.transferPort());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            socket.setSoTimeout(30_000);
            new Sender(out)
                    .replaceBlock(
                            moved,
                            StorageType.DISK,
                            BlockTokenSecretManager.DUMMY_TOKEN,
                            replaced.uuid(),
                            source,
                            cluster.storageOf(target).value());
            BlockOpResponseProto answer = answer(in);
            while (answer.getStatus() == Status.IN_PROGRESS) {
                answer = answer(in);
            }
            return answer.getStatus();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BlockOpResponseProto answer(DataInputStream in) throws IOException {
        return BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in));
    }
}

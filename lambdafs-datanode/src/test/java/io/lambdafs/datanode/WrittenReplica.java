package io.lambdafs.datanode;

import io.lambdafs.block.Block;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;

/** Puts replicas into a DataNode's data set, as its data transfer does, and lets it report them. */
final class WrittenReplica {
    private static final int BYTES_PER_CHECKSUM = 512;

    private final DataNode dataNode;
    private final String storage;
    private final ExtendedBlock block;

    private WrittenReplica(DataNodeProcess process, String blockPool, String storage, Block block) {
        this.dataNode = process.dataNode();
        this.storage = storage;
        this.block = new ExtendedBlock(blockPool, HadoopMessages.block(block));
    }

    /** Writes a replica of zeros to the end. */
    static void whole(DataNodeProcess process, TestFileSystem cluster, Block block) {
        WrittenReplica replica = of(process, cluster, block);
        replica.inItsOwnThread(true);
        String storage =
                replica.dataNode.getFSDataset().getVolume(replica.block).getStorageID();
        replica.dataNode.notifyNamenodeReceivedBlock(replica.block, "", storage, false);
    }

    /** Leaves a replica of zeros open. */
    static void open(DataNodeProcess process, TestFileSystem cluster, Block block) {
        of(process, cluster, block).inItsOwnThread(false);
    }

    static boolean exists(DataNodeProcess process, TestFileSystem cluster, Block block) {
        return process.dataNode()
                .getFSDataset()
                .contains(new ExtendedBlock(cluster.store.identity().blockPoolId(), HadoopMessages.block(block)));
    }

    private static WrittenReplica of(DataNodeProcess process, TestFileSystem cluster, Block block) {
        String storage = cluster.storageOf(process).value();
        return new WrittenReplica(process, cluster.store.identity().blockPoolId(), storage, block);
    }

    /* The recovery of a replica stops the thread that writes it: that must not be the test's thread. */
    private void inItsOwnThread(boolean finish) {
        CompletableFuture.runAsync(() -> write(finish), work -> new Thread(work, "writer").start())
                .join();
    }

    private void write(boolean finish) {
        try {
            DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, BYTES_PER_CHECKSUM);
            ReplicaInPipeline replica = dataNode.getFSDataset()
                    .createRbw(StorageType.DISK, storage, block, false)
                    .getReplica();
            try (ReplicaOutputStreams streams = replica.createStreams(true, checksum);
                    DataOutputStream meta = new DataOutputStream(streams.getChecksumOut())) {
                byte[] data = new byte[(int) block.getNumBytes()];
                byte[] sums = new byte[checksum.getChecksumSize(data.length)];
                checksum.calculateChunkedSums(data, 0, data.length, sums, 0);
                BlockMetadataHeader.writeHeader(meta, checksum);
                meta.write(sums);
                streams.writeDataToDisk(data, 0, data.length);
                streams.flushDataOut();
            }
            replica.setNumBytes(block.getNumBytes());
            replica.setBytesAcked(block.getNumBytes());
            replica.setLastChecksumAndDataLen(block.getNumBytes(), null);
            if (finish) {
                dataNode.getFSDataset().finalizeBlock(block, false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

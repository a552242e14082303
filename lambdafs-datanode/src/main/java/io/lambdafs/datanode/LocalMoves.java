package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.StorageId;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves replicas of this process's DataNode between its volumes, one after the other in a thread of its own, which ends when
 * there is nothing to do. The DataNode reports the replica on its new volume by itself. Thread-safe.
 */
final class LocalMoves {
    private static final Logger LOG = LoggerFactory.getLogger(LocalMoves.class);

    /** The most replicas that wait for their turn; more are passed over, and ordered again later. */
    private static final int MOST_WAITING = 64;

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final String blockPool;
    private final ThreadPoolExecutor executor;
    private volatile @Nullable DataNode dataNode;

    LocalMoves(String blockPool) {
        this.blockPool = requireNonNull(blockPool, "blockPool");
        executor = new ThreadPoolExecutor(
                0,
                1,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                work -> {
                    Thread thread = new Thread(work, "local-moves");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /** From now on moves replicas of this DataNode. */
    void of(DataNode started) {
        dataNode = started;
    }

    /** Moves the replica to this storage of the DataNode soon. */
    void move(Block block, StorageId target) {
        executor.execute(() -> run(block, target));
    }

    /* The root of this thread: a move that fails must not be the last. */
    private void run(Block block, StorageId target) {
        DataNode started = dataNode;
        if (started == null) {
            return;
        }
        try {
            move(started.getFSDataset(), new ExtendedBlock(blockPool, HadoopMessages.block(block)), target.value());
        } catch (IOException | RuntimeException e) {
            LOG.atWarn()
                    .setMessage("cannot move the replica of {} to the storage {}")
                    .addArgument(block)
                    .addArgument(target)
                    .setCause(e)
                    .log();
        }
    }

    private static void move(FsDatasetSpi<?> dataset, ExtendedBlock block, String target) throws IOException {
        try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
            for (FsVolumeSpi volume : volumes) {
                if (volume.getStorageID().equals(target)) {
                    dataset.moveBlockAcrossStorage(block, volume.getStorageType(), target);
                }
            }
        }
    }
}

package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.LengthInputStream;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads replicas of this process's DataNode and compares them with their checksums, one after the other in a thread of its
 * own, which ends when there is nothing to do. Another DataNode asked for it, to which a replica was copied that did not
 * match. Thread-safe.
 */
final class SelfChecks {
    private static final Logger LOG = LoggerFactory.getLogger(SelfChecks.class);

    /** The most replicas that wait for their turn; more are passed over, and asked for again by the next copy. */
    private static final int MOST_WAITING = 64;

    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final int CHUNKS_AT_ONCE = 128;

    private final String blockPool;
    private final ThreadPoolExecutor executor;
    private volatile @Nullable DataNode dataNode;

    SelfChecks(String blockPool) {
        this.blockPool = requireNonNull(blockPool, "blockPool");
        executor = new ThreadPoolExecutor(
                0,
                1,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                work -> {
                    Thread thread = new Thread(work, "self-checks");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /** From now on checks replicas of this DataNode. */
    void of(DataNode started) {
        dataNode = started;
    }

    /** Has the replica read soon, and then calls back if it does not match. */
    void check(Block block, Runnable isBad) {
        executor.execute(() -> run(block, isBad));
    }

    /* The root of this thread: a check that fails must not be the last. */
    private void run(Block block, Runnable isBad) {
        DataNode started = dataNode;
        if (started == null) {
            return;
        }
        try {
            if (!matches(started.getFSDataset(), new ExtendedBlock(blockPool, HadoopMessages.block(block)))) {
                isBad.run();
            }
        } catch (IOException | RuntimeException e) {
            LOG.atWarn()
                    .setMessage("cannot check the replica of {}")
                    .addArgument(block)
                    .setCause(e)
                    .log();
        }
    }

    private static boolean matches(FsDatasetSpi<?> dataset, ExtendedBlock block) throws IOException {
        try (InputStream data = dataset.getBlockInputStream(block, 0);
                LengthInputStream meta = dataset.getMetaDataInputStream(block);
                DataInputStream sums = new DataInputStream(new BufferedInputStream(meta))) {
            DataChecksum checksum = BlockMetadataHeader.readHeader(sums).getChecksum();
            byte[] bytes = new byte[checksum.getBytesPerChecksum() * CHUNKS_AT_ONCE];
            for (long at = 0; at < block.getNumBytes(); at += bytes.length) {
                int length = (int) Math.min(bytes.length, block.getNumBytes() - at);
                byte[] expected = new byte[checksum.getChecksumSize(length)];
                IOUtils.readFully(data, bytes, 0, length);
                sums.readFully(expected);
                checksum.verifyChunkedSums(
                        ByteBuffer.wrap(bytes, 0, length), ByteBuffer.wrap(expected), block.toString(), at);
            }
            return true;
        } catch (ChecksumException | EOFException mismatch) {
            return false;
        }
    }
}

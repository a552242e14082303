package io.lambdafs.datanode;

import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.jspecify.annotations.Nullable;

/**
 * The number of replicas on all volumes of this process's DataNode, as the DataNode counts them. Thread-safe.
 *
 * <p>The endpoint starts before its DataNode. Until then the number is 0.
 */
final class ReplicaCount implements LongSupplier {
    private volatile @Nullable DataNode dataNode;

    /** From now on counts the replicas of this DataNode. */
    void of(DataNode started) {
        dataNode = started;
    }

    @Override
    public long getAsLong() {
        DataNode started = dataNode;
        if (started == null || started.getFSDataset() == null) {
            return 0;
        }
        long replicas = 0;
        for (Object volume : volumes(started.getFSDataset()).values()) {
            if (volume instanceof Map<?, ?> facts && facts.get("numBlocks") instanceof Number number) {
                replicas += number.longValue();
            }
        }
        return replicas;
    }

    /* Of a dataset of another kind than the usual one nothing may be known. */
    private static Map<String, Object> volumes(FsDatasetSpi<?> dataset) {
        try {
            return dataset.getVolumeInfoMap();
        } catch (UnsupportedOperationException e) {
            return Map.of();
        }
    }
}

package io.lambdafs.store;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageReport;
import java.util.List;

/** The DataNodes and their storages; times are of the store's clock, so that no other clock matters. */
public interface DataNodeTable {
    /** Every DataNode that ever registered and was not removed, ordered by id. One round trip. */
    List<DataNodeDescriptor> all();

    /**
     * Inserts or replaces a DataNode's registration and counts as a heartbeat. Commands that it has not fetched are
     * dropped, because decisions about its replicas that were made while it was away may be wrong by now. The full
     * report that follows a registration shows what is to be done.
     */
    void register(DataNodeRegistration registration);

    /**
     * Notes that the DataNode was heard of now, and replaces what is known of its storages.
     *
     * @return false if it is not registered; then nothing is changed
     */
    boolean heartbeat(DataNodeId id, List<StorageReport> storages, int activeTransfers);

    /** Notes that a registered DataNode has reported all its replicas now, and how many they are. */
    void noteReport(DataNodeId id, long replicas);

    /** Notes how many replicas a DataNode has, which has reported all of them before. */
    void noteReplicas(DataNodeId id, long replicas);

    /** Forgets a DataNode and its storages; its replicas stay until they are removed. */
    void remove(DataNodeId id);
}

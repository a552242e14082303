package io.lambdafs.store.ndb;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds inodes by their ids, in two steps: a table of its own says where they are. A unique index would take one, but NDB
 * reads through such an index only with a lock, so that readers would wait for writers.
 */
final class INodePlaces {
    /** How often an inode is looked for that is always somewhere else when it is read. */
    static final int MOST_MOVES = 16;

    private final NdbAccess access;
    private final FeatureRows features;

    INodePlaces(NdbAccess access) {
        this.access = access;
        features = new FeatureRows(access);
    }

    /** Where these inodes are; those that do not exist are left out. */
    Map<INodeId, INodeKey> keysOf(Collection<INodeId> ids) {
        OperationBatch batch = new OperationBatch();
        Map<INodeId, Read<INodeKey>> reads = new LinkedHashMap<>();
        ids.forEach(id -> reads.put(
                id,
                batch.read(Schema.INODE_KEYS, key -> key.put(0, id.value()), ReadLock.NONE, NdbINodeRows::readPlace)));
        access.read(batch);
        Map<INodeId, INodeKey> keys = new LinkedHashMap<>();
        reads.forEach((id, read) -> read.row().ifPresent(key -> keys.put(id, key)));
        return keys;
    }

    /** The inodes with these ids as they are committed; absent ones are left out. */
    Map<INodeId, INode> read(Collection<INodeId> ids) {
        Map<INodeId, INode> found = new LinkedHashMap<>();
        List<INodeId> missing = ids.stream().distinct().toList();
        for (int move = 0; move < MOST_MOVES && !missing.isEmpty(); move++) {
            Map<INodeId, INodeKey> keys = keysOf(missing);
            readAt(keys).forEach(found::put);
            // What has a place but was not there is being moved or changed, or is just appearing.
            missing =
                    keys.keySet().stream().filter(id -> !found.containsKey(id)).toList();
        }
        if (!missing.isEmpty()) {
            throw access.fail(Kind.CONFLICT, "an inode was moved or changed again and again");
        }
        return found;
    }

    private Map<INodeId, INode> readAt(Map<INodeId, INodeKey> keys) {
        OperationBatch batch = new OperationBatch();
        Map<INodeId, Read<NdbINodeRows.Stored>> reads = new LinkedHashMap<>();
        keys.forEach((id, key) -> reads.put(id, readAt(batch, key, ReadLock.NONE)));
        access.read(batch);
        Map<INodeId, INode> found = new LinkedHashMap<>();
        features.complete(rowsOf(reads)).forEach(read -> read.ifPresent(inode -> found.put(inode.id(), inode)));
        return found;
    }

    /** The rows that were read of these inodes, where they were in their places. */
    static List<NdbINodeRows.Stored> rowsOf(Map<INodeId, Read<NdbINodeRows.Stored>> reads) {
        return reads.entrySet().stream()
                .flatMap(read ->
                        read.getValue().row().filter(row -> row.inode().id().equals(read.getKey())).stream())
                .toList();
    }

    static Read<NdbINodeRows.Stored> readAt(OperationBatch batch, INodeKey key, ReadLock lock) {
        return batch.read(Schema.INODES, row -> NdbINodeRows.writeKey(row, key), lock, NdbINodeRows::read);
    }
}

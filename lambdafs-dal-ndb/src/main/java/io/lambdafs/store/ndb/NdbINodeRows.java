package io.lambdafs.store.ndb;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.ndb.cluster.Row;

/** How an inode is a row of its table. */
final class NdbINodeRows {
    static final int PARENT = 0;
    static final int NAME = 1;
    static final int ID = 2;
    static final int CLIENT_NAME = 12;
    private static final int DIRECTORY = 3;
    private static final int MODE = 4;
    private static final int OWNER = 5;
    private static final int GROUP = 6;
    private static final int MODIFICATION = 7;
    private static final int ACCESS = 8;
    private static final int REPLICATION = 9;
    private static final int BLOCK_SIZE = 10;
    private static final int LENGTH = 11;
    private static final int CLIENT_HOST = 13;
    private static final int OBSERVED = 14;

    /** So many bits of the mode's column are the mode's; those above are the stamp of the features. */
    private static final int MODE_BITS = Integer.SIZE - FeatureRows.STAMP_BITS;

    private NdbINodeRows() {}

    /**
     * What a row says.
     *
     * @param inode without its features, which are a row of another table
     * @param stamp that of the features which the inode has; {@link #NO_FEATURES} if it has none
     */
    record Stored(INode inode, int stamp) {
        static final int NO_FEATURES = 0;

        boolean hasFeatures() {
            return stamp != NO_FEATURES;
        }

        INode with(Features features) {
            Attributes attributes = inode.attributes().withFeatures(features);
            // Nothing is changed here, so that the mark which goes with a change stays.
            return inode instanceof Directory read
                    ? new Directory(read.id(), read.key(), attributes, read.children(), read.observed())
                    : inode.withAttributes(attributes);
        }
    }

    static void writeKey(Row row, INodeKey key) {
        row.put(PARENT, key.parent().value()).put(NAME, key.name().bytes());
    }

    /** Writes a row of the table that says where an inode is. */
    static void writePlace(Row row, INodeId id, INodeKey key) {
        row.put(0, id.value()).put(1, key.parent().value()).put(2, key.name().bytes());
    }

    static INodeKey readPlace(Row row) {
        return new INodeKey(new INodeId(row.getLong(1)), Name.of(row.getBytes(2)));
    }

    static void write(Row row, INode inode) {
        Attributes attributes = inode.attributes();
        writeKey(row, inode.key());
        row.put(ID, inode.id().value())
                .put(DIRECTORY, inode.isDirectory())
                .put(MODE, attributes.permission().mode() | FeatureRows.stamp(attributes.features()) << MODE_BITS)
                .put(OWNER, attributes.owner())
                .put(GROUP, attributes.group())
                .put(MODIFICATION, attributes.modificationMillis())
                .put(ACCESS, attributes.accessMillis())
                .put(OBSERVED, inode instanceof Directory directory && directory.observed());
        if (inode instanceof RegularFile file) {
            LeaseHolder holder = file.holder();
            row.put(REPLICATION, file.replication())
                    .put(BLOCK_SIZE, file.blockSize())
                    .put(LENGTH, file.length())
                    .putOrNull(CLIENT_NAME, holder == null ? null : holder.clientName())
                    .putOrNull(CLIENT_HOST, holder == null ? null : holder.clientHost());
        } else {
            // A directory has no length: the column has one more than the number of its entries, 0 if that is not
            // known.
            row.put(REPLICATION, 0)
                    .put(BLOCK_SIZE, 0L)
                    .put(LENGTH, ((Directory) inode).children() + 1)
                    .putOrNull(CLIENT_NAME, null)
                    .putOrNull(CLIENT_HOST, null);
        }
    }

    static Stored read(Row row) {
        return new Stored(inode(row), row.getInt(MODE) >>> MODE_BITS);
    }

    private static INode inode(Row row) {
        INodeId id = new INodeId(row.getLong(ID));
        INodeKey key = new INodeKey(new INodeId(row.getLong(PARENT)), Name.of(row.getBytes(NAME)));
        Attributes attributes = new Attributes(
                row.getText(OWNER),
                row.getText(GROUP),
                new Permission(row.getInt(MODE) & ((1 << MODE_BITS) - 1)),
                row.getLong(MODIFICATION),
                row.getLong(ACCESS));
        if (row.getFlag(DIRECTORY)) {
            return new Directory(id, key, attributes, row.getLong(LENGTH) - 1, row.getFlag(OBSERVED));
        }
        String clientName = row.getTextOrNull(CLIENT_NAME);
        LeaseHolder holder = clientName == null ? null : new LeaseHolder(clientName, row.getText(CLIENT_HOST));
        return new RegularFile(
                id, key, attributes, row.getInt(REPLICATION), row.getLong(BLOCK_SIZE), row.getLong(LENGTH), holder);
    }
}

package io.lambdafs.store.ndb;

import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.FeaturesCodec;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * The features of inodes: rows of a table of their own, by the inodes' ids, for few inodes have any.
 *
 * <p>The row of an inode with features has their stamp, a checksum. An inode without features costs no read, and one with
 * features one more. Another transaction may change both rows between the two reads; then the stamp is another one, and
 * the inode is read anew. A transaction that changes features holds the inode's row EXCLUSIVE.
 */
final class FeatureRows {
    /** The most bits of a stamp. */
    static final int STAMP_BITS = 20;

    private static final int ID = 0;
    private static final int FEATURES = 1;
    private static final int MOST_LOOKS = 16;

    private final NdbAccess access;

    FeatureRows(NdbAccess access) {
        this.access = access;
    }

    /** What tells these features apart from others that an inode had; {@link NdbINodeRows.Stored#NO_FEATURES} for none. */
    static int stamp(Features features) {
        return features.isNone() ? NdbINodeRows.Stored.NO_FEATURES : stamp(FeaturesCodec.encode(features));
    }

    private static int stamp(byte[] features) {
        CRC32 checksum = new CRC32();
        checksum.update(features);
        return Math.max(1, (int) checksum.getValue() & ((1 << STAMP_BITS) - 1));
    }

    /** Adds the insertion of what features a new inode has. */
    static void insert(OperationBatch batch, INode inode) {
        Features features = inode.attributes().features();
        if (!features.isNone()) {
            batch.put(
                    Schema.INODE_FEATURES,
                    row -> row.put(ID, inode.id().value()).put(FEATURES, FeaturesCodec.encode(features)));
        }
    }

    /** Adds what makes the features of one state of an inode those of another. */
    static void change(OperationBatch batch, INode old, INode inode) {
        if (!isChange(old, inode)) {
            return;
        }
        if (inode.attributes().features().isNone()) {
            delete(batch, old);
        } else {
            insert(batch, inode);
        }
    }

    static boolean isChange(INode old, INode inode) {
        return !old.attributes().features().equals(inode.attributes().features());
    }

    /** Adds the deletion of what features an inode has. */
    static void delete(OperationBatch batch, INode inode) {
        if (!inode.attributes().features().isNone()) {
            batch.deleteIfPresent(
                    Schema.INODE_FEATURES, row -> row.put(ID, inode.id().value()));
        }
    }

    /** An inode's row, and what is being read of its features. */
    private record Looked(NdbINodeRows.Stored row, Optional<Read<byte[]>> features) {
        static Looked at(NdbINodeRows.Stored row, OperationBatch batch, ReadLock lock) {
            long id = row.inode().id().value();
            return new Looked(
                    row,
                    row.hasFeatures()
                            ? Optional.of(batch.read(
                                    Schema.INODE_FEATURES,
                                    key -> key.put(ID, id),
                                    lock,
                                    found -> found.getBytes(FEATURES)))
                            : Optional.empty());
        }

        /** The inode; empty if the features are not those that its row was written with. */
        Optional<INode> whole() {
            return features.isEmpty()
                    ? Optional.of(row.inode())
                    : features.get()
                            .row()
                            .filter(bytes -> stamp(bytes) == row.stamp())
                            .map(bytes -> row.with(FeaturesCodec.decode(bytes)));
        }
    }

    /**
     * Reads features by a way of the caller's, which gets a batch of reads unless there is nothing to read.
     *
     * @return for each row its inode; empty if its features are not those that it was written with
     */
    static List<Optional<INode>> complete(
            List<NdbINodeRows.Stored> rows, Function<INodeId, ReadLock> lock, Consumer<OperationBatch> carryingOut) {
        OperationBatch batch = new OperationBatch();
        List<Looked> looked = rows.stream()
                .map(row -> Looked.at(row, batch, lock.apply(row.inode().id())))
                .toList();
        if (!batch.isEmpty()) {
            carryingOut.accept(batch);
        }
        return looked.stream().map(Looked::whole).toList();
    }

    /** As they are committed: for each row its inode; empty if it was changed meanwhile. */
    List<Optional<INode>> complete(List<NdbINodeRows.Stored> rows) {
        return complete(rows, id -> ReadLock.NONE, access::read);
    }

    /**
     * For rows of which some are locked: for each its inode; empty if it was changed meanwhile, which no locked row is. The
     * features of locked rows are read with a lock, too: the transaction that held them before may just be committing.
     */
    List<Optional<INode>> completeLocked(List<NdbINodeRows.Stored> rows, Function<INodeId, ReadLock> lock) {
        return complete(rows, lock, access::lock);
    }

    /** Reads inodes in this way, with their features. It is done again if one has gone from its place meanwhile. */
    List<INode> complete(Supplier<List<NdbINodeRows.Stored>> reading) {
        for (int look = 0; look < MOST_LOOKS; look++) {
            Optional<List<INode>> whole = whole(reading.get(), MOST_LOOKS);
            if (whole.isPresent()) {
                return whole.get();
            }
        }
        throw changedAgain();
    }

    /** The inodes of these rows, as they are now where they were changed meanwhile; empty if one is in its place no more. */
    private Optional<List<INode>> whole(List<NdbINodeRows.Stored> rows, int looks) {
        if (looks == 0) {
            throw changedAgain();
        }
        List<Optional<INode>> inodes = complete(rows);
        List<NdbINodeRows.Stored> changed = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (inodes.get(i).isEmpty()) {
                changed.add(rows.get(i));
            }
        }
        if (changed.isEmpty()) {
            return Optional.of(inodes.stream().flatMap(Optional::stream).toList());
        }
        List<NdbINodeRows.Stored> present = readAgain(changed);
        return present.size() < changed.size()
                ? Optional.empty()
                : whole(present, looks - 1).map(rest -> filled(inodes, rest));
    }

    private List<NdbINodeRows.Stored> readAgain(List<NdbINodeRows.Stored> rows) {
        OperationBatch batch = new OperationBatch();
        List<Read<NdbINodeRows.Stored>> reads = rows.stream()
                .map(row -> INodePlaces.readAt(batch, row.inode().key(), ReadLock.NONE))
                .toList();
        access.read(batch);
        List<NdbINodeRows.Stored> present = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            INodeId id = rows.get(i).inode().id();
            reads.get(i).row().filter(row -> row.inode().id().equals(id)).ifPresent(present::add);
        }
        return present;
    }

    private static List<INode> filled(List<Optional<INode>> inodes, List<INode> rest) {
        Iterator<INode> missing = rest.iterator();
        return inodes.stream().map(inode -> inode.orElseGet(missing::next)).toList();
    }

    private StoreException changedAgain() {
        return access.fail(Kind.CONFLICT, "the features of an inode were changed again and again");
    }
}

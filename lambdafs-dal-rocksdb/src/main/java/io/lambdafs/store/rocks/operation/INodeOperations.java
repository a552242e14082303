package io.lambdafs.store.rocks.operation;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.RowLock;
import java.util.List;
import java.util.Optional;

/** The operations on inodes. */
public final class INodeOperations {
    /** A part of a directory's entries. */
    public record Listing(INodeId parent, Name after, int limit) {
        static final Codec<Listing> CODEC = Codec.of(
                (out, listing) -> {
                    Codecs.INODE_ID.put(out, listing.parent());
                    Codecs.NAME.put(out, listing.after());
                    out.putInt(listing.limit());
                },
                in -> new Listing(Codecs.INODE_ID.get(in), Codecs.NAME.get(in), Codecs.limit(in)));
    }

    /** A part of the entries of several directories. */
    public record Listings(List<INodeId> parents, INodeKey after, int limit) {
        static final Codec<Listings> CODEC = Codec.of(
                (out, listings) -> {
                    IDS.put(out, listings.parents());
                    Codecs.INODE_KEY.put(out, listings.after());
                    out.putInt(listings.limit());
                },
                in -> new Listings(IDS.get(in), Codecs.INODE_KEY.get(in), Codecs.limit(in)));
    }

    /** A part of the files that a client writes. */
    public record Written(String clientName, INodeId after, int limit) {
        static final Codec<Written> CODEC = Codec.of(
                (out, written) -> {
                    out.putText(written.clientName());
                    Codecs.INODE_ID.put(out, written.after());
                    out.putInt(written.limit());
                },
                in -> new Written(in.getText(), Codecs.INODE_ID.get(in), Codecs.limit(in)));
    }

    private static final Codec<List<INodeId>> IDS = Codecs.batch(Codecs.INODE_ID);
    private static final Codec<List<INode>> INODES = Codecs.INODE.list();
    private static final Codec<RowLock> ROW_LOCK = Codec.of(
            (out, lock) -> {
                Codecs.INODE_ID.put(out, lock.inode());
                Codecs.LOCK_MODE.put(out, lock.mode());
            },
            in -> new RowLock(Codecs.INODE_ID.get(in), Codecs.LOCK_MODE.get(in)));

    /** As {@link INodeTable#resolve}. */
    public static final TableOperation<List<Name>, List<INode>> RESOLVE = TableOperation.question(
            10,
            "inodes.resolve",
            Codecs.batch(Codecs.NAME),
            INODES,
            (tables, names) -> tables.inodes().resolve(names));

    /** As {@link INodeTable#get(INodeId)}. */
    public static final TableOperation<INodeId, Optional<INode>> GET = TableOperation.question(
            11,
            "inodes.get",
            Codecs.INODE_ID,
            Codecs.INODE.optional(),
            (tables, id) -> tables.inodes().get(id));

    /** As {@link INodeTable#get(List)}. */
    public static final TableOperation<List<INodeId>, List<INode>> GET_ALL = TableOperation.question(
            12, "inodes.getAll", IDS, INODES, (tables, ids) -> tables.inodes().get(ids));

    /** As {@link INodeTable#find}. */
    public static final TableOperation<List<INodeKey>, List<INode>> FIND = TableOperation.question(
            13,
            "inodes.find",
            Codecs.batch(Codecs.INODE_KEY),
            INODES,
            (tables, keys) -> tables.inodes().find(keys));

    /** As {@link INodeTable#lock}. */
    public static final TableOperation<List<RowLock>, List<INode>> LOCK = TableOperation.question(
            14,
            "inodes.lock",
            Codecs.batch(ROW_LOCK),
            INODES,
            (tables, locks) -> tables.inodes().lock(locks));

    /** As {@link INodeTable#children(INodeId, Name, int)}. */
    public static final TableOperation<Listing, List<INode>> CHILDREN = TableOperation.question(
            15,
            "inodes.children",
            Listing.CODEC,
            INODES,
            (tables, of) -> tables.inodes().children(of.parent(), of.after(), of.limit()));

    /** As {@link INodeTable#children(List, INodeKey, int)}. */
    public static final TableOperation<Listings, List<INode>> CHILDREN_OF_ALL = TableOperation.question(
            16,
            "inodes.childrenOfAll",
            Listings.CODEC,
            INODES,
            (tables, of) -> tables.inodes().children(of.parents(), of.after(), of.limit()));

    /** As {@link INodeTable#hasChildren}. */
    public static final TableOperation<INodeId, Boolean> HAS_CHILDREN = TableOperation.question(
            17,
            "inodes.hasChildren",
            Codecs.INODE_ID,
            Codecs.FLAG,
            (tables, id) -> tables.inodes().hasChildren(id));

    /** As {@link INodeTable#countChildren}. */
    public static final TableOperation<Listing, Integer> COUNT_CHILDREN = TableOperation.question(
            18,
            "inodes.countChildren",
            Listing.CODEC,
            Codecs.INT,
            (tables, of) -> tables.inodes().countChildren(of.parent(), of.after(), of.limit()));

    /** As {@link INodeTable#insert}. */
    public static final TableOperation<INode, Done> INSERT = TableOperation.change(
            19,
            "inodes.insert",
            Codecs.INODE,
            (tables, inode) -> tables.inodes().insert(inode));

    /** As {@link INodeTable#update}. */
    public static final TableOperation<INode, Done> UPDATE = TableOperation.change(
            20,
            "inodes.update",
            Codecs.INODE,
            (tables, inode) -> tables.inodes().update(inode));

    /** As {@link INodeTable#delete}. */
    public static final TableOperation<List<INodeId>, Done> DELETE = TableOperation.change(
            21, "inodes.delete", IDS, (tables, ids) -> tables.inodes().delete(ids));

    /** As {@link INodeTable#writtenBy}. */
    public static final TableOperation<Written, List<INode>> WRITTEN_BY = TableOperation.question(
            22,
            "inodes.writtenBy",
            Written.CODEC,
            INODES,
            (tables, by) -> tables.inodes().writtenBy(by.clientName(), by.after(), by.limit()));

    /** As {@link INodeTable#count}. */
    public static final TableOperation<Done, Long> COUNT = TableOperation.question(
            23,
            "inodes.count",
            Codecs.DONE,
            Codecs.LONG,
            (tables, none) -> tables.inodes().count());

    private INodeOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(
                RESOLVE,
                GET,
                GET_ALL,
                FIND,
                LOCK,
                CHILDREN,
                CHILDREN_OF_ALL,
                HAS_CHILDREN,
                COUNT_CHILDREN,
                INSERT,
                UPDATE,
                DELETE,
                WRITTEN_BY,
                COUNT);
    }
}

package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.LocatedBlocksReader;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.message.ListingOrder;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.snapshot.SnapshotPath;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.INodeReads;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.ReadView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;

/** Pages of directories' entries, as getListing and getBatchedListing answer them. Thread-safe. */
final class DirectoryPages {
    /** Files whose blocks are read at once, so that a page of files of many blocks does not fill the memory. */
    private static final int LOCATED_FILES = 100;

    /** As far as the entries that remain are counted, so that a page of a directory of millions costs as much as another. */
    private static final int MOST_COUNTED = INodeTable.MAX_BATCH;

    private final int limit;
    private final LocatedBlocksReader locations;

    /**
     * Pages of directories.
     *
     * @param limit the most entries of a page
     */
    DirectoryPages(int limit, LocatedBlocksReader locations) {
        this.limit = limit;
        this.locations = locations;
    }

    /** The most entries of a page. */
    int limit() {
        return limit;
    }

    /** What is at the path, if something is; ACCESS_DENIED if the caller may not list it. */
    Optional<ResolvedPath> find(CallContext call, PathLookup paths, FsPath path) {
        ResolvedPath at = paths.resolveToList(path);
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        if (!at.exists()) {
            return Optional.empty();
        }
        if (at.last().isDirectory()) {
            checker.requireTarget(at, Access.READ_EXECUTE);
        }
        return Optional.of(at);
    }

    /** The entries of a directory after this name; of all for an empty one. */
    Page read(ReadView view, ResolvedPath directory, Name after) {
        if (directory.isListOfSnapshots()) {
            return snapshots(view, directory, after);
        }
        INodeReads inodes = directory.contents(view).inodes();
        List<INode> children = inodes.children(directory.last().id(), after, limit + 1);
        boolean first = after.length() == 0;
        if (children.size() <= limit) {
            return new Page(children, first, 0);
        }
        INode next = children.get(limit);
        int more = inodes.countChildren(directory.last().id(), next.name(), MOST_COUNTED);
        return new Page(children.subList(0, limit), first, 1 + more);
    }

    /** The snapshots of a directory, as directories. */
    private Page snapshots(ReadView view, ResolvedPath directory, Name after) {
        List<INode> rest = SnapshotPath.list(view.store(), directory.last()).stream()
                .filter(snapshot -> snapshot.name().compareTo(after) > 0)
                .toList();
        List<INode> some = rest.subList(0, Math.min(limit, rest.size()));
        return new Page(some, after.length() == 0, rest.size() - some.size());
    }

    private Map<INodeId, LocatedBlocksProto> locations(
            CallContext call, ReadView view, ResolvedPath at, List<RegularFile> files) {
        if (at.isAtOrInVolume()) {
            return Map.of();
        }
        return at.snapshot() == 0 ? locations.read(call, view, files) : locations.readThen(call, view, files);
    }

    /**
     * Entries of a directory.
     *
     * @param entries in the store's order
     * @param first whether no entries come before them
     * @param remaining how many come after them, counted as far as {@link #MOST_COUNTED}
     */
    record Page(List<INode> entries, boolean first, int remaining) {
        /** The entries: all of a directory in HDFS's order, some of them in the store's. */
        List<INode> ordered() {
            return first && remaining == 0 ? ListingOrder.ofAll(entries) : entries;
        }
    }

    /** The status of a file as a listing. */
    DirectoryListingProto.Builder ofFile(CallContext call, ReadView view, ResolvedPath at, boolean needLocation) {
        INode file = at.last();
        Map<INodeId, LocatedBlocksProto> blocks =
                needLocation ? locations(call, view, at, files(List.of(file))) : Map.of();
        return DirectoryListingProto.newBuilder()
                .addPartialListing(located(EncryptionMarks.status(at), file, blocks, EncryptionMarks.of(at)))
                .setRemainingEntries(0);
    }

    /** The statuses of a page, without locations. */
    DirectoryListingProto.Builder plain(Page page, ResolvedPath at) {
        EncryptionMarks marks = EncryptionMarks.of(at);
        int storagePolicy = at.storagePolicy();
        DirectoryListingProto.Builder listing = DirectoryListingProto.newBuilder();
        for (INode inode : page.ordered()) {
            int own = StoragePolicies.numberFor(inode, storagePolicy);
            listing.addPartialListing(marks.addTo(FileStatusMessages.status(inode, own, inode.name()), inode));
        }
        return listing.setRemainingEntries(page.remaining());
    }

    /** Entries until as many replicas are named as a page may have entries, as HDFS does, but one entry at least. */
    DirectoryListingProto.Builder located(CallContext call, ReadView view, Page page, ResolvedPath at) {
        int storagePolicy = at.storagePolicy();
        EncryptionMarks marks = EncryptionMarks.of(at);
        DirectoryListingProto.Builder listing = DirectoryListingProto.newBuilder();
        List<INode> entries = page.entries();
        long budget = limit;
        for (int from = 0; from < entries.size() && budget > 0; from += LOCATED_FILES) {
            List<INode> some = entries.subList(from, Math.min(entries.size(), from + LOCATED_FILES));
            Map<INodeId, LocatedBlocksProto> blocks = locations(call, view, at, files(some));
            for (INode inode : some) {
                if (budget <= 0) {
                    break;
                }
                int own = StoragePolicies.numberFor(inode, storagePolicy);
                HdfsFileStatusProto.Builder plain = FileStatusMessages.status(inode, own, inode.name());
                HdfsFileStatusProto status = located(marks.addTo(plain, inode), inode, blocks, marks);
                listing.addPartialListing(status);
                budget -= (long) status.getLocations().getBlocksCount() * status.getBlockReplication();
            }
        }
        listing.setRemainingEntries(page.remaining() + entries.size() - listing.getPartialListingCount());
        return page.first() && listing.getRemainingEntries() == 0 ? inOrder(listing) : listing;
    }

    /** A complete listing in HDFS's order; its entries were read in the store's. */
    private static DirectoryListingProto.Builder inOrder(DirectoryListingProto.Builder listing) {
        List<HdfsFileStatusProto> entries = new ArrayList<>(listing.getPartialListingList());
        entries.sort(Comparator.comparing(entry -> Name.of(entry.getPath().toByteArray()), Name::compareSigned));
        return listing.clearPartialListing().addAllPartialListing(entries);
    }

    private static List<RegularFile> files(List<INode> inodes) {
        return inodes.stream()
                .filter(RegularFile.class::isInstance)
                .map(RegularFile.class::cast)
                .toList();
    }

    private static HdfsFileStatusProto located(
            HdfsFileStatusProto.Builder status,
            INode inode,
            Map<INodeId, LocatedBlocksProto> blocks,
            EncryptionMarks marks) {
        LocatedBlocksProto found = blocks.get(inode.id());
        if (found != null) {
            status.setLocations(marks.addTo(found, inode));
        }
        return status.build();
    }
}

package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.EncodedReadOperation;
import io.lambdafs.namenode.LocatedBlocksReader;
import io.lambdafs.namenode.message.EncodedListings;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.message.ListingEncoder;
import io.lambdafs.namenode.message.ListingOrder;
import io.lambdafs.namenode.message.NumberedEntries;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getListing: one page of a directory's entries, in the order of their names, or the status of a file. */
final class GetListingOperation implements EncodedReadOperation<GetListingRequestProto, GetListingResponseProto> {
    /** Files whose blocks are read at once, so that a page of files of many blocks does not fill the memory. */
    private static final int LOCATED_FILES = 100;

    /** As far as the entries that remain are counted, so that a page of a directory of millions costs as much as another. */
    private static final int MOST_COUNTED = INodeTable.MAX_BATCH;

    private final int limit;
    private final LocatedBlocksReader locations;
    private final EncodedListings encodings = new EncodedListings();

    GetListingOperation(int limit, LocatedBlocksReader locations) {
        this.limit = limit;
        this.locations = locations;
    }

    @Override
    public Parser<GetListingRequestProto> parser() {
        return GetListingRequestProto.parser();
    }

    @Override
    public boolean isCacheable() {
        return true;
    }

    @Override
    public byte[] answer(CallContext call, Transaction tx, GetListingRequestProto request) {
        PathLocks locks = PathLocks.in(tx);
        ResolvedPath at = locks.resolveToList(RequestText.path(request.getSrcBytes()));
        new PermissionChecker(call).requireTraverse(at);
        if (!at.exists()) {
            return GetListingResponseProto.getDefaultInstance().toByteArray();
        }
        if (!at.last().isDirectory()) {
            return response(ofFile(call, tx, at, request));
        }
        new PermissionChecker(call).requireTarget(at, Access.READ_EXECUTE);
        Name after = after(locks, request);
        List<INode> children = tx.inodes().children(at.last().id(), after, limit + 1);
        if (request.getNeedLocation()) {
            DirectoryListingProto.Builder listing = located(call, tx, page(tx, children), at.storagePolicy());
            return response(after.length() == 0 && listing.getRemainingEntries() == 0 ? inOrder(listing) : listing);
        }
        if (children.size() <= limit && children instanceof NumberedEntries all) {
            return encodings.encode(all, at.storagePolicy());
        }
        Page page = page(tx, children);
        boolean all = after.length() == 0 && page.remaining() == 0;
        return ListingEncoder.encode(
                all ? ListingOrder.ofAll(page.entries()) : page.entries(), at.storagePolicy(), page.remaining());
    }

    /**
     * The name after which to go on. Some clients send the path of the last entry by its number, so that they find their
     * place again when it was renamed; of such a path, the last name counts, wherever it leads.
     */
    private static Name after(PathLocks locks, GetListingRequestProto request) {
        String cookie = RequestText.text(request.getStartAfter());
        if (!ReservedNames.isReserved(cookie)) {
            return RequestText.name(request.getStartAfter());
        }
        try {
            return locks.resolve(FsPath.parse(cookie)).path().name();
        } catch (FsException gone) {
            throw new FsException(ErrorCode.START_AFTER_NOT_FOUND, "Can't find startAfter " + cookie, gone);
        }
    }

    private static byte[] response(DirectoryListingProto.Builder listing) {
        return GetListingResponseProto.newBuilder().setDirList(listing).build().toByteArray();
    }

    private DirectoryListingProto.Builder ofFile(
            CallContext call, Transaction tx, ResolvedPath at, GetListingRequestProto request) {
        INode file = at.last();
        Map<INodeId, LocatedBlocksProto> blocks =
                request.getNeedLocation() ? locations.read(call, tx, files(List.of(file))) : Map.of();
        return DirectoryListingProto.newBuilder()
                .addPartialListing(
                        located(FileStatusMessages.status(file, at.storagePolicy(), Name.EMPTY), file, blocks))
                .setRemainingEntries(0);
    }

    private Page page(Transaction tx, List<INode> children) {
        if (children.size() <= limit) {
            return new Page(children, 0);
        }
        INode next = children.get(limit);
        int more = tx.inodes().countChildren(next.parent(), next.name(), MOST_COUNTED);
        return new Page(children.subList(0, limit), 1 + more);
    }

    /** Entries of a directory, and how many come after them, counted as far as {@link #MOST_COUNTED}. */
    private record Page(List<INode> entries, int remaining) {}

    /** Entries until as many replicas are named as a page may have entries, as HDFS does, but one entry at least. */
    private DirectoryListingProto.Builder located(CallContext call, Transaction tx, Page page, int storagePolicy) {
        DirectoryListingProto.Builder listing = DirectoryListingProto.newBuilder();
        List<INode> entries = page.entries();
        long budget = limit;
        for (int from = 0; from < entries.size() && budget > 0; from += LOCATED_FILES) {
            List<INode> some = entries.subList(from, Math.min(entries.size(), from + LOCATED_FILES));
            Map<INodeId, LocatedBlocksProto> blocks = locations.read(call, tx, files(some));
            for (INode inode : some) {
                if (budget <= 0) {
                    break;
                }
                int own = StoragePolicies.numberFor(inode, storagePolicy);
                HdfsFileStatusProto status =
                        located(FileStatusMessages.status(inode, own, inode.name()), inode, blocks);
                listing.addPartialListing(status);
                budget -= (long) status.getLocations().getBlocksCount() * status.getBlockReplication();
            }
        }
        return listing.setRemainingEntries(page.remaining() + entries.size() - listing.getPartialListingCount());
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
            HdfsFileStatusProto.Builder status, INode inode, Map<INodeId, LocatedBlocksProto> blocks) {
        LocatedBlocksProto found = blocks.get(inode.id());
        if (found != null) {
            status.setLocations(found);
        }
        return status.build();
    }
}

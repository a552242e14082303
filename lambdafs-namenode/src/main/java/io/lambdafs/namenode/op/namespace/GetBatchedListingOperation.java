package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.op.namespace.DirectoryPages.Page;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.ExceptionNames;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBatchedListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBatchedListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BatchedDirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BatchedListingKeyProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.RemoteExceptionProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getBatchedListing: pages of the entries of several directories. What is wrong with one path is part of the answer, and
 * the others are listed. The paths may belong to several deployments, so everything is read from the store.
 */
final class GetBatchedListingOperation
        implements ReadOperation<GetBatchedListingRequestProto, GetBatchedListingResponseProto> {
    private final int mostPaths;
    private final DirectoryPages pages;

    /**
     * The operation.
     *
     * @param mostPaths the most paths of one request
     */
    GetBatchedListingOperation(int mostPaths, DirectoryPages pages) {
        this.mostPaths = mostPaths;
        this.pages = pages;
    }

    @Override
    public Parser<GetBatchedListingRequestProto> parser() {
        return GetBatchedListingRequestProto.parser();
    }

    @Override
    public GetBatchedListingResponseProto execute(
            CallContext call, Transaction tx, GetBatchedListingRequestProto request) {
        if (request.getPathsCount() > mostPaths) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Too many source paths (" + request.getPathsCount() + " > " + mostPaths + ")");
        }
        Position position = Position.of(request);
        GetBatchedListingResponseProto.Builder response =
                GetBatchedListingResponseProto.newBuilder().setHasMore(false).setStartAfter(ByteString.EMPTY);
        int entries = 0;
        while (position.path() < request.getPathsCount()) {
            Listed listed = listed(call, tx, request, position);
            response.addListings(listed.message());
            entries += listed.message().getPartialListingCount();
            Position next = listed.next();
            if (entries >= pages.limit() || next.path() == position.path()) {
                return next.path() == request.getPathsCount() ? response.build() : goOn(response, request, next);
            }
            position = next;
        }
        return response.build();
    }

    private static GetBatchedListingResponseProto goOn(
            GetBatchedListingResponseProto.Builder response, GetBatchedListingRequestProto request, Position next) {
        return response.setHasMore(true).setStartAfter(next.encoded(request)).build();
    }

    /** The listing of one path, and where to go on. */
    private record Listed(BatchedDirectoryListingProto message, Position next) {}

    private Listed listed(CallContext call, Transaction tx, GetBatchedListingRequestProto request, Position position) {
        BatchedDirectoryListingProto.Builder message =
                BatchedDirectoryListingProto.newBuilder().setParentIdx(position.path());
        try {
            PathLookup paths = PathLookup.in(tx);
            ByteString path = request.getPathsBytes(position.path());
            ResolvedPath at = pages.find(call, paths, RequestText.path(path))
                    .orElseThrow(() -> new FsException(
                            ErrorCode.FILE_NOT_FOUND, "Path " + path.toStringUtf8() + " does not exist"));
            if (!at.last().isDirectory()) {
                DirectoryListingProto.Builder file = pages.ofFile(call, tx, at, request.getNeedLocation());
                return new Listed(
                        message.addAllPartialListing(file.getPartialListingList())
                                .build(),
                        position.nextPath());
            }
            Page page = pages.read(tx, at, position.after());
            DirectoryListingProto.Builder listing =
                    request.getNeedLocation() ? pages.located(call, tx, page, at) : pages.plain(page, at);
            message.addAllPartialListing(listing.getPartialListingList());
            boolean more = listing.getRemainingEntries() > 0;
            Name last = more ? lastOf(page.entries(), listing.getPartialListingCount()) : Name.EMPTY;
            return new Listed(message.build(), more ? position.after(last) : position.nextPath());
        } catch (FsException refused) {
            if (refused.code().kind() != ErrorCode.Kind.USER) {
                throw refused;
            }
            return new Listed(message.setException(exception(refused)).build(), position.nextPath());
        }
    }

    private static Name lastOf(List<INode> entries, int count) {
        return entries.get(count - 1).name();
    }

    private static RemoteExceptionProto exception(FsException refused) {
        return RemoteExceptionProto.newBuilder()
                .setClassName(ExceptionNames.of(refused.code()))
                .setMessage(Optional.ofNullable(refused.getMessage()).orElse(""))
                .build();
    }

    /**
     * Where a listing goes on.
     *
     * @param path the index of the path among those of the request
     * @param after the name in that directory after which to go on; empty for its beginning
     */
    private record Position(int path, Name after) {
        Position nextPath() {
            return new Position(path + 1, Name.EMPTY);
        }

        Position after(Name last) {
            return new Position(path, last);
        }

        static Position of(GetBatchedListingRequestProto request) {
            if (request.getStartAfter().isEmpty()) {
                return new Position(0, Name.EMPTY);
            }
            BatchedListingKeyProto key = key(request.getStartAfter());
            if (!key.getChecksum().equals(checksum(request)) || key.getPathIndex() < 0) {
                throw new FsException(
                        ErrorCode.INVALID_ARGUMENT, "The key to go on with does not belong to these source paths");
            }
            return new Position(key.getPathIndex(), Name.of(RequestText.text(key.getStartAfter())));
        }

        private static BatchedListingKeyProto key(ByteString encoded) {
            try {
                return BatchedListingKeyProto.parseFrom(encoded);
            } catch (InvalidProtocolBufferException e) {
                throw new FsException(ErrorCode.IO_ERROR, "Invalid key to go on with: " + e.getMessage(), e);
            }
        }

        ByteString encoded(GetBatchedListingRequestProto request) {
            return BatchedListingKeyProto.newBuilder()
                    .setChecksum(checksum(request))
                    .setPathIndex(path)
                    .setStartAfter(ByteString.copyFrom(after.bytes()))
                    .build()
                    .toByteString();
        }

        /** Tells whether a key belongs to these paths. */
        private static ByteString checksum(GetBatchedListingRequestProto request) {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                for (int i = 0; i < request.getPathsCount(); i++) {
                    byte[] path = request.getPathsBytes(i).toByteArray();
                    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, path.length));
                    digest.update(path);
                }
                return ByteString.copyFrom(digest.digest());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }
}

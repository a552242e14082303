package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.EncodedCacheableOperation;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.message.EncodedListings;
import io.lambdafs.namenode.message.ListingEncoder;
import io.lambdafs.namenode.message.NumberedEntries;
import io.lambdafs.namenode.op.namespace.DirectoryPages.Page;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import io.lambdafs.wire.ErrorCode;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getListing: one page of a directory's entries, in the order of their names, or the status of a file. */
final class GetListingOperation implements EncodedCacheableOperation<GetListingRequestProto, GetListingResponseProto> {
    private final DirectoryPages pages;
    private final EncodedListings encodings = new EncodedListings();

    GetListingOperation(DirectoryPages pages) {
        this.pages = pages;
    }

    @Override
    public Parser<GetListingRequestProto> parser() {
        return GetListingRequestProto.parser();
    }

    @Override
    public byte[] answerFrom(CallContext call, ReadView view, GetListingRequestProto request) {
        PathLookup paths = PathLookup.in(view);
        Optional<ResolvedPath> found = pages.find(call, paths, RequestText.path(request.getSrcBytes()));
        if (found.isEmpty()) {
            return GetListingResponseProto.getDefaultInstance().toByteArray();
        }
        ResolvedPath at = found.get();
        if (!at.last().isDirectory()) {
            return response(pages.ofFile(call, view, at, request.getNeedLocation()));
        }
        Page page = pages.read(view, at, after(paths, request));
        if (request.getNeedLocation()) {
            return response(pages.located(call, view, page, at));
        }
        if (!EncryptionMarks.of(at).isNone()) {
            return response(pages.plain(page, at));
        }
        if (page.remaining() == 0 && page.entries() instanceof NumberedEntries all) {
            return encodings.encode(all, at.storagePolicy());
        }
        return ListingEncoder.encode(page.ordered(), at.storagePolicy(), page.remaining());
    }

    /**
     * The name after which to go on. Some clients send the path of the last entry by its number, so that they can
     * continue although it was renamed. Of such a path, the last name counts, wherever it leads.
     */
    private static Name after(PathLookup paths, GetListingRequestProto request) {
        String cookie = RequestText.text(request.getStartAfter());
        if (!ReservedNames.isReserved(cookie)) {
            return RequestText.name(request.getStartAfter());
        }
        try {
            return paths.resolve(FsPath.parse(cookie)).path().name();
        } catch (FsException gone) {
            throw new FsException(ErrorCode.START_AFTER_NOT_FOUND, "Can't find startAfter " + cookie, gone);
        }
    }

    private static byte[] response(DirectoryListingProto.Builder listing) {
        return GetListingResponseProto.newBuilder().setDirList(listing).build().toByteArray();
    }
}

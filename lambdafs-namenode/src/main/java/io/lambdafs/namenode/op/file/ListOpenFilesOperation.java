package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListOpenFilesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListOpenFilesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.OpenFilesBatchResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.OpenFilesTypeProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * listOpenFiles: the files that clients write, in the order of their numbers, page by page; for superusers. No DataNode is
 * ever decommissioned, so none of them is in the way of that.
 */
final class ListOpenFilesOperation implements ReadOperation<ListOpenFilesRequestProto, ListOpenFilesResponseProto> {
    /** Each costs a look at the directories above it. */
    private static final int PAGE = 100;

    /** Each costs a query for every page. */
    private static final int MAX_HOLDERS = 1000;

    /** Leases that were renewed at this very moment are listed, too. */
    private static final Duration ANY_AGE = Duration.ofMinutes(-1);

    @Override
    public Parser<ListOpenFilesRequestProto> parser() {
        return ListOpenFilesRequestProto.parser();
    }

    @Override
    public ListOpenFilesResponseProto execute(CallContext call, Transaction tx, ListOpenFilesRequestProto request) {
        new PermissionChecker(call).requireSuperuser("listOpenFiles");
        FsPath below = request.getPath().isEmpty() ? FsPath.ROOT : RequestText.path(request.getPathBytes());
        ListOpenFilesResponseProto.Builder answer =
                ListOpenFilesResponseProto.newBuilder().addAllTypes(request.getTypesList());
        if (!request.getTypesList().contains(OpenFilesTypeProto.ALL_OPEN_FILES)) {
            return answer.setHasMore(false).build();
        }
        List<String> holders = holders(tx);
        INodeId after = new INodeId(Math.max(0, request.getId()));
        boolean more = true;
        // A page without entries would be taken for the last one.
        while (more && answer.getEntriesCount() == 0) {
            List<INode> page = page(tx, holders, after);
            more = page.size() > PAGE;
            page.stream().limit(PAGE).forEach(inode -> entry(tx, inode, below).ifPresent(answer::addEntries));
            after = page.isEmpty()
                    ? after
                    : page.get(Math.min(page.size(), PAGE) - 1).id();
        }
        return answer.setHasMore(more).build();
    }

    private static List<String> holders(Transaction tx) {
        List<String> holders = tx.leases().expired(ANY_AGE, MAX_HOLDERS + 1);
        if (holders.size() > MAX_HOLDERS) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "More than " + MAX_HOLDERS + " clients have leases: so many cannot be listed. Try again when fewer"
                            + " are writing.");
        }
        return holders;
    }

    /** The next files of all holders; one more than a page has, if there are as many. */
    private static List<INode> page(Transaction tx, List<String> holders, INodeId after) {
        List<INode> files = new ArrayList<>();
        holders.forEach(holder -> files.addAll(tx.inodes().writtenBy(holder, after, PAGE + 1)));
        files.sort(Comparator.comparing(INode::id));
        return files.subList(0, Math.min(files.size(), PAGE + 1));
    }

    /** Empty for a file that is not below the path, or whose directory is being removed. */
    private static Optional<OpenFilesBatchResponseProto> entry(Transaction tx, INode inode, FsPath below) {
        ResolvedPath at = PathLocks.in(tx).resolve(FsPath.ROOT, inode.id().value());
        boolean listed =
                at.target().filter(inode::equals).isPresent() && at.path().startsWith(below);
        if (!listed || !(inode instanceof RegularFile file)) {
            return Optional.empty();
        }
        return file.writer().map(writer -> message(file, at.path(), writer));
    }

    private static OpenFilesBatchResponseProto message(RegularFile file, FsPath path, LeaseHolder writer) {
        return OpenFilesBatchResponseProto.newBuilder()
                .setId(file.id().value())
                .setPath(path.toString())
                .setClientName(writer.clientName())
                .setClientMachine(writer.clientHost())
                .build();
    }
}

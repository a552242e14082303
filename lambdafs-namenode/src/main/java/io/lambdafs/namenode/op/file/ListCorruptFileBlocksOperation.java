package io.lambdafs.namenode.op.file;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCorruptFileBlocksRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCorruptFileBlocksResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.CorruptFileBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * listCorruptFileBlocks: files at or below a path with blocks that no live DataNode has a good replica of, one entry for
 * each such block, in pages; for superusers. The cookie is the last block that was looked at.
 */
final class ListCorruptFileBlocksOperation
        implements ReadOperation<ListCorruptFileBlocksRequestProto, ListCorruptFileBlocksResponseProto> {
    /** The most entries of one answer; HDFS's default. */
    private static final int PAGE = 100;

    @Override
    public Parser<ListCorruptFileBlocksRequestProto> parser() {
        return ListCorruptFileBlocksRequestProto.parser();
    }

    @Override
    public ListCorruptFileBlocksResponseProto execute(
            CallContext call, Transaction tx, ListCorruptFileBlocksRequestProto request) {
        new PermissionChecker(call).requireSuperuser("listCorruptFileBlocks");
        FsPath below = RequestText.path(request.getPathBytes());
        BlockId last = cookie(request);
        List<String> files = new ArrayList<>();
        List<BlockId> page;
        // A client takes an answer without files for the end, so pages that have blocks of other files only are passed
        // over.
        do {
            page = tx.work().withFlaw(BlockFlaw.MISSING, last, PAGE);
            files.addAll(files(tx, page, below));
            last = page.isEmpty() ? last : page.get(page.size() - 1);
        } while (files.isEmpty() && page.size() == PAGE);
        return ListCorruptFileBlocksResponseProto.newBuilder()
                .setCorrupt(
                        CorruptFileBlocksProto.newBuilder().addAllFiles(files).setCookie(Long.toString(last.value())))
                .build();
    }

    /* As in HDFS, what is no number is the beginning. */
    private static BlockId cookie(ListCorruptFileBlocksRequestProto request) {
        try {
            return new BlockId(Long.parseLong(request.getCookie()));
        } catch (NumberFormatException beginning) {
            return new BlockId(Long.MIN_VALUE);
        }
    }

    private static List<String> files(Transaction tx, List<BlockId> page, FsPath below) {
        if (page.isEmpty()) {
            return List.of();
        }
        Map<BlockId, BlockInfo> blocks =
                tx.blocks().get(page).stream().collect(Collectors.toMap(BlockInfo::id, Function.identity()));
        List<String> files = new ArrayList<>();
        for (BlockId id : page) {
            Optional.ofNullable(blocks.get(id))
                    .flatMap(block -> path(tx, block))
                    .filter(path -> path.startsWith(below))
                    .ifPresent(path -> files.add(path.toString()));
        }
        return files;
    }

    /* A file in a directory that is being deleted has no path any more. */
    private static Optional<FsPath> path(Transaction tx, BlockInfo block) {
        ResolvedPath at = PathLocks.in(tx).resolve(FsPath.ROOT, block.file().value());
        return at.exists() && !at.path().equals(FsPath.ROOT) ? Optional.of(at.path()) : Optional.empty();
    }
}

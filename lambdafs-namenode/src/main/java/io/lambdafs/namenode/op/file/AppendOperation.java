package io.lambdafs.namenode.op.file;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.BlockLocator;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateFlagProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** append: opens a closed file for writing at its end, in its last block if that has room. */
final class AppendOperation implements WriteOperation<AppendRequestProto, AppendResponseProto> {
    private final BlockMessages messages;
    private final DataNodeView dataNodes;
    private final BlockTokens tokens;
    private final Leases leases;
    private final LeaseTakeover takeover;

    AppendOperation(FileContent content, Leases leases, LeaseTakeover takeover) {
        this.messages = content.messages();
        this.dataNodes = content.dataNodes();
        this.tokens = content.tokens();
        this.leases = leases;
        this.takeover = takeover;
    }

    @Override
    public Parser<AppendRequestProto> parser() {
        return AppendRequestProto.parser();
    }

    @Override
    public FsPath subject(AppendRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public AppendResponseProto execute(
            CallContext call, Transaction tx, AppendRequestProto request, ChangeSet changes) {
        PathLocks locks = PathLocks.in(tx);
        ResolvedPath found = locks.resolve(subject(request));
        String client = ClientName.of(request.getClientName());
        String host = call.caller().host();
        RegularFile unlocked = check(call, found);
        takeover.requireClosed(new LeaseTakeover.Attempt("APPEND_FILE", found.path(), client, host), tx, unlocked);

        ResolvedPath at = locks.lock(found, LockScope.TARGET);
        RegularFile file = check(call, at);
        if (file.isUnderConstruction()) {
            throw PathChange.retriable(at.path().toString());
        }
        OpenFile open = OpenFile.of(tx, file);
        open.handTo(new LeaseHolder(client, host));
        boolean newBlock = (request.getFlag() & CreateFlagProto.NEW_BLOCK_VALUE) != 0;
        AppendResponseProto.Builder response = AppendResponseProto.newBuilder();
        open.last()
                .flatMap(last -> reopen(
                        call,
                        tx,
                        new WrittenFile(at, open, StoragePolicies.numbered(at.storagePolicy())),
                        last,
                        newBlock))
                .ifPresent(response::setBlock);
        Quotas.changed(tx, at, open);
        open.save();
        leases.ensure(tx, client);
        changes.changed(at.path());
        changes.happens(NamespaceEvents.appended(at.path(), newBlock));
        return response.setStat(EncryptionMarks.of(at)
                        .addTo(FileStatusMessages.status(open.file(), at.storagePolicy(), Name.EMPTY), open.file()))
                .build();
    }

    private static RegularFile check(CallContext call, ResolvedPath at) {
        PermissionChecker checker = new PermissionChecker(call).requireTraverse(at);
        if (at.exists() && at.last().isDirectory()) {
            throw new FsException(
                    ErrorCode.FILE_ALREADY_EXISTS,
                    "Cannot append to directory " + at.path() + "; already exists as a directory.");
        }
        checker.requireTarget(at, Access.WRITE);
        if (!at.exists()) {
            throw new FsException(
                    ErrorCode.FILE_NOT_FOUND,
                    "Failed to append to non-existent file " + at.path() + " for client "
                            + call.caller().host());
        }
        return at.requireFile();
    }

    private Optional<LocatedBlockProto> reopen(
            CallContext call, Transaction tx, WrittenFile appended, BlockInfo last, boolean newBlock) {
        OpenFile open = appended.open();
        List<StorageId> storages = goodStorages(tx, last);
        if (storages.isEmpty()) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "append: lastBlock=" + last.block() + " of src=" + appended.path()
                            + " is not sufficiently replicated yet.");
        }
        if (newBlock) {
            // Nobody writes this block any more.
            return Optional.of(messages.located(
                    last.block(), BlockMessages.NO_OFFSET, List.of(), false, call.nowMillis(), BlockMessages.NO_TOKEN));
        }
        if (last.block().length() >= open.file().blockSize()) {
            return Optional.empty();
        }
        open.changeLast(last.withState(BlockState.UNDER_CONSTRUCTION).withExpected(storages));
        List<PlacementTarget> places = BlockLocator.targets(storages, dataNodes.live(tx));
        return Optional.of(messages.located(
                last.block(),
                open.lastOffset(),
                places,
                false,
                call.nowMillis(),
                tokens.toWrite(call, tx).token(last.block(), places)));
    }

    private List<StorageId> goodStorages(Transaction tx, BlockInfo last) {
        LiveDataNodes live = dataNodes.live(tx);
        return tx.replicas().ofBlocks(List.of(last.id())).stream()
                .filter(replica -> replica.isGoodFor(last.block()) && live.has(replica.storage()))
                .map(Replica::storage)
                .toList();
    }
}

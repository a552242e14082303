package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.storage.StoragePolicy;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;

/**
 * A file that the caller is writing, as its lease shows.
 *
 * <p>A writer names its file by id, so that it can go on when the file or a directory above it is renamed. Only the
 * file's own row is locked: nothing above it changes, and the transaction that removes the file must lock that row too.
 *
 * @param at where the file is now
 * @param policy the storage policy that applies to it
 */
record WrittenFile(ResolvedPath at, OpenFile open, StoragePolicy policy) {
    FsPath path() {
        return at.path();
    }

    /**
     * What a request says of the file that it writes.
     *
     * @param fileId 0 from a client that names it by its path only
     */
    record Claim(FsPath path, long fileId, String holder) {
        FsException refused(Transaction tx, ErrorCode code, String why) {
            List<INode> files = tx.inodes().writtenBy(holder, INodeId.NONE, 1000);
            String lease = files.isEmpty()
                    ? "Holder " + holder + " does not have any open files."
                    : "[Lease.  Holder: " + holder + ", pending creates: " + files.size() + "]";
            return new FsException(code, why + path + " (inode " + fileId + ") " + lease);
        }
    }

    /** The claimed file, locked EXCLUSIVE; refused in HDFS's words if the holder does not write it. */
    static WrittenFile lock(Transaction tx, Claim claim, ChangeSet changes) {
        ResolvedPath located = locate(tx, claim);
        if (!located.path().equals(claim.path())) {
            // What is locked ahead is another's file then, and two files are locked in the order of their ids.
            changes.requireNothingHeld();
            located = relocate(tx, located);
        }
        ResolvedPath locked = PathLocks.in(tx).lock(located, LockScope.TARGET);
        RegularFile file = requireHeld(tx, claim, locked.last());
        return new WrittenFile(locked, OpenFile.of(tx, file), policy(locked, file));
    }

    /** The same by its names, so that the directories on them stay where they are until the transaction ends. */
    private static ResolvedPath relocate(Transaction tx, ResolvedPath found) {
        ResolvedPath named = PathLocks.in(tx).resolve(found.path());
        if (!named.exists() || !named.last().id().equals(found.last().id())) {
            throw PathChange.retriable(found.path().toString());
        }
        return named;
    }

    /** Counts what was changed of its blocks for the quotas above it. */
    void chargeQuotas(Transaction tx) {
        Quotas.changed(tx, at, open);
    }

    private static StoragePolicy policy(ResolvedPath located, INode file) {
        return StoragePolicies.numbered(StoragePolicies.numberFor(file, located.storagePolicy()));
    }

    /** A claimed file that is not locked, and the storage policy that applies to it. */
    record Seen(RegularFile file, StoragePolicy policy) {}

    /** The claimed file, unlocked. */
    static Seen look(Transaction tx, Claim claim) {
        ResolvedPath located = locate(tx, claim);
        RegularFile file = requireHeld(tx, claim, located.last());
        return new Seen(file, policy(located, file));
    }

    private static RegularFile requireHeld(Transaction tx, Claim claim, INode inode) {
        if (!(inode instanceof RegularFile file)) {
            throw claim.refused(tx, ErrorCode.LEASE_EXPIRED, "INode is not a regular file: ");
        }
        Optional<LeaseHolder> writer = file.writer();
        if (writer.isEmpty()) {
            throw claim.refused(tx, ErrorCode.LEASE_EXPIRED, "File is not open for writing: ");
        }
        if (!writer.get().clientName().equals(claim.holder())) {
            throw claim.refused(
                    tx,
                    ErrorCode.LEASE_EXPIRED,
                    "Client (=" + claim.holder() + ") is not the lease owner (="
                            + writer.get().clientName() + ": ");
        }
        return file;
    }

    private static ResolvedPath locate(Transaction tx, Claim claim) {
        ResolvedPath at = PathLocks.in(tx).resolve(claim.path(), claim.fileId());
        if (!at.exists()) {
            throw claim.refused(tx, ErrorCode.FILE_NOT_FOUND, "File does not exist: ");
        }
        return at;
    }

    /** The block in the store that the client writes, as HDFS checks it before a change of its pipeline. */
    static BlockInfo requireWritten(Transaction tx, Block block, String client, LockMode mode) {
        BlockInfo stored = requireUnderConstruction(find(tx, block), block);
        RegularFile file = file(tx, stored, mode)
                .filter(RegularFile::isUnderConstruction)
                .orElseThrow(() -> refused(
                        "The file " + stored.block() + " belonged to does not exist or it is not under construction."));
        BlockInfo present = mode == LockMode.NONE ? stored : requireUnderConstruction(find(tx, block), block);
        if (!file.writer().map(LeaseHolder::clientName).filter(client::equals).isPresent()) {
            throw new FsException(
                    ErrorCode.LEASE_EXPIRED,
                    "Lease mismatch: " + block + " is accessed by a non lease holder " + client);
        }
        return present;
    }

    private static BlockInfo requireUnderConstruction(BlockInfo stored, Block block) {
        if (stored.state() != BlockState.UNDER_CONSTRUCTION) {
            throw refused("Unexpected BlockUCState: " + block + " is " + stored.state() + " but not "
                    + BlockState.UNDER_CONSTRUCTION);
        }
        return stored;
    }

    private static BlockInfo find(Transaction tx, Block block) {
        return tx.blocks().get(List.of(block.id())).stream()
                .findFirst()
                .orElseThrow(() -> refused(block + " does not exist."));
    }

    private static Optional<RegularFile> file(Transaction tx, BlockInfo block, LockMode mode) {
        Optional<INode> inode = mode == LockMode.NONE
                ? tx.inodes().get(block.file())
                : tx.inodes().lock(List.of(new RowLock(block.file(), mode))).stream()
                        .findFirst();
        return inode.filter(RegularFile.class::isInstance).map(RegularFile.class::cast);
    }

    private static FsException refused(String message) {
        return new FsException(ErrorCode.IO_ERROR, message);
    }
}

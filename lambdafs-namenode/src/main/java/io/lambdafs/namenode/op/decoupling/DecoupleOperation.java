package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.encryption.EncryptionZones;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.DecoupledPlace;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.VolumePlaces;
import io.lambdafs.namenode.subtree.SubtreeHold;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.InodeNumbers;
import io.lambdafs.wire.decoupling.SubtreeRoot;
import io.lambdafs.wire.subtree.SubtreePolicy;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Gives a subtree to a client: reserves numbers for it, and notes who holds it until when, in the directory's row as well.
 *
 * <p>All writes below have ended when it is noted, and no decoupled subtree is above or below another one.
 */
final class DecoupleOperation implements WriteOperation<BytesValue, BytesValue> {
    /** The most inode numbers that one subtree may have. A function that merges has a tree of so many in its memory. */
    static final int MOST_INODES = 1_000_000;

    private static final long MOST_LEASE_MILLIS = 86_400_000;
    private static final int MOST_NAME_CHARS = 1000;

    /* The file that holds the blocks, and the directory that may take the root's place. */
    private static final int MORE_NUMBERS = 2;

    private final IdSource ids;

    DecoupleOperation(IdSource ids) {
        this.ids = ids;
    }

    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public FsPath subject(BytesValue request) {
        return FsPath.parse(message(request).path());
    }

    private static DecoupleRequest message(BytesValue request) {
        return Messages.decode(request, DecoupleRequest::decode);
    }

    @Override
    public void prepare(BytesValue request) {
        DecoupleRequest asked = message(request);
        boolean usable = asked.inodes() >= 1
                && asked.inodes() <= MOST_INODES
                && asked.leaseMillis() >= 1
                && asked.leaseMillis() <= MOST_LEASE_MILLIS
                && asked.clientName().length() <= MOST_NAME_CHARS;
        if (!usable) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "A subtree is decoupled with 1 to " + MOST_INODES + " inodes for 1 to " + MOST_LEASE_MILLIS
                            + " ms, not with " + asked.inodes() + " for " + asked.leaseMillis() + " ms.");
        }
        ids.ensure(asked.inodes() + MORE_NUMBERS);
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        DecoupleRequest asked = message(request);
        ResolvedPath at = PathLocks.in(tx).lock(FsPath.parse(asked.path()), LockScope.TARGET);
        new PermissionChecker(call)
                .requireTraverse(at)
                .requireTarget(at, Access.WRITE)
                .requireTarget(at, Access.READ)
                .requireTarget(at, Access.EXECUTE);
        if (!(at.requireExists("Directory does not exist: ") instanceof Directory directory)) {
            throw new FsException(ErrorCode.PATH_IS_NOT_DIRECTORY, at.path().toString());
        }
        if (at.path().isRoot()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "The root cannot be decoupled: name a directory below it.");
        }
        VolumePlaces.requireNoneAtOrBelow(tx, at, "what contains it cannot be decoupled.");
        EncryptionZones.in(tx).requireNoneAtOrBelow(at, "it cannot be decoupled.");
        changes.resolutionChanged(at.path(), directory);
        changes.requireQuiesced();
        DecoupledPlace.requireFree(tx, at);
        SubtreePolicy policy = policy(asked, at);
        Decoupling decoupling = reserve(call, tx, asked, directory, policy);
        Decouplings.in(tx).put(decoupling);
        tx.inodes().update(SubtreeHold.taken(directory, decoupling, policy.blocksOthers()));
        return Messages.of(
                lease(decoupling, at, !tx.inodes().hasChildren(directory.id())).encode());
    }

    /** What the request says; or else the one that applies to the directory. */
    private static SubtreePolicy policy(DecoupleRequest asked, ResolvedPath at) {
        String text = asked.policy();
        for (int depth = at.path().depth(); text.isEmpty() && depth >= 0; depth--) {
            text = at.chain().get(depth).attributes().features().subtree().policy();
        }
        try {
            return text.isEmpty() ? SubtreePolicy.DEFAULT : SubtreePolicy.ofText(text);
        } catch (IllegalArgumentException e) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
    }

    private Decoupling reserve(
            CallContext call, Transaction tx, DecoupleRequest asked, Directory directory, SubtreePolicy policy) {
        IdRange range = ids.range(asked.inodes() + MORE_NUMBERS);
        INodeId number = new INodeId(range.first());
        Attributes hidden =
                new Attributes(call.user(), directory.attributes().group(), new Permission(0), tx.nowMillis(), 0);
        tx.inodes()
                .insert(new RegularFile(
                        number, new INodeKey(INodeId.DECOUPLED, Name.of(number.toString())), hidden, 1, 1, 0, null));
        long now = tx.nowMillis();
        return new Decoupling(
                number,
                directory.id(),
                new Decoupling.Holder(
                        call.user(),
                        call.caller().groups(),
                        call.superuser(),
                        asked.clientName(),
                        call.caller().host()),
                new Decoupling.Term(now, asked.leaseMillis(), now + asked.leaseMillis()),
                new IdRange(range.first() + 1, asked.inodes()),
                policy.toText(),
                Decoupling.Journal.NONE,
                Decoupling.Journal.NONE,
                Decoupling.Merge.NONE,
                Decoupling.Discard.NONE);
    }

    static DecoupledLease lease(Decoupling decoupling, ResolvedPath at, boolean empty) {
        Attributes attributes = at.last().attributes();
        SubtreeRoot root = new SubtreeRoot(
                decoupling.directory().value(),
                at.path().toString(),
                attributes.group(),
                attributes.permission().mode(),
                empty);
        return new DecoupledLease(
                decoupling.number().value(),
                root,
                decoupling.holder().user(),
                new InodeNumbers(
                        decoupling.inodes().first(), decoupling.inodes().count()),
                decoupling.term().leaseMillis(),
                decoupling.policy());
    }
}

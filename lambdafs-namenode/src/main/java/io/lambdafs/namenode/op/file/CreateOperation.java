package io.lambdafs.namenode.op.file;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Encryption;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeConfig.FileDefaults;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import io.lambdafs.namenode.encryption.EncryptionMarks;
import io.lambdafs.namenode.encryption.FileEncryption;
import io.lambdafs.namenode.encryption.Zone;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.op.namespace.CreateModes;
import io.lambdafs.namenode.op.namespace.DirectoryMaker;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.Detail;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateFlagProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** create: makes a file that the caller writes, in the place of an existing one if it asks for that. */
final class CreateOperation implements WriteOperation<CreateRequestProto, CreateResponseProto> {
    private static final int IDS_AT_HAND = 64;

    private final FileDefaults limits;
    private final NamespaceLimits namespaceLimits;
    private final FeatureConfig features;
    private final DirectoryMaker directories;
    private final IdSource ids;
    private final Leases leases;
    private final LeaseTakeover takeover;
    private final EncryptedKeys keys;

    CreateOperation(
            NameNodeConfig config,
            DirectoryMaker directories,
            IdSource ids,
            Leases leases,
            LeaseTakeover takeover,
            EncryptedKeys keys) {
        this.limits = config.files();
        this.namespaceLimits = config.limits();
        this.features = config.features();
        this.directories = directories;
        this.ids = ids;
        this.leases = leases;
        this.takeover = takeover;
        this.keys = requireNonNull(keys, "keys");
    }

    @Override
    public Parser<CreateRequestProto> parser() {
        return CreateRequestProto.parser();
    }

    @Override
    public FsPath subject(CreateRequestProto request) {
        return RequestText.newPath(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(CreateRequestProto request) {
        return LockHints.ofEntry(subject(request)).andLeaseOf(ClientName.of(request.getClientName()));
    }

    @Override
    public void prepare(CreateRequestProto request) {
        directories.prepare();
        ids.ensure(IDS_AT_HAND);
    }

    @Override
    public CreateResponseProto execute(
            CallContext call, Transaction tx, CreateRequestProto request, ChangeSet changes) {
        PathLocks locks = PathLocks.in(tx);
        FsPath path = subject(request);
        ReservedNames.requireFileName(path);
        ReservedNames.requireChangeable(path);
        String client = ClientName.of(request.getClientName());
        ResolvedPath found = locks.resolve(path);
        check(call, request, found);
        requireNew(call, tx, request, found, changes);
        ResolvedPath at = locks.lock(found, found.parent().isPresent() ? LockScope.ENTRY : LockScope.DEEPEST);
        check(call, request, at);
        Quotas.created(call, tx, at);
        at.target().ifPresent(old -> {
            tx.blocks().deleteOfFiles(List.of(old.id()));
            tx.inodes().delete(List.of(old.id()));
            Detail.deleteOf(tx, List.of(old));
        });
        directories.requireRoomForOne();
        ResolvedPath made = at.parent().isPresent() ? at : directories.makeParents(call, tx, at, changes);
        int above =
                StoragePolicies.numberFor(made.chain().subList(0, made.path().depth()));
        RegularFile created = insert(call, tx, request, made, above, changes);
        leases.ensure(tx, client);
        return CreateResponseProto.newBuilder()
                .setFs(EncryptionMarks.of(made)
                        .addTo(
                                FileStatusMessages.status(
                                        created, StoragePolicies.numberFor(created, above), Name.EMPTY),
                                created))
                .build();
    }

    private void check(CallContext call, CreateRequestProto request, ResolvedPath at) {
        PermissionChecker checker =
                new PermissionChecker(call).requireTraverseToCreate(at).requireAncestor(at, Access.WRITE);
        if (at.exists()) {
            if (at.last().isDirectory()) {
                throw new FsException(ErrorCode.FILE_ALREADY_EXISTS, at.path() + " already exists as a directory");
            }
            if (has(request, CreateFlagProto.OVERWRITE)) {
                checker.requireTarget(at, Access.WRITE);
            }
        } else {
            checkAbsent(request, at);
            namespaceLimits.requireRoom(at.requireDeepestDirectory(), at.lastPath());
        }
        FileLimits.check(limits, at.path(), request);
    }

    private static void checkAbsent(CreateRequestProto request, ResolvedPath at) {
        if (!request.getCreateParent()) {
            at.requireParent();
        }
        if (!has(request, CreateFlagProto.CREATE)) {
            throw new FsException(ErrorCode.FILE_NOT_FOUND, "Can't overwrite non-existent " + at.path());
        }
        ReservedNames.requireUsable(at);
    }

    private void requireNew(
            CallContext call, Transaction tx, CreateRequestProto request, ResolvedPath found, ChangeSet changes) {
        if (!found.exists() || has(request, CreateFlagProto.OVERWRITE)) {
            return;
        }
        String host = call.caller().host();
        RegularFile file = found.requireFile();
        if (file.isUnderConstruction()) {
            changes.requireNothingHeld();
        }
        takeover.requireClosed(
                new LeaseTakeover.Attempt("CREATE_FILE", found.path(), request.getClientName(), host), tx, file);
        throw new FsException(ErrorCode.FILE_ALREADY_EXISTS, found.path() + " for client " + host + " already exists");
    }

    private RegularFile insert(
            CallContext call,
            Transaction tx,
            CreateRequestProto request,
            ResolvedPath at,
            int policyAbove,
            ChangeSet changes) {
        Directory parent = at.requireParent();
        Attributes attributes = CreateModes.of(request, features).attributes(call, parent, false, call.nowMillis());
        RegularFile file = new RegularFile(
                new INodeId(ids.next()),
                new INodeKey(parent.id(), at.path().name()),
                attributes.withFeatures(attributes
                        .features()
                        .withStoragePolicy(ownPolicy(request, policyAbove))
                        .withEncryption(encryption(request, at))),
                request.getReplication(),
                request.getBlockSize(),
                0,
                new LeaseHolder(request.getClientName(), call.caller().host()));
        tx.inodes().insert(file);
        tx.inodes().update(parent.withEntries(at.exists() ? 0 : 1, call.nowMillis()));
        changes.changed(at.path());
        changes.timesChanged(at.path().parent(), parent);
        changes.happens(NamespaceEvents.created(at.path(), file, has(request, CreateFlagProto.OVERWRITE)));
        return file;
    }

    /* What is copied without decrypting it gets its keys from the copying program. */
    private Encryption encryption(CreateRequestProto request, ResolvedPath at) {
        return at.raw()
                ? Encryption.NONE
                : Zone.above(at)
                        .map(zone -> FileEncryption.of(zone, request.getCryptoProtocolVersionList(), keys))
                        .orElse(Encryption.NONE);
    }

    /** The number of the policy that the file itself gets: what was asked for, or one that files keep from their creation on. */
    private static int ownPolicy(CreateRequestProto request, int above) {
        if (has(request, CreateFlagProto.LAZY_PERSIST)) {
            return StoragePolicies.LAZY_PERSIST.number();
        }
        if (!request.getStoragePolicy().isEmpty()) {
            return StoragePolicies.required(request.getStoragePolicy()).number();
        }
        return StoragePolicies.numbered(above).fixedAtCreation() ? above : Features.UNSPECIFIED;
    }

    private static boolean has(CreateRequestProto request, CreateFlagProto flag) {
        return (request.getCreateFlag() & flag.getNumber()) != 0;
    }
}

package io.lambdafs.namenode.op.encryption;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import io.lambdafs.namenode.encryption.EncryptionZones;
import io.lambdafs.namenode.encryption.Zone;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.HeldSubtrees;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.VolumePlaces;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.CreateEncryptionZoneRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.CreateEncryptionZoneResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** createEncryptionZone: makes an empty directory the root of a zone. The refusals are HDFS's. */
final class CreateEncryptionZoneOperation
        implements WriteOperation<CreateEncryptionZoneRequestProto, CreateEncryptionZoneResponseProto> {
    private final EncryptedKeys keys;

    CreateEncryptionZoneOperation(EncryptedKeys keys) {
        this.keys = requireNonNull(keys, "keys");
    }

    @Override
    public Parser<CreateEncryptionZoneRequestProto> parser() {
        return CreateEncryptionZoneRequestProto.parser();
    }

    @Override
    public FsPath subject(CreateEncryptionZoneRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(CreateEncryptionZoneRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public CreateEncryptionZoneResponseProto execute(
            CallContext call, Transaction tx, CreateEncryptionZoneRequestProto request, ChangeSet changes) {
        new PermissionChecker(call).requireSuperuser("createEncryptionZone");
        FsPath path = subject(request);
        if (!keys.hasProvider()) {
            throw refusal("Can't create an encryption zone for " + path + " since no key provider is available.");
        }
        String key = request.getKeyName();
        if (key.isEmpty()) {
            throw refusal("Must specify a key name when creating an encryption zone");
        }
        String cipher = keys.cipher(key).orElseThrow(() -> refusal("Key " + key + " doesn't exist."));
        ResolvedPath at = PathLocks.in(tx).lock(path, LockScope.TARGET);
        Directory directory = directory(tx, at);
        HeldSubtrees.requireNoneOnTheWay(at);
        VolumePlaces.requireOutside(at);
        tx.inodes()
                .update(directory.withAttributes(directory
                        .attributes()
                        .withFeatures(directory.attributes().features().withEncryption(Zone.encryption(key, cipher)))));
        EncryptionZones.in(tx).add(directory.id());
        changes.permissionChanged(at.path(), directory);
        return CreateEncryptionZoneResponseProto.getDefaultInstance();
    }

    private static Directory directory(Transaction tx, ResolvedPath at) {
        INode inode = at.requireExists("cannot find ");
        if (inode.isDirectory() && tx.inodes().hasChildren(inode.id())) {
            throw refusal("Attempt to create an encryption zone for a non-empty directory.");
        }
        if (!(inode instanceof Directory directory)) {
            throw refusal("Attempt to create an encryption zone for a file.");
        }
        if (!directory.attributes().features().encryption().isNone()) {
            throw refusal("Directory " + at.path() + " is already an encryption zone.");
        }
        return directory;
    }

    private static FsException refusal(String message) {
        return new FsException(ErrorCode.IO_ERROR, message);
    }
}

package io.lambdafs.namenode.invalidation;

import io.lambdafs.wire.subtree.PolicyMethods;
import io.lambdafs.wire.subtree.PolicyRequest;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryScopeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.FsActionProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DisallowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SatisfyStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UnsetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.CreateEncryptionZoneRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.RemoveXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrSetFlagProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Random requests to the methods that change the namespace, by method. */
final class NamespaceRequests {
    private static final List<Integer> MODES = List.of(0777, 0755, 0700, 0644);

    /** The name of a key that there is. */
    static final String KEY = "key";

    private NamespaceRequests() {}

    static Map<String, Function<Choices, MessageLite>> all() {
        Map<String, Function<Choices, MessageLite>> requests = new TreeMap<>();
        requests.put("allowSnapshot", NamespaceRequests::allowSnapshot);
        requests.put("createEncryptionZone", NamespaceRequests::createEncryptionZone);
        requests.put("createSnapshot", NamespaceRequests::createSnapshot);
        requests.put("delete", NamespaceRequests::delete);
        requests.put("deleteSnapshot", NamespaceRequests::deleteSnapshot);
        requests.put("disallowSnapshot", NamespaceRequests::disallowSnapshot);
        requests.put("mkdirs", NamespaceRequests::mkdirs);
        requests.put("removeAcl", NamespaceRequests::removeAcl);
        requests.put("removeAclEntries", NamespaceRequests::removeAclEntries);
        requests.put("removeDefaultAcl", NamespaceRequests::removeDefaultAcl);
        requests.put("removeXAttr", NamespaceRequests::removeXAttr);
        requests.put("setXAttr", NamespaceRequests::setXAttr);
        requests.put("modifyAclEntries", NamespaceRequests::modifyAclEntries);
        requests.put("rename", NamespaceRequests::rename);
        requests.put("rename2", NamespaceRequests::rename2);
        requests.put("renameSnapshot", NamespaceRequests::renameSnapshot);
        requests.put("setAcl", NamespaceRequests::setAcl);
        requests.put("setOwner", NamespaceRequests::setOwner);
        requests.put("setPermission", NamespaceRequests::setPermission);
        requests.put("setQuota", NamespaceRequests::setQuota);
        requests.put("setReplication", NamespaceRequests::setReplication);
        requests.put("satisfyStoragePolicy", NamespaceRequests::satisfyStoragePolicy);
        requests.put("setStoragePolicy", NamespaceRequests::setStoragePolicy);
        requests.put("unsetStoragePolicy", NamespaceRequests::unsetStoragePolicy);
        requests.put("setTimes", NamespaceRequests::setTimes);
        requests.put(PolicyMethods.SET, NamespaceRequests::setSubtreePolicy);
        return requests;
    }

    static FsPermissionProto permission(Choices choices) {
        return FsPermissionProto.newBuilder().setPerm(choices.of(MODES)).build();
    }

    private static MessageLite setSubtreePolicy(Choices choices) {
        String policy = SubtreePolicy.parse(Map.of("preset", choices.oneIn(2) ? "batchfs" : "deltafs"))
                .toText();
        byte[] message = new PolicyRequest(choices.directory(), policy).encode();
        return BytesValue.newBuilder().setValue(ByteString.copyFrom(message)).build();
    }

    private static MessageLite createEncryptionZone(Choices choices) {
        return CreateEncryptionZoneRequestProto.newBuilder()
                .setSrc(choices.directory())
                .setKeyName(KEY)
                .build();
    }

    private static MessageLite allowSnapshot(Choices choices) {
        return AllowSnapshotRequestProto.newBuilder()
                .setSnapshotRoot(choices.directory())
                .build();
    }

    private static MessageLite disallowSnapshot(Choices choices) {
        return DisallowSnapshotRequestProto.newBuilder()
                .setSnapshotRoot(choices.directory())
                .build();
    }

    private static MessageLite createSnapshot(Choices choices) {
        return CreateSnapshotRequestProto.newBuilder()
                .setSnapshotRoot(choices.directory())
                .setSnapshotName("another")
                .build();
    }

    private static MessageLite deleteSnapshot(Choices choices) {
        return DeleteSnapshotRequestProto.newBuilder()
                .setSnapshotRoot(choices.directory())
                .setSnapshotName(RandomNamespace.SNAPSHOT)
                .build();
    }

    private static MessageLite renameSnapshot(Choices choices) {
        return RenameSnapshotRequestProto.newBuilder()
                .setSnapshotRoot(choices.directory())
                .setSnapshotOldName(RandomNamespace.SNAPSHOT)
                .setSnapshotNewName("renamed")
                .build();
    }

    private static MessageLite delete(Choices choices) {
        return DeleteRequestProto.newBuilder()
                .setSrc(choices.path())
                .setRecursive(!choices.oneIn(4))
                .build();
    }

    private static MessageLite mkdirs(Choices choices) {
        return MkdirsRequestProto.newBuilder()
                .setSrc(choices.oneIn(8) ? choices.path() : choices.absent())
                .setMasked(permission(choices))
                .setCreateParent(!choices.oneIn(4))
                .build();
    }

    private static MessageLite modifyAclEntries(Choices choices) {
        return ModifyAclEntriesRequestProto.newBuilder()
                .setSrc(choices.path())
                .addAclSpec(choices.oneIn(2) ? entry(AclEntryTypeProto.OTHER, choices) : named(choices))
                .build();
    }

    private static AclEntryProto named(Choices choices) {
        return entry(AclEntryTypeProto.USER, choices).toBuilder()
                .setName(RandomNamespace.ACL_USER)
                .build();
    }

    private static MessageLite removeAcl(Choices choices) {
        return RemoveAclRequestProto.newBuilder().setSrc(choices.path()).build();
    }

    private static MessageLite removeAclEntries(Choices choices) {
        return RemoveAclEntriesRequestProto.newBuilder()
                .setSrc(choices.path())
                .addAclSpec(named(choices))
                .build();
    }

    private static MessageLite removeDefaultAcl(Choices choices) {
        return RemoveDefaultAclRequestProto.newBuilder().setSrc(choices.path()).build();
    }

    private static XAttrProto attribute(Choices choices) {
        return XAttrProto.newBuilder()
                .setNamespace(XAttrNamespaceProto.USER)
                .setName(choices.of(RandomNamespace.NAMES))
                .build();
    }

    private static MessageLite removeXAttr(Choices choices) {
        return RemoveXAttrRequestProto.newBuilder()
                .setSrc(choices.path())
                .setXAttr(attribute(choices).toBuilder().setName(RandomNamespace.ATTRIBUTE))
                .build();
    }

    private static MessageLite setXAttr(Choices choices) {
        return SetXAttrRequestProto.newBuilder()
                .setSrc(choices.path())
                .setXAttr(attribute(choices))
                .setFlag(XAttrSetFlagProto.XATTR_CREATE_VALUE | XAttrSetFlagProto.XATTR_REPLACE_VALUE)
                .build();
    }

    private static AclEntryProto entry(AclEntryTypeProto type, Choices choices) {
        return AclEntryProto.newBuilder()
                .setType(type)
                .setScope(AclEntryScopeProto.ACCESS)
                .setPermissions(choices.of(List.of(FsActionProto.values())))
                .build();
    }

    private static MessageLite rename(Choices choices) {
        return RenameRequestProto.newBuilder()
                .setSrc(choices.path())
                .setDst(choices.oneIn(2) ? choices.absent() : choices.path())
                .build();
    }

    private static MessageLite rename2(Choices choices) {
        boolean files = choices.oneIn(2);
        return Rename2RequestProto.newBuilder()
                .setSrc(files ? choices.file() : choices.directory())
                .setDst(choices.oneIn(2) ? choices.absent() : files ? choices.file() : choices.directory())
                .setOverwriteDest(!choices.oneIn(4))
                .build();
    }

    private static MessageLite setAcl(Choices choices) {
        return SetAclRequestProto.newBuilder()
                .setSrc(choices.path())
                .addAclSpec(entry(AclEntryTypeProto.USER, choices))
                .addAclSpec(entry(AclEntryTypeProto.GROUP, choices))
                .addAclSpec(entry(AclEntryTypeProto.OTHER, choices))
                .build();
    }

    private static MessageLite setOwner(Choices choices) {
        SetOwnerRequestProto.Builder request = SetOwnerRequestProto.newBuilder().setSrc(choices.path());
        if (choices.oneIn(2)) {
            request.setUsername(choices.of(List.of("alice", "bob")));
        }
        if (choices.oneIn(2)) {
            request.setGroupname(choices.of(List.of("users", "staff")));
        }
        return request.build();
    }

    private static MessageLite setPermission(Choices choices) {
        return SetPermissionRequestProto.newBuilder()
                .setSrc(choices.path())
                .setPermission(permission(choices))
                .build();
    }

    private static MessageLite setReplication(Choices choices) {
        return SetReplicationRequestProto.newBuilder()
                .setSrc(choices.file())
                .setReplication(1 + choices.below(3))
                .build();
    }

    private static MessageLite setStoragePolicy(Choices choices) {
        return SetStoragePolicyRequestProto.newBuilder()
                .setSrc(choices.path())
                .setPolicyName(choices.of(List.of("HOT", "WARM", "COLD")))
                .build();
    }

    private static MessageLite setQuota(Choices choices) {
        return SetQuotaRequestProto.newBuilder()
                .setPath(choices.path())
                .setNamespaceQuota(choices.oneIn(4) ? -1 : 1 + choices.below(20))
                .setStoragespaceQuota(choices.oneIn(4) ? -1 : 1000 + choices.below(1000))
                .build();
    }

    private static MessageLite satisfyStoragePolicy(Choices choices) {
        return SatisfyStoragePolicyRequestProto.newBuilder()
                .setSrc(choices.path())
                .build();
    }

    private static MessageLite unsetStoragePolicy(Choices choices) {
        return UnsetStoragePolicyRequestProto.newBuilder()
                .setSrc(choices.path())
                .build();
    }

    private static MessageLite setTimes(Choices choices) {
        return SetTimesRequestProto.newBuilder()
                .setSrc(choices.path())
                .setMtime(choices.oneIn(4) ? -1 : choices.below(1000))
                .setAtime(choices.oneIn(4) ? -1 : choices.below(1000))
                .build();
    }
}

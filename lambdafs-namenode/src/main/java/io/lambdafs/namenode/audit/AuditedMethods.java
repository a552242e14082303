package io.lambdafs.namenode.audit;

import io.lambdafs.namenode.audit.AuditedMethod.Answer;
import io.lambdafs.namenode.audit.AuditedMethod.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CheckAccessRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBatchedListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileLinkInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.IsFileClosedRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SatisfyStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UnsetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.RemoveXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrRequestProto;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/** The methods that HDFS audits, by name. What is not here, as {@code addBlock} and {@code renewLease}, HDFS does not audit. */
final class AuditedMethods {
    /** In the message of setQuota: this quota stays as it is, and this one is removed. */
    private static final long QUOTA_DONT_SET = Long.MAX_VALUE;

    private static final long QUOTA_RESET = -1;

    private AuditedMethods() {}

    static Map<String, AuditedMethod> all() {
        Map<String, AuditedMethod> methods = new HashMap<>();
        putReads(methods);
        putReadsOfAttributes(methods);
        putWrites(methods);
        putChangesOfAttributes(methods);
        putChangesOfFeatures(methods);
        for (String ofAll : new String[] {"listOpenFiles", "listCorruptFileBlocks", "listCacheDirectives"}) {
            methods.put(ofAll, AuditedMethod.ofNothing(ofAll));
        }
        methods.put("listCachePools", AuditedMethod.ofNothing("listCachePools"));
        methods.put("getDatanodeReport", AuditedMethod.ofNothing("datanodeReport"));
        methods.put("getDatanodeStorageReport", AuditedMethod.ofNothing("getDatanodeStorageReport"));
        for (String ofTokens : new String[] {"getDelegationToken", "renewDelegationToken", "cancelDelegationToken"}) {
            methods.put(ofTokens, AuditedMethod.ofNothing(ofTokens));
        }
        methods.put("reportBadBlocks", AuditedMethod.ofNothing("reportBadBlocks"));
        methods.put("setBalancerBandwidth", AuditedMethod.ofNothing("setBalancerBandwidth"));
        return Map.copyOf(methods);
    }

    private static void putReads(Map<String, AuditedMethod> methods) {
        methods.put(
                "getBlockLocations",
                AuditedMethod.ofPath(
                        "open", GetBlockLocationsRequestProto.parser(), GetBlockLocationsRequestProto::getSrc));
        methods.put(
                "getFileInfo",
                AuditedMethod.ofPath("getfileinfo", GetFileInfoRequestProto.parser(), GetFileInfoRequestProto::getSrc));
        methods.put(
                "getFileLinkInfo",
                AuditedMethod.ofPath(
                        "getfileinfo", GetFileLinkInfoRequestProto.parser(), GetFileLinkInfoRequestProto::getSrc));
        methods.put(
                "getLocatedFileInfo",
                AuditedMethod.of(
                        GetLocatedFileInfoRequestProto.parser(),
                        request -> AuditedCall.of(
                                // A request for the right to read the blocks counts as opening the file.
                                request.getNeedBlockToken() ? "open" : "getfileinfo", request.getSrc())));
        methods.put(
                "getBatchedListing",
                AuditedMethod.of(
                        GetBatchedListingRequestProto.parser(),
                        request -> AuditedCall.of(
                                "listStatus", request.getPathsList().toString())));
        methods.put(
                "getListing",
                AuditedMethod.ofPath("listStatus", GetListingRequestProto.parser(), GetListingRequestProto::getSrc));
        methods.put(
                "getContentSummary",
                AuditedMethod.ofPath(
                        "contentSummary",
                        GetContentSummaryRequestProto.parser(),
                        GetContentSummaryRequestProto::getPath));
        methods.put(
                "getQuotaUsage",
                AuditedMethod.ofPath(
                        "quotaUsage", GetQuotaUsageRequestProto.parser(), GetQuotaUsageRequestProto::getPath));
    }

    private static void putReadsOfAttributes(Map<String, AuditedMethod> methods) {
        methods.put(
                "isFileClosed",
                AuditedMethod.ofPath(
                        "isFileClosed", IsFileClosedRequestProto.parser(), IsFileClosedRequestProto::getSrc));
        methods.put(
                "checkAccess",
                AuditedMethod.ofPath(
                        "checkAccess", CheckAccessRequestProto.parser(), CheckAccessRequestProto::getPath));
        methods.put(
                "getAclStatus",
                AuditedMethod.ofPath(
                        "getAclStatus", GetAclStatusRequestProto.parser(), GetAclStatusRequestProto::getSrc));
        methods.put(
                "getXAttrs",
                AuditedMethod.ofPath("getXAttrs", GetXAttrsRequestProto.parser(), GetXAttrsRequestProto::getSrc));
        methods.put(
                "listXAttrs",
                AuditedMethod.ofPath("listXAttrs", ListXAttrsRequestProto.parser(), ListXAttrsRequestProto::getSrc));
    }

    private static void putWrites(Map<String, AuditedMethod> methods) {
        methods.put(
                "create",
                AuditedMethod.ofPath("create", CreateRequestProto.parser(), CreateRequestProto::getSrc)
                        .answering((call, response) -> new Outcome(
                                leaving(
                                        call,
                                        CreateResponseProto.parseFrom(response).getFs()),
                                true)));
        methods.put("append", AuditedMethod.ofPath("append", AppendRequestProto.parser(), AppendRequestProto::getSrc));
        methods.put(
                "truncate",
                AuditedMethod.ofPath("truncate", TruncateRequestProto.parser(), TruncateRequestProto::getSrc));
        methods.put(
                "concat",
                AuditedMethod.of(
                        ConcatRequestProto.parser(),
                        request -> AuditedCall.of(
                                        "concat", request.getSrcsList().toString())
                                .to(request.getTrg())));
        methods.put("mkdirs", AuditedMethod.ofPath("mkdirs", MkdirsRequestProto.parser(), MkdirsRequestProto::getSrc));
        methods.put(
                "rename",
                AuditedMethod.of(
                                RenameRequestProto.parser(),
                                request -> AuditedCall.of("rename", request.getSrc())
                                        .to(request.getDst()))
                        .answering(unlessFalse(response ->
                                RenameResponseProto.parseFrom(response).getResult())));
        methods.put("rename2", AuditedMethod.of(Rename2RequestProto.parser(), AuditedMethods::rename2));
        methods.put(
                "delete",
                AuditedMethod.ofPath("delete", DeleteRequestProto.parser(), DeleteRequestProto::getSrc)
                        .answering((call, response) -> new Outcome(
                                call, DeleteResponseProto.parseFrom(response).getResult())));
    }

    private static void putChangesOfAttributes(Map<String, AuditedMethod> methods) {
        methods.put(
                "setPermission",
                AuditedMethod.ofPath(
                        "setPermission", SetPermissionRequestProto.parser(), SetPermissionRequestProto::getSrc));
        methods.put(
                "setOwner",
                AuditedMethod.ofPath("setOwner", SetOwnerRequestProto.parser(), SetOwnerRequestProto::getSrc));
        methods.put(
                "setTimes",
                AuditedMethod.ofPath("setTimes", SetTimesRequestProto.parser(), SetTimesRequestProto::getSrc));
        methods.put(
                "setReplication",
                AuditedMethod.ofPath(
                                "setReplication",
                                SetReplicationRequestProto.parser(),
                                SetReplicationRequestProto::getSrc)
                        .answering(unlessFalse(response ->
                                SetReplicationResponseProto.parseFrom(response).getResult())));
        methods.put("setQuota", AuditedMethod.of(SetQuotaRequestProto.parser(), AuditedMethods::setQuota));
    }

    private static void putChangesOfFeatures(Map<String, AuditedMethod> methods) {
        methods.put(
                "modifyAclEntries",
                AuditedMethod.ofPath(
                        "modifyAclEntries",
                        ModifyAclEntriesRequestProto.parser(),
                        ModifyAclEntriesRequestProto::getSrc));
        methods.put(
                "removeAclEntries",
                AuditedMethod.ofPath(
                        "removeAclEntries",
                        RemoveAclEntriesRequestProto.parser(),
                        RemoveAclEntriesRequestProto::getSrc));
        methods.put(
                "removeDefaultAcl",
                AuditedMethod.ofPath(
                        "removeDefaultAcl",
                        RemoveDefaultAclRequestProto.parser(),
                        RemoveDefaultAclRequestProto::getSrc));
        methods.put(
                "removeAcl",
                AuditedMethod.ofPath("removeAcl", RemoveAclRequestProto.parser(), RemoveAclRequestProto::getSrc));
        methods.put(
                "setXAttr",
                AuditedMethod.ofPath("setXAttr", SetXAttrRequestProto.parser(), SetXAttrRequestProto::getSrc));
        methods.put(
                "removeXAttr",
                AuditedMethod.ofPath("removeXAttr", RemoveXAttrRequestProto.parser(), RemoveXAttrRequestProto::getSrc));
        methods.put(
                "satisfyStoragePolicy",
                AuditedMethod.ofPath(
                        "satisfyStoragePolicy",
                        SatisfyStoragePolicyRequestProto.parser(),
                        SatisfyStoragePolicyRequestProto::getSrc));
        methods.put(
                "setStoragePolicy",
                AuditedMethod.ofPath(
                        "setStoragePolicy",
                        SetStoragePolicyRequestProto.parser(),
                        SetStoragePolicyRequestProto::getSrc));
        methods.put(
                "unsetStoragePolicy",
                AuditedMethod.ofPath(
                        "unsetStoragePolicy",
                        UnsetStoragePolicyRequestProto.parser(),
                        UnsetStoragePolicyRequestProto::getSrc));
        methods.put("setAcl", AuditedMethod.ofPath("setAcl", SetAclRequestProto.parser(), SetAclRequestProto::getSrc));
    }

    private static AuditedCall rename2(Rename2RequestProto request) {
        List<String> options = new ArrayList<>();
        if (request.getOverwriteDest()) {
            options.add("OVERWRITE");
        }
        if (request.getMoveToTrash()) {
            options.add("TO_TRASH");
        }
        if (options.isEmpty()) {
            options.add("NONE");
        }
        return AuditedCall.of("rename (options=" + options + ")", request.getSrc())
                .to(request.getDst());
    }

    /* HDFS has a name for each of the four things that its shell does with this call. */
    private static AuditedCall setQuota(SetQuotaRequestProto request) {
        long names = request.getNamespaceQuota();
        long space = request.getStoragespaceQuota();
        boolean keepsNames = names == QUOTA_DONT_SET;
        boolean keepsSpace = space == QUOTA_DONT_SET;
        String command = keepsSpace ? "setQuota" : "setSpaceQuota";
        if (keepsSpace && names == QUOTA_RESET) {
            command = "clearQuota";
        } else if (keepsNames && space == QUOTA_RESET) {
            command = "clearSpaceQuota";
        }
        return AuditedCall.of(command, request.getPath());
    }

    /** What came of a call that says so by true or false. */
    @FunctionalInterface
    private interface Result {
        boolean of(byte[] response) throws InvalidProtocolBufferException;
    }

    private static Answer unlessFalse(Result result) {
        return (call, response) -> result.of(response) ? new Outcome(call, true) : Outcome.SILENT;
    }

    private static AuditedCall leaving(AuditedCall call, HdfsFileStatusProto status) {
        return call.leaving(status.getOwner() + ":" + status.getGroup() + ":"
                + mode(status.getPermission().getPerm()));
    }

    /* As FsPermission prints it. */
    private static String mode(int bits) {
        StringBuilder text = new StringBuilder();
        for (int bit = 8; bit >= 0; bit--) {
            text.append((bits & 1 << bit) != 0 ? "rwx".charAt((8 - bit) % 3) : '-');
        }
        boolean sticky = (bits & 01000) != 0;
        if (sticky) {
            boolean execute = text.charAt(8) == 'x';
            text.setCharAt(8, execute ? 't' : 'T');
        }
        return text.toString();
    }
}

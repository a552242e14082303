package io.lambdafs.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lambdafs.testkit.history.Answer;
import io.lambdafs.testkit.history.FeatureOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.SnapshotStatus;

/**
 * Calls of ClientProtocol that concern extended attributes, access control lists, quotas and snapshots.
 *
 * @param calls those of a superuser
 * @param strangers those of a user who owns nothing
 */
record FeatureCalls(ClientProtocol calls, ClientProtocol strangers) {
    /** Makes one call, for what is at this path of the system. */
    Answer call(String path, FeatureOperation operation) throws IOException {
        if (operation instanceof FeatureOperation.SetXAttr set) {
            EnumSet<XAttrSetFlag> flags =
                    set.fresh() ? EnumSet.of(XAttrSetFlag.CREATE) : EnumSet.allOf(XAttrSetFlag.class);
            calls.setXAttr(path, XAttrHelper.buildXAttr(set.name(), set.value().getBytes(UTF_8)), flags);
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.RemoveXAttr removed) {
            calls.removeXAttr(path, XAttrHelper.buildXAttr(removed.name()));
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.GetXAttrs) {
            return attributes(calls.getXAttrs(path, null));
        } else if (operation instanceof FeatureOperation.SetQuota quota) {
            calls.setQuota(path, quota.names(), HdfsConstants.QUOTA_DONT_SET, null);
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.GetUsage) {
            return usage(calls.getQuotaUsage(path));
        }
        return ofRights(path, operation);
    }

    private Answer ofRights(String path, FeatureOperation operation) throws IOException {
        if (operation instanceof FeatureOperation.SetAcl set) {
            calls.setAcl(path, AclEntry.parseAclSpec(set.entries(), true));
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.ModifyAcl modified) {
            calls.modifyAclEntries(path, AclEntry.parseAclSpec(modified.entries(), true));
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.RemoveAcl) {
            calls.removeAcl(path);
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.GetAcl) {
            return entries(calls.getAclStatus(path));
        } else if (operation instanceof FeatureOperation.CheckAccess access) {
            strangers.checkAccess(path, new FsPermission((short) access.bits()).getOtherAction());
            return new Answer.Done();
        }
        return ofSnapshots(path, operation);
    }

    private Answer ofSnapshots(String path, FeatureOperation operation) throws IOException {
        if (operation instanceof FeatureOperation.AllowSnapshot) {
            calls.allowSnapshot(path);
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.CreateSnapshot created) {
            calls.createSnapshot(path, created.name());
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.DeleteSnapshot deleted) {
            calls.deleteSnapshot(path, deleted.name());
            return new Answer.Done();
        } else if (operation instanceof FeatureOperation.ListSnapshots) {
            return names(calls.getSnapshotListing(path));
        }
        throw new IllegalArgumentException("no such operation: " + operation);
    }

    private static Answer attributes(List<XAttr> attributes) {
        return new Answer.Texts(attributes.stream()
                .map(attribute ->
                        XAttrHelper.getPrefixedName(attribute) + "=" + new String(attribute.getValue(), UTF_8))
                .sorted()
                .toList());
    }

    private static Answer entries(AclStatus status) {
        List<String> texts = new ArrayList<>();
        status.getEntries().forEach(entry -> texts.add(entry.toString()));
        texts.add(String.format(Locale.ROOT, "mode=%03o", status.getPermission().toShort() & 0777));
        return new Answer.Texts(texts);
    }

    /** Without a quota nothing is counted at one moment. */
    private static Answer usage(QuotaUsage usage) {
        return new Answer.Texts(
                usage.getQuota() < 0
                        ? List.of("unlimited")
                        : List.of("quota=" + usage.getQuota(), "names=" + usage.getFileAndDirectoryCount()));
    }

    private static Answer names(SnapshotStatus[] snapshots) {
        List<String> names = new ArrayList<>();
        for (SnapshotStatus snapshot : snapshots) {
            names.add(DFSUtilClient.bytes2String(snapshot.getDirStatus().getLocalNameInBytes()));
        }
        return new Answer.Texts(names.stream().sorted().toList());
    }
}

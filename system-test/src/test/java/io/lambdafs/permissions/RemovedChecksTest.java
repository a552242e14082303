package io.lambdafs.permissions;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The matrix notices each permission check that a NameNode does without. */
final class RemovedChecksTest {
    private static final int SHOWN = 40;
    private static final String NAME = "permissions";
    private static final Path CLASSES =
            Path.of("../lambdafs-namenode/target/classes").toAbsolutePath().normalize();

    private static final String DECOUPLED = "HDFS has no decoupled subtrees";
    private static final String POLICY = "HDFS has no subtree policies";
    private static final String VOLUME = "HDFS has no volumes";
    private static final String SETTING = "superusers pass it; others come to it only where owners may set quotas";
    private static final String CACHE =
            "only what a cache knows to be unchanged comes to it, and there is no cache here";

    /** What the matrix cannot notice, and why: it compares with HDFS, as that is without further settings. */
    private static final Map<String, String> LEFT = Map.ofEntries(
            Map.entry("BeginMergeOperation requireTraverse 1", DECOUPLED),
            Map.entry("BeginMergeOperation requireTarget 1", DECOUPLED),
            Map.entry("BeginMergeOperation requireTarget 2", DECOUPLED),
            Map.entry("DecoupleOperation requireTraverse 1", DECOUPLED),
            Map.entry("DecoupleOperation requireTarget 1", DECOUPLED),
            Map.entry("DecoupleOperation requireTarget 2", DECOUPLED),
            Map.entry("DecoupleOperation requireTarget 3", DECOUPLED),
            Map.entry("TreeAttachment requireTraverse 1", DECOUPLED),
            Map.entry("TreeAttachment requireTraverse 2", DECOUPLED),
            Map.entry("TreeAttachment requireTarget 1", DECOUPLED),
            Map.entry("TreeAttachment requireTarget 2", DECOUPLED),
            Map.entry("TreeAttachment requireRemovable 1", DECOUPLED),
            Map.entry("TreeAttachment requireOwner 1", DECOUPLED),
            Map.entry("Removal requireNotStuck 1", DECOUPLED),
            Map.entry("SubtreeUsage requireNotBlocked 1", DECOUPLED),
            Map.entry("GetSubtreePolicyOperation requireTraverseToLook 1", POLICY),
            Map.entry("SetSubtreePolicyOperation requireTraverse 1", POLICY),
            Map.entry("SetSubtreePolicyOperation requireOwner 1", POLICY),
            Map.entry("DeleteOperation requireTraverse 3", VOLUME),
            Map.entry("DeleteOperation requireNotStuck 2", VOLUME),
            Map.entry("DeleteOperation requireParent 3", VOLUME),
            Map.entry("SetQuotaOperation requireOwnerOfParent 1", SETTING),
            Map.entry("SetQuotaOperation requireTraverse 1", SETTING),
            Map.entry("SetPermissionOperation requireTraverse 1", CACHE),
            Map.entry("SetPermissionOperation requireOwner 1", CACHE),
            Map.entry("ChangeAclOperation requireTraverse 1", CACHE),
            Map.entry("ChangeAclOperation requireOwner 1", CACHE));

    @Test
    @Tag("long")
    void checkThatIsRemoved_isNoticed() throws IOException {
        Map<String, String> recorded = RecordedOutcomes.ofHdfs();
        ReachedChecks reached = new ReachedChecks();
        List<String> withAllChecks = differences(
                PatchedClasses.nameNodeThatNotes(superuser()), reached.noting(Probe.all()), recorded, SHOWN);
        assertThat(withAllChecks).isEmpty();
        List<String> unnoticed = new ArrayList<>();
        for (PermissionCheck check : PermissionCheck.all(CLASSES)) {
            List<Probe> probes = reached.reaching(check, Probe.all());
            List<String> noticed = probes.isEmpty()
                    ? List.of()
                    : differences(PatchedClasses.nameNodeWithout(check, superuser()), probes, recorded, 1);
            System.out.println(check + ": noticed " + noticed + ", reached by "
                    + probes.stream().map(Probe::name).toList());
            if (noticed.isEmpty()) {
                unnoticed.add(check.toString());
            }
        }
        assertThat(unnoticed).containsExactlyInAnyOrderElementsOf(LEFT.keySet());
    }

    private static String superuser() throws IOException {
        return UserGroupInformation.getLoginUser().getShortUserName();
    }

    private static List<String> differences(
            Function<RequestEnvelope, ResponseEnvelope> nameNode,
            List<Probe> probes,
            Map<String, String> recorded,
            int most)
            throws IOException {
        Configuration settings = LocalProxyProvider.settings(NAME, nameNode);
        try (PermissionMatrix matrix = new PermissionMatrix(URI.create("hdfs://" + NAME), settings)) {
            return matrix.differences(probes, recorded, most);
        } finally {
            LocalProxyProvider.forget(NAME);
        }
    }
}

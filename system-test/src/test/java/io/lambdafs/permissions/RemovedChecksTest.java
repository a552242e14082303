package io.lambdafs.permissions;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
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
        List<PermissionCase> cases = new ArrayList<>();
        List<String> withAllChecks = on(PatchedClasses.nameNodeThatNotes(superuser()), matrix -> {
            cases.addAll(matrix.cases(Probe.all()));
            return matrix.differences(cases, reached, recorded, SHOWN);
        });
        assertThat(withAllChecks).isEmpty();
        List<String> unnoticed = new ArrayList<>();
        List<PermissionCheck> checks = PermissionCheck.all(CLASSES);
        for (PermissionCheck check : checks) {
            List<PermissionCase> reaching = reached.reaching(check, cases);
            Optional<String> noticed = noticed(check, reaching, reached, recorded);
            System.out.println(
                    check + ": reached by " + reaching.size() + " calls, noticed by " + noticed.orElse("none of them"));
            if (noticed.isEmpty()) {
                unnoticed.add(check.toString());
            }
        }
        System.out.println("noticed " + (checks.size() - unnoticed.size()) + " of " + checks.size() + " removals");
        assertThat(unnoticed).containsExactlyInAnyOrderElementsOf(LEFT.keySet());
    }

    /**
     * A call that ends otherwise without the check. A check that lets a call through makes no difference to it, so those calls are made first
     * in which this check came last and which were refused.
     */
    private static Optional<String> noticed(
            PermissionCheck check, List<PermissionCase> reaching, ReachedChecks reached, Map<String, String> recorded)
            throws IOException {
        Map<Boolean, List<PermissionCase>> likely = reaching.stream()
                .collect(Collectors.partitioningBy(each -> reached.isLast(check, each)
                        && recorded.getOrDefault(each.name(), "").contains("Exception: ")));
        for (boolean first : new boolean[] {true, false}) {
            List<PermissionCase> cases = requireNonNull(likely.get(first));
            List<String> different = cases.isEmpty()
                    ? List.of()
                    : on(
                            PatchedClasses.nameNodeWithout(check, superuser()),
                            matrix -> matrix.differences(cases, PermissionMatrix.NOTHING_BESIDE, recorded, 1));
            if (!different.isEmpty()) {
                return Optional.of(different.get(0));
            }
        }
        return Optional.empty();
    }

    private static String superuser() throws IOException {
        return UserGroupInformation.getLoginUser().getShortUserName();
    }

    /** What is done with the matrix of a NameNode. */
    @FunctionalInterface
    private interface Work {
        List<String> with(PermissionMatrix matrix) throws IOException;
    }

    private static List<String> on(Function<RequestEnvelope, ResponseEnvelope> nameNode, Work work) throws IOException {
        Configuration settings = LocalProxyProvider.settings(NAME, nameNode);
        try (PermissionMatrix matrix = new PermissionMatrix(URI.create("hdfs://" + NAME), settings)) {
            return work.with(matrix);
        } finally {
            LocalProxyProvider.forget(NAME);
        }
    }
}

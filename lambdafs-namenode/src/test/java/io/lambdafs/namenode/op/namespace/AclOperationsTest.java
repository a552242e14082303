package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryScopeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.FsActionProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Access control lists: how they change, which users they let in, and what is inherited. */
final class AclOperationsTest {
    private final NameNodeFixture fixture = new NameNodeFixture();
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    @BeforeEach
    void makeTree() {
        hdfs.mkdirs("/open", 01777);
        bob.mkdirs("/open/bobs", 01755);
        hdfs.file("/open/other");
    }

    @Test
    void setAcl_ofTheThreeBaseEntries_isAChmod() {
        fixture.callAs(
                "bob",
                "setAcl",
                set("/open/bobs", "other::-w-", "user::r-x", "group::rwx"),
                SetAclResponseProto.parser());
        assertThat(mode("/open/bobs")).isEqualTo("1572");
    }

    @Test
    void setAcl_ofNothing_leavesTheMode() {
        fixture.callAs("bob", "setAcl", set("/open/bobs"), SetAclResponseProto.parser());
        assertThat(mode("/open/bobs")).isEqualTo("1755");
    }

    @Test
    void setAcl_thatIsNone_isRefusedInHdfssWords() {
        assertInvalid(set("/open/bobs", "user::rwx", "group::r-x"), "the user, group and other entries are required.");
        assertInvalid(
                set("/open/bobs", "user::rwx", "user::r-x", "group::r-x", "other::r-x"),
                "multiple entries with same scope, type and name.");
        assertInvalid(
                set("/open/bobs", Collections.nCopies(33, "user::rwx").toArray(String[]::new)),
                "ACL has 33 access entries, which exceeds maximum of 32.");
        assertThat(mode("/open/bobs")).isEqualTo("1755");
    }

    @Test
    void setAcl_ofNamedEntries_computesTheMask_andShowsInTheStatus() {
        call("setAcl", set("/open/bobs", "user::rwx", "user:alice:rw-", "group::r-x", "group:staff:--x", "other::---"));
        assertThat(mode("/open/bobs")).isEqualTo("1770");
        assertThat(entries("/open/bobs")).containsExactly("user:alice:rw-", "group::r-x", "group:staff:--x");
        assertThat(hdfs.status("/open/bobs").getFlags()).isEqualTo(HdfsFileStatusProto.Flags.HAS_ACL_VALUE);
        assertThat(hdfs.status("/open/other").getFlags()).isZero();
    }

    @Test
    void chmod_ofAnAcl_changesTheMask() {
        call("modifyAclEntries", modify("/open/bobs", "user:alice:rwx"));
        bob.chmod("/open/bobs", 0740);
        assertThat(entries("/open/bobs")).containsExactly("user:alice:rwx", "group::r-x");
        assertThat(mode("/open/bobs")).isEqualTo("740");
        call("removeAcl", remove("/open/bobs"));
        assertThat(mode("/open/bobs")).isEqualTo("750");
        assertThat(entries("/open/bobs")).isEmpty();
    }

    @Test
    void mask_thatIsGiven_stays_andOneThatIsNot_isComputedAnew() {
        call("modifyAclEntries", modify("/open/bobs", "user:alice:rwx", "mask::r--"));
        assertThat(mode("/open/bobs")).isEqualTo("1745");
        call("modifyAclEntries", modify("/open/bobs", "user:carol:-w-"));
        assertThat(mode("/open/bobs")).isEqualTo("1775");
        call("removeAclEntries", removeEntries("/open/bobs", "user:alice:---"));
        assertThat(entries("/open/bobs")).containsExactly("user:carol:-w-", "group::r-x");
        assertThat(mode("/open/bobs")).isEqualTo("1775");
        assertThat(bob.refusal("removeAclEntries", removeEntries("/open/bobs", "mask::---")))
                .isEqualTo(new Refusal(
                        ErrorCode.INVALID_ACL,
                        "Invalid ACL: mask is required and cannot be deleted. Path: /open/bobs"));
    }

    @Test
    void modifyAclEntries_ofBaseEntries_changesTheseOnly() {
        call("modifyAclEntries", modify("/open/bobs", "group::-w-"));
        assertThat(mode("/open/bobs")).isEqualTo("1725");
    }

    @Test
    void defaults_areCompleted_andRemovedAlone() {
        call("modifyAclEntries", modify("/open/bobs", "user:alice:r--", "default:user:carol:rwx"));
        assertThat(entries("/open/bobs"))
                .containsExactly(
                        "user:alice:r--",
                        "group::r-x",
                        "default:user::rwx",
                        "default:user:carol:rwx",
                        "default:group::r-x",
                        "default:mask::rwx",
                        "default:other::r-x");
        call("removeDefaultAcl", removeDefault("/open/bobs"));
        assertThat(entries("/open/bobs")).containsExactly("user:alice:r--", "group::r-x");
    }

    @Test
    void setAcl_thatCannotBe_isRefusedInHdfssWords() {
        assertInvalid(
                set("/open/bobs", "user::rwx", "group::r-x", "other::r-x", "mask:alice:rwx"),
                "this entry type must not have a name: mask:alice:rwx.");
        assertInvalid(
                set("/open/bobs", "user::rwx", "group::r-x", "other::r-x", "user:" + "u".repeat(256) + ":rwx"),
                "the name of a user or group has at most 255 bytes, not 256.");
        SetAclRequestProto ofFile = set("/open/other", "user::rwx", "group::---", "other::---", "default:user::rwx");
        assertThat(hdfs.refusal("setAcl", ofFile))
                .isEqualTo(new Refusal(
                        ErrorCode.INVALID_ACL,
                        "Invalid ACL: only directories may have a default ACL. Path: /open/other Path: /open/other"));
        assertThat(entries("/open/bobs")).isEmpty();
    }

    @Test
    void child_inheritsDefaults_limitedByTheModeAskedFor() {
        call("setAcl", set("/open/bobs", "user::rwx", "group::r-x", "other::---", "default:user:carol:rwx"));
        bob.mkdirs("/open/bobs/made", 0755);
        assertThat(entries("/open/bobs/made"))
                .containsExactly(
                        "user:carol:rwx",
                        "group::r-x",
                        "default:user::rwx",
                        "default:user:carol:rwx",
                        "default:group::r-x",
                        "default:mask::rwx",
                        "default:other::---");
        // The mask is limited by the mode after the umask, because the request has no other.
        assertThat(mode("/open/bobs/made")).isEqualTo("750");
        fixture.callAs(
                "bob",
                "mkdirs",
                NamespaceClient.mkdirsRequest("/open/bobs/wide", 0755, true).toBuilder()
                        .setUnmasked(FsPermissionProto.newBuilder().setPerm(0777))
                        .build(),
                MkdirsResponseProto.parser());
        assertThat(mode("/open/bobs/wide")).isEqualTo("770");
    }

    @Test
    void child_ofADirectoryWithoutDefaults_getsTheMaskedMode() {
        call("modifyAclEntries", modify("/open/bobs", "user:alice:rwx"));
        fixture.callAs(
                "bob",
                "mkdirs",
                NamespaceClient.mkdirsRequest("/open/bobs/made", 0700, true).toBuilder()
                        .setUnmasked(FsPermissionProto.newBuilder().setPerm(0777))
                        .build(),
                MkdirsResponseProto.parser());
        assertThat(mode("/open/bobs/made")).isEqualTo("700");
        assertThat(entries("/open/bobs/made")).isEmpty();
    }

    @Test
    void namedUser_isLetIn_asFarAsTheMaskGoes() {
        call("setAcl", set("/open/bobs", "user::rwx", "group::---", "other::---"));
        NamespaceClient carol = hdfs.as("carol");
        assertThat(carol.refusal("mkdirs", NamespaceClient.mkdirsRequest("/open/bobs/carols", 0755, true))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        call("modifyAclEntries", modify("/open/bobs", "user:carol:rwx"));
        carol.mkdirs("/open/bobs/carols");
        call("modifyAclEntries", modify("/open/bobs", "mask::r-x"));
        assertThat(carol.refusal("mkdirs", NamespaceClient.mkdirsRequest("/open/bobs/more", 0755, true)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Permission denied: user=carol, access=WRITE, inode=\"/open/bobs\":bob:supergroup:drwxr-x--T"));
    }

    @Test
    void namedUser_withLessThanOthers_isKeptOut() {
        call("modifyAclEntries", modify("/open/bobs", "user:carol:---", "other::rwx"));
        assertThat(hdfs.as("carol")
                        .refusal("mkdirs", NamespaceClient.mkdirsRequest("/open/bobs/carols", 0755, true))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        hdfs.as("dave").mkdirs("/open/bobs/daves");
    }

    @Test
    void removal_ofWhatIsNotThere_doesNothing() {
        fixture.callAs("bob", "removeAcl", remove("/open/bobs"), RemoveAclResponseProto.parser());
        fixture.callAs("bob", "removeDefaultAcl", removeDefault("/open/bobs"), RemoveDefaultAclResponseProto.parser());
        RemoveAclEntriesRequestProto named =
                removeEntries("/open/bobs", "user:alice:---", "default:user::---", "mask::---");
        fixture.callAs("bob", "removeAclEntries", named, RemoveAclEntriesResponseProto.parser());
        assertThat(mode("/open/bobs")).isEqualTo("1755");
    }

    @Test
    void removal_ofABaseEntry_isRefused() {
        assertThat(bob.refusal("removeAclEntries", removeEntries("/open/bobs", "user:alice:---", "group::---")))
                .isEqualTo(new Refusal(
                        ErrorCode.INVALID_ACL,
                        "Invalid ACL: the user, group and other entries are required. Path: /open/bobs"));
    }

    @Test
    void others_areDenied() {
        requests("/open/other")
                .forEach((method, request) -> assertThat(bob.refusal(method, request))
                        .as(method)
                        .isEqualTo(new Refusal(
                                ErrorCode.ACCESS_DENIED,
                                "Permission denied. user=bob is not the owner of inode=/open/other")));
    }

    @Test
    void missingPaths_areNotFound() {
        requests("/open/none")
                .forEach((method, request) -> assertThat(bob.refusal(method, request))
                        .as(method)
                        .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Directory/File does not exist /open/none")));
    }

    private static Map<String, MessageLite> requests(String path) {
        Map<String, MessageLite> requests = new TreeMap<>();
        requests.put("setAcl", set(path, "user::rwx", "group::r-x", "other::r-x"));
        requests.put("modifyAclEntries", modify(path, "user::rwx"));
        requests.put("removeAcl", remove(path));
        requests.put("removeDefaultAcl", removeDefault(path));
        requests.put("removeAclEntries", removeEntries(path, "user:alice:---"));
        return requests;
    }

    private void assertInvalid(SetAclRequestProto request, String message) {
        assertThat(bob.refusal("setAcl", request))
                .isEqualTo(new Refusal(ErrorCode.INVALID_ACL, "Invalid ACL: " + message + " Path: /open/bobs"));
    }

    private void call(String method, MessageLite request) {
        fixture.callAs("bob", method, request, SetAclResponseProto.parser());
    }

    /** The entries that the mode does not say, as {@code getfacl} prints them. */
    private List<String> entries(String path) {
        return fixture
                .callAs(
                        NameNodeFixture.SUPERUSER,
                        "getAclStatus",
                        GetAclStatusRequestProto.newBuilder().setSrc(path).build(),
                        GetAclStatusResponseProto.parser())
                .getResult()
                .getEntriesList()
                .stream()
                .map(AclOperationsTest::text)
                .toList();
    }

    private static String text(AclEntryProto entry) {
        int bits = entry.getPermissions().getNumber();
        return (entry.getScope() == AclEntryScopeProto.DEFAULT ? "default:" : "")
                + entry.getType().name().toLowerCase(Locale.ROOT) + ":" + entry.getName() + ":"
                + ((bits & 4) != 0 ? 'r' : '-')
                + ((bits & 2) != 0 ? 'w' : '-')
                + ((bits & 1) != 0 ? 'x' : '-');
    }

    private String mode(String path) {
        return Integer.toOctalString(hdfs.status(path).getPermission().getPerm());
    }

    private static SetAclRequestProto set(String path, String... entries) {
        return SetAclRequestProto.newBuilder()
                .setSrc(path)
                .addAllAclSpec(entries(entries))
                .build();
    }

    private static ModifyAclEntriesRequestProto modify(String path, String... entries) {
        return ModifyAclEntriesRequestProto.newBuilder()
                .setSrc(path)
                .addAllAclSpec(entries(entries))
                .build();
    }

    private static RemoveAclRequestProto remove(String path) {
        return RemoveAclRequestProto.newBuilder().setSrc(path).build();
    }

    private static RemoveDefaultAclRequestProto removeDefault(String path) {
        return RemoveDefaultAclRequestProto.newBuilder().setSrc(path).build();
    }

    private static RemoveAclEntriesRequestProto removeEntries(String path, String... entries) {
        return RemoveAclEntriesRequestProto.newBuilder()
                .setSrc(path)
                .addAllAclSpec(entries(entries))
                .build();
    }

    private static List<AclEntryProto> entries(String... texts) {
        return Arrays.stream(texts).map(AclOperationsTest::entry).toList();
    }

    /** As {@code setfacl} takes it. */
    private static AclEntryProto entry(String text) {
        boolean ofDefault = text.startsWith("default:");
        String[] parts = text.substring(ofDefault ? "default:".length() : 0).split(":", -1);
        int bits = 0;
        for (char letter : parts[2].toCharArray()) {
            bits = bits << 1 | (letter == '-' ? 0 : 1);
        }
        AclEntryProto.Builder entry = AclEntryProto.newBuilder()
                .setScope(ofDefault ? AclEntryScopeProto.DEFAULT : AclEntryScopeProto.ACCESS)
                .setType(AclEntryTypeProto.valueOf(parts[0].toUpperCase(Locale.ROOT)))
                .setPermissions(FsActionProto.forNumber(bits));
        return parts[1].isEmpty() ? entry.build() : entry.setName(parts[1]).build();
    }
}

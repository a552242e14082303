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
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclResponseProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ACLs where inodes have none beyond their modes: a minimal one is a chmod, and nothing can be removed. */
final class AclOperationsTest {
    private static final String DISABLED =
            "The ACL operation has been rejected.  Support for ACLs has been disabled: only"
                    + " the entries of owner, group and others can be set, not ";

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
    void setAcl_ofMoreThanAMode_isRefusedAndNamed() {
        for (String entry : List.of("user:alice:rw-", "group:staff:--x", "mask::r--", "default:user::rwx")) {
            assertThat(bob.refusal("setAcl", set("/open/bobs", "user::---", "group::---", "other::---", entry)))
                    .isEqualTo(new Refusal(ErrorCode.INVALID_ACL, DISABLED + entry + ". Path: /open/bobs"));
        }
        assertThat(mode("/open/bobs")).isEqualTo("1755");
    }

    @Test
    void modifyAclEntries_ofBaseEntries_changesTheseOnly() {
        fixture.callAs(
                "bob", "modifyAclEntries", modify("/open/bobs", "group::-w-"), ModifyAclEntriesResponseProto.parser());
        assertThat(mode("/open/bobs")).isEqualTo("1725");
        assertThat(bob.refusal("modifyAclEntries", modify("/open/bobs", "other::---", "user:alice:rwx")))
                .isEqualTo(new Refusal(ErrorCode.INVALID_ACL, DISABLED + "user:alice:rwx. Path: /open/bobs"));
        assertThat(mode("/open/bobs")).isEqualTo("1725");
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

package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKind;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.RemoveXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.RemoveXAttrResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrSetFlagProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Extended attributes: which of them a user may see and change, their limits, and what becomes of them. */
final class XAttrOperationsTest {
    private static final int CREATE = XAttrSetFlagProto.XATTR_CREATE_VALUE;
    private static final int REPLACE = XAttrSetFlagProto.XATTR_REPLACE_VALUE;
    private static final String UNREADABLE = "security.hdfs.unreadable.by.superuser";

    private final NameNodeFixture fixture = new NameNodeFixture();
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");
    private INodeId file = INodeId.NONE;

    @BeforeEach
    void makeTree() {
        hdfs.mkdirs("/open", 0777);
        bob.mkdirs("/open/bobs", 0755);
        file = bob.file("/open/bobs/file");
    }

    @Test
    void attribute_isSet_read_replaced_andRemoved() {
        set("bob", "/open/bobs/file", "user.one", "first", CREATE);
        set("bob", "/open/bobs/file", "user.two", "", CREATE | REPLACE);
        assertThat(get("bob", "/open/bobs/file")).containsExactlyInAnyOrder("user.one=first", "user.two=");
        set("bob", "/open/bobs/file", "user.one", "second", REPLACE);
        assertThat(get("bob", "/open/bobs/file", "user.one")).containsExactly("user.one=second");
        assertThat(list("bob", "/open/bobs/file")).containsExactlyInAnyOrder("user.one", "user.two");
        remove("bob", "/open/bobs/file", "user.one");
        assertThat(get("bob", "/open/bobs/file")).containsExactly("user.two=");
        remove("bob", "/open/bobs/file", "user.two");
        assertThat(list("bob", "/open/bobs/file")).isEmpty();
    }

    @Test
    void flags_decideWhetherItMayExist() {
        assertRefused(
                setting("/open/bobs", "user.a", "", REPLACE),
                ErrorCode.IO_ERROR,
                "XAttr: a does not exist. The CREATE flag must be specified.");
        set("bob", "/open/bobs", "user.a", "", CREATE);
        assertRefused(
                setting("/open/bobs", "user.a", "", CREATE),
                ErrorCode.IO_ERROR,
                "XAttr: a already exists. The REPLACE flag must be specified.");
        assertRefused(setting("/open/bobs", "user.a", "", 0), ErrorCode.INVALID_ARGUMENT, "A flag must be specified.");
    }

    @Test
    void numberAndSize_areLimited() {
        for (int i = 0; i < 32; i++) {
            set("bob", "/open/bobs/file", "user." + i, "x", CREATE);
        }
        assertRefused(
                setting("/open/bobs/file", "user.more", "", CREATE),
                ErrorCode.IO_ERROR,
                "Cannot add additional XAttr to inode, would exceed limit of 32");
        set("bob", "/open/bobs/file", "user.5", "y".repeat(16_383), REPLACE);
        assertThat(get("bob", "/open/bobs/file", "user.5")).containsExactly("user.5=" + "y".repeat(16_383));
        assertRefused(
                setting("/open/bobs/file", "user.5", "y".repeat(16_384), REPLACE),
                ErrorCode.INVALID_ARGUMENT,
                "The XAttr is too big. The maximum combined size of the name and value is 16384, but the total size is"
                        + " 16385");
        assertThat(list("bob", "/open/bobs/file")).hasSize(32);
    }

    @Test
    void nameSpaces_areForThoseWhoMayUseThem() {
        for (String name : List.of("trusted.a", "system.a", "security.a", "raw.a")) {
            assertRefused(
                    setting("/open/bobs/file", name, "", CREATE),
                    ErrorCode.ACCESS_DENIED,
                    "User doesn't have permission for xattr: " + name);
        }
        set(NameNodeFixture.SUPERUSER, "/open/bobs/file", "trusted.a", "t", CREATE);
        assertThat(get("bob", "/open/bobs/file")).isEmpty();
        assertThat(get(NameNodeFixture.SUPERUSER, "/open/bobs/file")).containsExactly("trusted.a=t");
    }

    @Test
    void attributesOfTheNameSpaceRaw_areThereForPathsBelowReservedRawOnly() {
        String raw = "/.reserved/raw/open/bobs/file";
        set(NameNodeFixture.SUPERUSER, raw, "raw.a", "v", CREATE);
        assertThat(get(NameNodeFixture.SUPERUSER, raw)).containsExactly("raw.a=v");
        assertThat(list(NameNodeFixture.SUPERUSER, raw)).containsExactly("raw.a");
        assertThat(get("bob", raw, "raw.a")).containsExactly("raw.a=v");
        assertThat(get(NameNodeFixture.SUPERUSER, "/open/bobs/file")).isEmpty();
        assertRefused(
                setting("/open/bobs/file", "raw.a", "", REPLACE),
                ErrorCode.ACCESS_DENIED,
                "User doesn't have permission for xattr: raw.a");
        assertRefused(
                setting(raw, "raw.a", "", REPLACE),
                ErrorCode.ACCESS_DENIED,
                "Access denied for user bob. Superuser privilege is required");
        remove(NameNodeFixture.SUPERUSER, raw, "raw.a");
        assertThat(list(NameNodeFixture.SUPERUSER, raw)).isEmpty();
    }

    @Test
    void others_mayNotChange_andReadWhatTheyMayRead() {
        set("bob", "/open/bobs/file", "user.a", "v", CREATE);
        assertThat(get("carol", "/open/bobs/file")).containsExactly("user.a=v");
        assertThat(hdfs.as("carol")
                        .refusal("setXAttr", setting("/open/bobs/file", "user.b", "", CREATE))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        bob.chmod("/open/bobs/file", 0600);
        assertThat(hdfs.as("carol")
                        .refusal("getXAttrs", getting("/open/bobs/file"))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        hdfs.mkdirs("/sticky", 01777);
        assertThat(bob.refusal("setXAttr", setting("/sticky", "user.b", "", CREATE))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void markOfFilesUnreadableBySuperusers_hasNoValue_andStays() {
        assertRefused(
                setting("/open/bobs", UNREADABLE, "", CREATE),
                ErrorCode.IO_ERROR,
                "Can only set '" + UNREADABLE + "' on a file.");
        assertRefused(
                setting("/open/bobs/file", UNREADABLE, "x", CREATE),
                ErrorCode.ACCESS_DENIED,
                "Attempt to set a value for '" + UNREADABLE + "'. Values are not allowed for this xattr.");
        set("bob", "/open/bobs/file", UNREADABLE, "", CREATE);
        assertThat(bob.refusal("removeXAttr", removing("/open/bobs/file", UNREADABLE)))
                .isEqualTo(new Refusal(ErrorCode.ACCESS_DENIED, "The xattr '" + UNREADABLE + "' can not be deleted."));
    }

    @Test
    void absentAttributes_andPaths_areNamed() {
        assertThat(bob.refusal("getXAttrs", getting("/open/bobs/file", "user.none")))
                .isEqualTo(new Refusal(ErrorCode.IO_ERROR, "At least one of the attributes provided was not found."));
        assertThat(bob.refusal("removeXAttr", removing("/open/bobs/file", "user.none")))
                .isEqualTo(new Refusal(ErrorCode.IO_ERROR, "No matching attributes found for remove operation"));
        assertRefused(setting("/open/none", "user.a", "", CREATE), ErrorCode.FILE_NOT_FOUND, "cannot find /open/none");
    }

    @Test
    void rename_keepsThem_andDeletionTakesThemAlong() {
        set("bob", "/open/bobs/file", "user.a", "v", CREATE);
        bob.rename("/open/bobs/file", "/open/moved");
        assertThat(get("bob", "/open/moved")).containsExactly("user.a=v");
        bob.delete("/open/moved", false);
        List<Detail> left = fixture.runner.read(tx -> tx.details().of(file, DetailKind.EXTENDED_ATTRIBUTE, 0, 10));
        assertThat(left).isEmpty();
    }

    private void assertRefused(SetXAttrRequestProto request, ErrorCode code, String message) {
        assertThat(bob.refusal("setXAttr", request)).isEqualTo(new Refusal(code, message));
    }

    private static XAttrProto attribute(String prefixed, String value) {
        int dot = prefixed.indexOf('.');
        return XAttrProto.newBuilder()
                .setNamespace(
                        XAttrNamespaceProto.valueOf(prefixed.substring(0, dot).toUpperCase(Locale.ROOT)))
                .setName(prefixed.substring(dot + 1))
                .setValue(ByteString.copyFromUtf8(value))
                .build();
    }

    private static SetXAttrRequestProto setting(String path, String name, String value, int flags) {
        return SetXAttrRequestProto.newBuilder()
                .setSrc(path)
                .setXAttr(attribute(name, value))
                .setFlag(flags)
                .build();
    }

    private void set(String user, String path, String name, String value, int flags) {
        fixture.callAs(user, "setXAttr", setting(path, name, value, flags), SetXAttrResponseProto.parser());
    }

    private static GetXAttrsRequestProto getting(String path, String... names) {
        GetXAttrsRequestProto.Builder request =
                GetXAttrsRequestProto.newBuilder().setSrc(path);
        for (String name : names) {
            request.addXAttrs(attribute(name, ""));
        }
        return request.build();
    }

    private List<String> get(String user, String path, String... names) {
        return fixture
                .callAs(user, "getXAttrs", getting(path, names), GetXAttrsResponseProto.parser())
                .getXAttrsList()
                .stream()
                .map(attribute -> name(attribute) + "=" + attribute.getValue().toStringUtf8())
                .toList();
    }

    private List<String> list(String user, String path) {
        ListXAttrsRequestProto request =
                ListXAttrsRequestProto.newBuilder().setSrc(path).build();
        return fixture.callAs(user, "listXAttrs", request, ListXAttrsResponseProto.parser()).getXAttrsList().stream()
                .map(XAttrOperationsTest::name)
                .toList();
    }

    private static String name(XAttrProto attribute) {
        return attribute.getNamespace().name().toLowerCase(Locale.ROOT) + "." + attribute.getName();
    }

    private static RemoveXAttrRequestProto removing(String path, String name) {
        return RemoveXAttrRequestProto.newBuilder()
                .setSrc(path)
                .setXAttr(attribute(name, ""))
                .build();
    }

    private void remove(String user, String path, String name) {
        fixture.callAs(user, "removeXAttr", removing(path, name), RemoveXAttrResponseProto.parser());
    }
}

package io.lambdafs.namenode.op.constant;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CacheDirectiveInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshottableDirListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshottableDirListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCacheDirectivesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCacheDirectivesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCachePoolsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCachePoolsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListEncryptionZonesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListEncryptionZonesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListReencryptionStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListReencryptionStatusResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetECTopologyResultForPoliciesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetECTopologyResultForPoliciesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ECTopologyVerifierResultProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists of what is not there. */
final class EmptyAnswersTest {
    private final NameNodeFixture fixture = new NameNodeFixture();

    @BeforeEach
    void makeDirectories() {
        mkdirs("/closed", 0700);
        mkdirs("/closed/inside", 0755);
        mkdirs("/unreadable", 0711);
    }

    @Test
    void xattrs_areNone() {
        assertThat(fixture.callAs("bob", "getXAttrs", get("/"), GetXAttrsResponseProto.parser())
                        .getXAttrsList())
                .isEmpty();
        assertThat(fixture.callAs("bob", "listXAttrs", list("/"), ListXAttrsResponseProto.parser())
                        .getXAttrsList())
                .isEmpty();
    }

    @Test
    void xattrs_ofWhatMayNotBeRead_areDenied() {
        for (String method : List.of("getXAttrs", "listXAttrs")) {
            assertThat(refusal("bob", method, "/unreadable"))
                    .isEqualTo(new Refusal(
                            ErrorCode.ACCESS_DENIED,
                            "Permission denied: user=bob, access=READ,"
                                    + " inode=\"/unreadable\":hdfs:supergroup:drwx--x--x"));
            assertThat(refusal("bob", method, "/closed/inside").code()).isEqualTo(ErrorCode.ACCESS_DENIED);
            assertThat(refusal("hdfs", method, "/none"))
                    .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "cannot find /none"));
        }
    }

    @Test
    void xattrs_askedForByName_areNotFoundOrDenied() {
        Refusal notFound = new Refusal(ErrorCode.IO_ERROR, "At least one of the attributes provided was not found.");
        assertThat(fixture.refusal("bob", "getXAttrs", get("/", XAttrNamespaceProto.USER, "x")))
                .isEqualTo(notFound);
        assertThat(fixture.refusal("hdfs", "getXAttrs", get("/", XAttrNamespaceProto.TRUSTED, "x")))
                .isEqualTo(notFound);
        assertThat(fixture.refusal("bob", "getXAttrs", get("/", XAttrNamespaceProto.TRUSTED, "x")))
                .isEqualTo(new Refusal(ErrorCode.ACCESS_DENIED, "User doesn't have permission for xattr: trusted.x"));
        assertThat(fixture.refusal("hdfs", "getXAttrs", get("/", XAttrNamespaceProto.SYSTEM, "x")))
                .isEqualTo(new Refusal(ErrorCode.ACCESS_DENIED, "User doesn't have permission for xattr: system.x"));
    }

    @Test
    void listsForSuperusers_areEmptyForThemOnly() {
        ListEncryptionZonesRequestProto zones =
                ListEncryptionZonesRequestProto.newBuilder().setId(0).build();
        assertThat(fixture.call("listEncryptionZones", zones, ListEncryptionZonesResponseProto.parser()))
                .isEqualTo(ListEncryptionZonesResponseProto.newBuilder()
                        .setHasMore(false)
                        .build());
        ListReencryptionStatusRequestProto status =
                ListReencryptionStatusRequestProto.newBuilder().setId(0).build();
        assertThat(fixture.call("listReencryptionStatus", status, ListReencryptionStatusResponseProto.parser()))
                .isEqualTo(ListReencryptionStatusResponseProto.newBuilder()
                        .setHasMore(false)
                        .build());
        assertThat(fixture.refusal("bob", "listEncryptionZones", zones))
                .isEqualTo(superuserOnly("listEncryptionZones"));
        assertThat(fixture.refusal("bob", "listReencryptionStatus", status))
                .isEqualTo(superuserOnly("listReencryptionStatus"));
    }

    @Test
    void erasureCoding_hasEnoughDataNodesForNoPolicy() {
        GetECTopologyResultForPoliciesRequestProto.Builder request =
                GetECTopologyResultForPoliciesRequestProto.newBuilder();
        ECTopologyVerifierResultProto result = fixture.call(
                        "getECTopologyResultForPolicies",
                        request.build(),
                        GetECTopologyResultForPoliciesResponseProto.parser())
                .getResponse();
        assertThat(result.getIsSupported()).isTrue();
        assertThat(result.getResultMessage()).isEqualTo("No erasure coding policy is given.");
        assertThat(fixture.refusal("bob", "getECTopologyResultForPolicies", request.build()))
                .isEqualTo(superuserOnly("getECTopologyResultForPolicies"));
        assertThat(fixture.refusal(
                        "hdfs",
                        "getECTopologyResultForPolicies",
                        request.addPolicies("RS-6-3-1024k").build()))
                .isEqualTo(new Refusal(
                        ErrorCode.INVALID_ARGUMENT, "The given erasure coding policy RS-6-3-1024k does not exist."));
    }

    @Test
    void otherLists_areEmptyForEverybody() {
        assertThat(fixture.callAs(
                        "bob",
                        "getSnapshottableDirListing",
                        GetSnapshottableDirListingRequestProto.getDefaultInstance(),
                        GetSnapshottableDirListingResponseProto.parser()))
                .isEqualTo(GetSnapshottableDirListingResponseProto.getDefaultInstance());
        assertThat(fixture.callAs(
                        "bob",
                        "listCachePools",
                        ListCachePoolsRequestProto.newBuilder()
                                .setPrevPoolName("")
                                .build(),
                        ListCachePoolsResponseProto.parser()))
                .isEqualTo(ListCachePoolsResponseProto.newBuilder()
                        .setHasMore(false)
                        .build());
        assertThat(fixture.callAs(
                        "bob",
                        "listCacheDirectives",
                        directives(CacheDirectiveInfoProto.newBuilder().setPath("/a")),
                        ListCacheDirectivesResponseProto.parser()))
                .isEqualTo(ListCacheDirectivesResponseProto.newBuilder()
                        .setHasMore(false)
                        .build());
        assertThat(fixture.refusal(
                        "bob",
                        "listCacheDirectives",
                        directives(CacheDirectiveInfoProto.newBuilder().setId(7))))
                .isEqualTo(new Refusal(ErrorCode.IO_ERROR, "Did not find requested id 7"));
    }

    private void mkdirs(String path, int mode) {
        MkdirsRequestProto request = MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(mode))
                .setCreateParent(true)
                .build();
        fixture.call("mkdirs", request, MkdirsResponseProto.parser());
    }

    private Refusal refusal(String user, String method, String path) {
        MessageLite request = method.equals("getXAttrs") ? get(path) : list(path);
        return fixture.refusal(user, method, request);
    }

    private static Refusal superuserOnly(String command) {
        return new Refusal(
                ErrorCode.ACCESS_DENIED,
                "Access denied for user bob. Superuser privilege is required for operation " + command);
    }

    private static GetXAttrsRequestProto get(String path) {
        return GetXAttrsRequestProto.newBuilder().setSrc(path).build();
    }

    private static GetXAttrsRequestProto get(String path, XAttrNamespaceProto space, String name) {
        return GetXAttrsRequestProto.newBuilder()
                .setSrc(path)
                .addXAttrs(XAttrProto.newBuilder().setNamespace(space).setName(name))
                .build();
    }

    private static ListXAttrsRequestProto list(String path) {
        return ListXAttrsRequestProto.newBuilder().setSrc(path).build();
    }

    private static ListCacheDirectivesRequestProto directives(CacheDirectiveInfoProto.Builder filter) {
        return ListCacheDirectivesRequestProto.newBuilder()
                .setPrevId(0)
                .setFilter(filter)
                .build();
    }
}

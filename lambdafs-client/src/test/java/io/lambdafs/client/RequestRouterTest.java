package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.wire.PartitionFunction;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBatchedListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetPreferredBlockSizeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenewLeaseRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.thirdparty.protobuf.DynamicMessage;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.junit.jupiter.api.Test;

final class RequestRouterTest {
    private static final int DEPLOYMENTS = 16;
    private static final PartitionFunction PARTITION = new PartitionFunction(DEPLOYMENTS);
    private static final String PATH = "/some/deep/directory/file";

    private final RequestRouter router = new RequestRouter("spread");

    @Test
    void inodes_goToTheOwnerByTheirParent() {
        assertThat(deployment(
                        "getFileInfo",
                        GetFileInfoRequestProto.newBuilder().setSrc(PATH).build()))
                .isEqualTo(PARTITION.ownerOf(PATH));
        assertThat(deployment(
                        "concat", ConcatRequestProto.newBuilder().setTrg(PATH).build()))
                .isEqualTo(PARTITION.ownerOf(PATH));
        Message blockSize =
                GetPreferredBlockSizeRequestProto.newBuilder().setFilename(PATH).build();
        assertThat(deployment("getPreferredBlockSize", blockSize)).isEqualTo(PARTITION.ownerOf(PATH));
        // A method of later releases, whose message has the same field.
        assertThat(new RequestRouter("spread")
                        .route("getEnclosingRoot", blockSize)
                        .deployment(DEPLOYMENTS))
                .isEqualTo(PARTITION.ownerOf(PATH));
    }

    @Test
    void directories_goToTheOwnerOfTheirChildren() {
        Message listing = GetListingRequestProto.newBuilder()
                .setSrc(PATH)
                .setStartAfter(ByteString.EMPTY)
                .setNeedLocation(false)
                .build();
        assertThat(deployment("getListing", listing)).isEqualTo(PARTITION.ownerOfChildrenOf(PATH));
        Message summary =
                GetContentSummaryRequestProto.newBuilder().setPath(PATH).build();
        assertThat(deployment("getContentSummary", summary)).isEqualTo(PARTITION.ownerOfChildrenOf(PATH));
        Message batched = GetBatchedListingRequestProto.newBuilder()
                .addAllPaths(List.of(PATH, "/other"))
                .setStartAfter(ByteString.EMPTY)
                .setNeedLocation(false)
                .build();
        assertThat(deployment("getBatchedListing", batched)).isEqualTo(PARTITION.ownerOfChildrenOf(PATH));
    }

    @Test
    void requestsWithoutAPath_alwaysGoToTheSamePlace() {
        Message lease =
                RenewLeaseRequestProto.newBuilder().setClientName("DFSClient_1").build();
        assertThat(deployment("renewLease", lease)).isEqualTo(deployment("renewLease", lease));

        Message stats = GetFsStatusRequestProto.getDefaultInstance();
        assertThat(deployment("getFsStats", stats)).isEqualTo(deployment("getFsStats", stats));
    }

    @Test
    void pathsThatAreNone_areRoutedSomewhere() {
        for (String path : List.of("", "relative", "//", "/..", "/a\u0000b", "\ud800")) {
            Message message = GetFileInfoRequestProto.newBuilder().setSrc(path).build();
            assertThat(deployment("getFileInfo", message)).as(path).isBetween(0, DEPLOYMENTS - 1);
        }
    }

    @Test
    void everyMethodOfTheProtocol_isRouted() {
        TreeSet<String> byPath = new TreeSet<>();
        for (MethodDescriptor method : ClientNamenodeProtocolProtos.ClientNamenodeProtocol.getDescriptor()
                .getMethods()) {
            DynamicMessage.Builder message = DynamicMessage.newBuilder(method.getInputType());
            if (method.getInputType().findFieldByName("src") != null) {
                message.setField(method.getInputType().findFieldByName("src"), PATH);
                byPath.add(method.getName());
            }
            int deployment = deployment(method.getName(), message.buildPartial());
            int expected =
                    method.getName().equals("getListing") ? PARTITION.ownerOfChildrenOf(PATH) : PARTITION.ownerOf(PATH);
            assertThat(deployment).as(method.getName()).isBetween(0, DEPLOYMENTS - 1);
            if (byPath.contains(method.getName())) {
                assertThat(deployment).as(method.getName()).isEqualTo(expected);
            }
        }
        assertThat(byPath).contains("create", "rename2", "setXAttr", "truncate").hasSizeGreaterThan(40);
    }

    private int deployment(String method, Message message) {
        return router.route(method, message).deployment(DEPLOYMENTS);
    }
}

package io.lambdafs.namenode.op.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.blockkey.BlockKey;
import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.BlockKeyList;
import io.lambdafs.wire.DataNodeBlocks;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetBalancerBandwidthRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetBalancerBandwidthResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.junit.jupiter.api.Test;

/** What NameNodes say for a balancer. */
final class BalancingTest {
    private static final BlockKeyConfig KEYS =
            new BlockKeyConfig(true, Duration.ofMinutes(10), Duration.ofMinutes(30), Duration.ofMinutes(5));

    private final FileFixture fixture = new FileFixture();

    private static BytesValue request(String dataNode, long bytes, long leastBytes, String type) {
        return BytesValue.newBuilder()
                .setValue(ByteString.copyFrom(new DataNodeBlocks(dataNode, bytes, leastBytes, type).encode()))
                .build();
    }

    private List<LocatedBlockProto> blocks(String dataNode, long bytes, long leastBytes, String type) {
        return fixture.nameNode
                .call(DataNodeBlocks.METHOD, request(dataNode, bytes, leastBytes, type), LocatedBlocksProto.parser())
                .getBlocksList();
    }

    private static List<Long> numbers(List<LocatedBlockProto> blocks) {
        return blocks.stream().map(block -> block.getB().getBlockId()).toList();
    }

    @Test
    void allBlocksOfADataNode_areFound_eachOnce_withTheirPlaces() {
        List<Long> written = IntStream.range(0, 30)
                .mapToObj(number -> fixture.file("/f" + number, 10).getB().getBlockId())
                .toList();
        for (int i = 0; i < 20; i++) {
            List<LocatedBlockProto> found = blocks("dn1", Long.MAX_VALUE, 0, "DISK");

            assertThat(numbers(found)).containsExactlyInAnyOrderElementsOf(written);
            assertThat(found).allSatisfy(block -> {
                assertThat(block.getB().getNumBytes()).isEqualTo(10);
                assertThat(block.getStorageIDsList()).containsExactlyInAnyOrder("s1", "s2", "s3");
                assertThat(FileFixture.nodes(block)).containsExactlyInAnyOrder("dn1", "dn2", "dn3");
                assertThat(block.getBlockToken().getIdentifier()).isEqualTo(ByteString.EMPTY);
            });
        }
    }

    @Test
    void answers_beginAtRandomBlocks_andEndWithTheBytesThatWereAskedFor() {
        for (int number = 0; number < 10; number++) {
            fixture.file("/f" + number, 10);
        }
        Set<Long> first = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            List<LocatedBlockProto> found = blocks("dn2", 25, 0, "");

            assertThat(found).hasSize(3);
            first.add(numbers(found).get(0));
        }
        assertThat(first).hasSizeGreaterThan(3);
    }

    @Test
    void shortBlocks_otherTypes_openBlocksAndBadReplicas_areLeftOut() {
        fixture.file("/short", 9);
        long wanted = fixture.file("/long", 10).getB().getBlockId();
        LocatedBlockProto bad = fixture.file("/bad", 10);
        fixture.received(bad, 11, "s1");
        long open = fixture.create("/open").getFileId();
        fixture.received(fixture.addBlock(FileFixture.addBlockRequest("/open", open)), 10, "s1");

        assertThat(numbers(blocks("dn1", Long.MAX_VALUE, 10, "DISK"))).containsExactly(wanted);
        assertThat(blocks("dn1", Long.MAX_VALUE, 10, "SSD")).isEmpty();
        assertThat(numbers(blocks("dn2", Long.MAX_VALUE, 10, "DISK")))
                .containsExactlyInAnyOrder(wanted, bad.getB().getBlockId());
    }

    @Test
    void oneAnswer_isBounded() {
        int blocks = 1_100;
        for (int number = 0; number < blocks; number++) {
            fixture.file("/f" + number, 10);
        }
        assertThat(new HashSet<>(numbers(blocks("dn3", Long.MAX_VALUE, 0, "")))).hasSize(1_000);
    }

    @Test
    void unknownDataNodes_nonsenseAndStrangers_areRefused() {
        assertThat(fixture.nameNode.refusal("hdfs", DataNodeBlocks.METHOD, request("dn9", 1, 0, "")))
                .isEqualTo(new Refusal(ErrorCode.INVALID_ARGUMENT, "Datanode dn9 not found."));
        assertThat(fixture.nameNode
                        .refusal("hdfs", DataNodeBlocks.METHOD, request("dn1", 0, 0, ""))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(fixture.nameNode
                        .refusal("hdfs", DataNodeBlocks.METHOD, request("dn1", 1, -1, ""))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(fixture.nameNode
                        .refusal("hdfs", DataNodeBlocks.METHOD, BytesValue.getDefaultInstance())
                        .code())
                .isEqualTo(ErrorCode.MALFORMED_REQUEST);
        assertThat(fixture.nameNode.refusal("bob", DataNodeBlocks.METHOD, request("dn1", 1, 0, "")))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Access denied for user bob. Superuser privilege is required for operation getBlocks"));
    }

    @Test
    void bandwidth_isSentToLiveDataNodes() {
        fixture.nameNode.advance(Duration.ofMinutes(1).toMillis());
        fixture.heartbeat(1);
        fixture.heartbeat(2);

        bandwidth(1 << 20);
        bandwidth(0);

        assertThat(fixture.commands(1)).containsExactly(new DataNodeCommand.Throttle(1 << 20));
        assertThat(fixture.commands(2)).containsExactly(new DataNodeCommand.Throttle(1 << 20));
        assertThat(fixture.commands(3)).as("of a dead DataNode").isEmpty();
        assertThat(fixture.nameNode.refusal("hdfs", "setBalancerBandwidth", bandwidthRequest((1L << 40) + 1)))
                .isEqualTo(new Refusal(
                        ErrorCode.INVALID_ARGUMENT,
                        "Bandwidth should not exceed maximum limit 1099511627776 bytes per second"));
        assertThat(fixture.nameNode
                        .refusal("bob", "setBalancerBandwidth", bandwidthRequest(1))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    private void bandwidth(long bytesPerSecond) {
        fixture.nameNode.call(
                "setBalancerBandwidth", bandwidthRequest(bytesPerSecond), SetBalancerBandwidthResponseProto.parser());
    }

    private static SetBalancerBandwidthRequestProto bandwidthRequest(long bytesPerSecond) {
        return SetBalancerBandwidthRequestProto.newBuilder()
                .setBandwidth(bytesPerSecond)
                .build();
    }

    @Test
    void blockKeys_areForSuperusers_andOnlyInSecureMode() throws MalformedEnvelopeException {
        FileFixture secure = FileFixture.secure();
        MsyncRequestProto request = MsyncRequestProto.getDefaultInstance();
        assertThat(fixture.nameNode
                        .refusal("hdfs", BlockKeyList.METHOD, request)
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_METHOD);
        assertThat(secure.nameNode.refusal("hdfs", BlockKeyList.METHOD, request).message())
                .contains("no block keys yet");
        secure.write(tx -> StoredBlockKeys.renew(tx, KEYS, () -> new byte[BlockKey.SECRET_BYTES]));

        assertThat(secure.nameNode.refusal("bob", BlockKeyList.METHOD, request))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Access denied for user bob. Superuser privilege is required for operation getBlockKeys"));
        ResponseEnvelope response = secure.nameNode.send(
                secure.nameNode.newRequestId(), NameNodeFixture.SUPERUSER, BlockKeyList.METHOD, new byte[0]);
        BlockKeyList keys = BlockKeyList.decode(response.payload());
        assertThat(keys.intervalMillis()).isEqualTo(KEYS.interval().toMillis());
        assertThat(keys.lifetimeMillis()).isEqualTo(KEYS.lifetime().toMillis());
        assertThat(keys.current().id())
                .isEqualTo(secure.read(StoredBlockKeys::read)
                        .orElseThrow()
                        .current()
                        .id());
        assertThat(keys.keys()).hasSize(2);
    }
}

package io.lambdafs.namenode.op.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.blockkey.BlockKey;
import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.blockkey.BlockKeys;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateFlagProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetAdditionalDatanodeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetAdditionalDatanodeResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDataEncryptionKeyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDataEncryptionKeyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdateBlockForPipelineRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdateBlockForPipelineResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.AccessModeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockTokenSecretProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DataEncryptionKeyProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.api.Test;

/** Which operations give tokens in secure mode, with which right, to which users, and how they are signed. */
final class BlockTokenOperationsTest {
    private static final BlockKeyConfig KEYS =
            new BlockKeyConfig(true, Duration.ofMinutes(10), Duration.ofMinutes(30), Duration.ofMinutes(5));

    private final FileFixture fixture = FileFixture.secure();
    private final Random random = new Random(3);

    private void renewKeys() {
        fixture.write(tx -> StoredBlockKeys.renew(tx, KEYS, () -> {
            byte[] secret = new byte[BlockKey.SECRET_BYTES];
            random.nextBytes(secret);
            return secret;
        }));
    }

    private BlockKeys keys() {
        return fixture.read(StoredBlockKeys::read).orElseThrow();
    }

    private static byte[] signature(BlockKey key, byte[] text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(key.secret(), "HmacSHA1"));
        return mac.doFinal(text);
    }

    /** What the token of a block says; that it is for this block, and signed with the key that it names, is checked. */
    private BlockTokenSecretProto identifier(LocatedBlockProto located) throws Exception {
        TokenProto token = located.getBlockToken();
        assertThat(token.getKind()).isEqualTo("HDFS_BLOCK_TOKEN");
        BlockTokenSecretProto identifier = BlockTokenSecretProto.parseFrom(token.getIdentifier());
        BlockKey key = keys().all().stream()
                .filter(known -> known.id() == identifier.getKeyId())
                .findFirst()
                .orElseThrow();
        assertThat(token.getPassword().toByteArray())
                .isEqualTo(signature(key, token.getIdentifier().toByteArray()));
        assertThat(identifier.getBlockId()).isEqualTo(located.getB().getBlockId());
        assertThat(identifier.getBlockPoolId()).isEqualTo(located.getB().getPoolId());
        assertThat(identifier.getExpiryDate())
                .isEqualTo(fixture.nameNode.instant().toEpochMilli()
                        + KEYS.lifetime().toMillis());
        assertThat(identifier.getStorageIdsList()).isEqualTo(located.getStorageIDsList());
        assertThat(identifier.getStorageTypesList()).isEqualTo(located.getStorageTypesList());
        return identifier;
    }

    private void assertGrants(LocatedBlockProto located, AccessModeProto mode) throws Exception {
        BlockTokenSecretProto identifier = identifier(located);
        assertThat(identifier.getModesList()).containsExactly(mode);
        assertThat(identifier.getUserId()).isEqualTo(NameNodeFixture.SUPERUSER);
        assertThat(identifier.getKeyId()).isEqualTo(keys().current().id());
    }

    private static boolean hasToken(LocatedBlockProto located) {
        return !located.getBlockToken().getIdentifier().isEmpty()
                || !located.getBlockToken().getPassword().isEmpty();
    }

    private static List<LocatedBlockProto> all(LocatedBlocksProto located) {
        List<LocatedBlockProto> all = new ArrayList<>(located.getBlocksList());
        all.add(located.getLastBlock());
        return all;
    }

    @Test
    void writers_getTheRightToWrite() throws Exception {
        renewKeys();
        HdfsFileStatusProto file = fixture.create("/f");
        LocatedBlockProto added = fixture.addBlock(FileFixture.addBlockRequest("/f", file.getFileId()));
        assertGrants(added, AccessModeProto.WRITE);
        // Asked for again, as by a client that lost the answer.
        assertGrants(fixture.addBlock(FileFixture.addBlockRequest("/f", file.getFileId())), AccessModeProto.WRITE);
        UpdateBlockForPipelineRequestProto renewal = UpdateBlockForPipelineRequestProto.newBuilder()
                .setBlock(added.getB())
                .setClientName(FileFixture.CLIENT)
                .build();
        assertGrants(
                fixture.nameNode
                        .call("updateBlockForPipeline", renewal, UpdateBlockForPipelineResponseProto.parser())
                        .getBlock(),
                AccessModeProto.WRITE);
        fixture.file("/appended", 5);
        assertGrants(fixture.append("/appended", 0).getBlock(), AccessModeProto.WRITE);
        fixture.file("/next", 5);
        assertThat(hasToken(
                        fixture.append("/next", CreateFlagProto.NEW_BLOCK_VALUE).getBlock()))
                .isFalse();
    }

    private static GetAdditionalDatanodeRequestProto additional(HdfsFileStatusProto file, LocatedBlockProto block) {
        return GetAdditionalDatanodeRequestProto.newBuilder()
                .setSrc("/f")
                .setFileId(file.getFileId())
                .setBlk(block.getB())
                .setNumAdditionalNodes(1)
                .setClientName(FileFixture.CLIENT)
                .build();
    }

    @Test
    void pipelineThatLostADataNode_getsTheRightToCopyItsOwnBlock() throws Exception {
        renewKeys();
        LocatedBlockProto foreign = fixture.file("/foreign", 5);
        HdfsFileStatusProto file = fixture.create("/f");
        LocatedBlockProto block = fixture.addBlock(FileFixture.addBlockRequest("/f", file.getFileId()));
        assertGrants(
                fixture.nameNode
                        .call(
                                "getAdditionalDatanode",
                                additional(file, block),
                                GetAdditionalDatanodeResponseProto.parser())
                        .getBlock(),
                AccessModeProto.COPY);
        assertThat(fixture.nameNode
                        .refusal(NameNodeFixture.SUPERUSER, "getAdditionalDatanode", additional(file, foreign))
                        .message())
                .contains("is not a block of the file");
    }

    private LocatedBlocksProto located(String user, boolean withTokens) {
        return fixture.nameNode
                .callAs(
                        user,
                        "getLocatedFileInfo",
                        GetLocatedFileInfoRequestProto.newBuilder()
                                .setSrc("/f")
                                .setNeedBlockToken(withTokens)
                                .build(),
                        GetLocatedFileInfoResponseProto.parser())
                .getFs()
                .getLocations();
    }

    @Test
    void readers_getTheRightToReadWhereTheyMayRead() throws Exception {
        renewKeys();
        fixture.file("/f", 5);
        for (LocatedBlockProto block : all(fixture.locations("/f", 0, 100))) {
            assertGrants(block, AccessModeProto.READ);
        }
        for (LocatedBlockProto block : all(located("reader", true))) {
            assertThat(identifier(block).getModesList()).containsExactly(AccessModeProto.READ);
            assertThat(identifier(block).getUserId()).isEqualTo("reader");
        }
        assertThat(all(located("reader", false))).noneMatch(BlockTokenOperationsTest::hasToken);

        fixture.nameNode.call(
                "setPermission",
                SetPermissionRequestProto.newBuilder()
                        .setSrc("/f")
                        .setPermission(FsPermissionProto.newBuilder().setPerm(0600))
                        .build(),
                SetPermissionResponseProto.parser());
        assertThat(all(located("reader", true))).noneMatch(BlockTokenOperationsTest::hasToken);
        assertThat(located("reader", true).getBlocksList()).hasSize(1);
    }

    @Test
    void listings_haveNoTokens() {
        renewKeys();
        fixture.file("/f", 5);
        LocatedBlocksProto listed = fixture.nameNode
                .call(
                        "getListing",
                        GetListingRequestProto.newBuilder()
                                .setSrc("/")
                                .setStartAfter(ByteString.EMPTY)
                                .setNeedLocation(true)
                                .build(),
                        GetListingResponseProto.parser())
                .getDirList()
                .getPartialListing(0)
                .getLocations();
        assertThat(listed.getBlocksList()).hasSize(1);
        assertThat(all(listed)).noneMatch(BlockTokenOperationsTest::hasToken);
    }

    @Test
    void keyThatWasReplaced_signsForAFewMinutesAtMost() throws Exception {
        renewKeys();
        fixture.file("/f", 5);
        assertThat(identifier(block()).getKeyId()).isEqualTo(1);
        fixture.nameNode.advance(KEYS.interval().toMillis());
        renewKeys();
        assertThat(identifier(block()).getKeyId()).isEqualTo(2);
        fixture.nameNode.advance(KEYS.interval().toMillis());
        heartbeats();
        // Nobody has renewed the keys yet.
        assertThat(identifier(block()).getKeyId()).isEqualTo(2);
        renewKeys();
        fixture.nameNode.advance(Duration.ofMinutes(5).toMillis());
        heartbeats();
        assertThat(identifier(block()).getKeyId()).isEqualTo(2);
        fixture.nameNode.advance(1);
        assertThat(identifier(block()).getKeyId()).isEqualTo(3);
    }

    private LocatedBlockProto block() {
        heartbeats();
        return fixture.locations("/f", 0, 100).getBlocks(0);
    }

    private void heartbeats() {
        for (int number = 1; number <= 3; number++) {
            fixture.heartbeat(number);
        }
    }

    @Test
    void tokens_endWithTheKeyOfAHousekeepingThatStopped() throws Exception {
        renewKeys();
        fixture.file("/f", 5);
        long end = keys().current().expiryMillis();
        fixture.nameNode.advance(end - fixture.nameNode.instant().toEpochMilli() - 1);
        TokenProto late = block().getBlockToken();
        assertThat(BlockTokenSecretProto.parseFrom(late.getIdentifier()).getExpiryDate())
                .isEqualTo(end);
        fixture.nameNode.advance(1);
        heartbeats();
        assertThat(refusalOfRead(NameNodeFixture.SUPERUSER)).contains("no valid block keys");
        renewKeys();
        assertThat(identifier(block()).getKeyId()).isEqualTo(3);
    }

    private String refusalOfRead(String user) {
        NameNodeFixture.Refusal refusal = fixture.nameNode.refusal(
                user,
                "getBlockLocations",
                GetBlockLocationsRequestProto.newBuilder()
                        .setSrc("/f")
                        .setOffset(0)
                        .setLength(10)
                        .build());
        assertThat(refusal.code()).isIn(ErrorCode.IO_ERROR, ErrorCode.ACCESS_DENIED);
        return refusal.message();
    }

    @Test
    void userNamedAsDataNodesAre_getsNoToken() {
        renewKeys();
        fixture.file("/f", 5);
        assertThat(refusalOfRead("lambdafs:datanode")).contains("begins with lambdafs:");
    }

    @Test
    void encryptionKey_isMadeWithTheCurrentBlockKey() throws Exception {
        renewKeys();
        DataEncryptionKeyProto one = encryptionKey();
        assertThat(one.getKeyId()).isEqualTo(1);
        assertThat(one.getEncryptionKey().toByteArray())
                .isEqualTo(signature(keys().current(), one.getNonce().toByteArray()));
        assertThat(one.getExpiryDate())
                .isEqualTo(fixture.nameNode.instant().toEpochMilli()
                        + KEYS.lifetime().toMillis());
        assertThat(encryptionKey().getNonce()).isNotEqualTo(one.getNonce());
    }

    private DataEncryptionKeyProto encryptionKey() throws InvalidProtocolBufferException {
        return fixture.nameNode
                .callAs(
                        "anybody",
                        "getDataEncryptionKey",
                        GetDataEncryptionKeyRequestProto.getDefaultInstance(),
                        GetDataEncryptionKeyResponseProto.parser())
                .getDataEncryptionKey();
    }

    @Test
    void withoutSecureMode_thereAreNoTokens() {
        FileFixture open = new FileFixture();
        open.file("/f", 5);
        GetBlockLocationsResponseProto answer = open.nameNode.call(
                "getBlockLocations",
                GetBlockLocationsRequestProto.newBuilder()
                        .setSrc("/f")
                        .setOffset(0)
                        .setLength(10)
                        .build(),
                GetBlockLocationsResponseProto.parser());
        assertThat(all(answer.getLocations())).noneMatch(BlockTokenOperationsTest::hasToken);
    }
}

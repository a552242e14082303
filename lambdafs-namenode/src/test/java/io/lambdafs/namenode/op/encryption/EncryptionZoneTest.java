package io.lambdafs.namenode.op.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import io.lambdafs.namenode.encryption.TwinKeyProvider;
import io.lambdafs.namenode.op.AllOperations;
import io.lambdafs.namenode.op.file.AccessTimes;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateFlagProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetServerDefaultsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetServerDefaultsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2ResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.CreateEncryptionZoneRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.CreateEncryptionZoneResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.EncryptionZoneProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.GetEZForPathRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.GetEZForPathResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListEncryptionZonesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListEncryptionZonesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.CryptoProtocolVersionProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.FileEncryptionInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrSetFlagProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Encryption zones as clients see them, over a key provider in memory. */
final class EncryptionZoneTest {
    private static final NameNodeConfig CONFIG = NameNodeConfig.defaults(NameNodeFixture.SUPERUSER);
    private static final String RAW = "/.reserved/raw";

    private final TwinKeyProvider provider =
            new TwinKeyProvider().with("key", "AES/CTR/NoPadding").with("other", "AES/CTR/NoPadding");

    private final NameNodeFixture cluster = new NameNodeFixture(CONFIG, this::operations);

    private Map<String, Operation<?, ?>> operations(NameNodeFixture fixture) {
        return AllOperations.of(
                CONFIG,
                LeaseLimits.defaults(),
                new FileOperations.Access(fixture.store, fixture.runner, fixture.identity()),
                new FileOperations.Dependencies(
                        fixture,
                        pause -> {},
                        new Random(1),
                        AccessTimes.NONE,
                        new EncryptedKeys(provider, Runnable::run)),
                () -> fixture.millis() * 1_000_000);
    }

    @BeforeEach
    void zones() {
        mkdirs("/zone");
        mkdirs("/second");
        mkdirs("/plain");
        zone("/zone", "key");
        zone("/second", "other");
    }

    private void mkdirs(String path) {
        MkdirsRequestProto request = MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(0755))
                .setCreateParent(true)
                .build();
        assertThat(cluster.call("mkdirs", request, MkdirsResponseProto.parser()).getResult())
                .isTrue();
    }

    private static CreateEncryptionZoneRequestProto zoneRequest(String path, String key) {
        return CreateEncryptionZoneRequestProto.newBuilder()
                .setSrc(path)
                .setKeyName(key)
                .build();
    }

    private void zone(String path, String key) {
        cluster.call("createEncryptionZone", zoneRequest(path, key), CreateEncryptionZoneResponseProto.parser());
    }

    private String refusal(String method, MessageLite request) {
        return cluster.refusal(NameNodeFixture.SUPERUSER, method, request).message();
    }

    private static CreateRequestProto createRequest(String path) {
        return CreateRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(0644))
                .setClientName("client")
                .setCreateFlag(CreateFlagProto.CREATE_VALUE)
                .setCreateParent(true)
                .setReplication(1)
                .setBlockSize(1 << 20)
                .addCryptoProtocolVersion(CryptoProtocolVersionProto.ENCRYPTION_ZONES)
                .build();
    }

    private HdfsFileStatusProto create(String path) {
        HdfsFileStatusProto made = cluster.call("create", createRequest(path), CreateResponseProto.parser())
                .getFs();
        CompleteRequestProto complete = CompleteRequestProto.newBuilder()
                .setSrc(path)
                .setClientName("client")
                .setFileId(made.getFileId())
                .build();
        assertThat(cluster.call("complete", complete, CompleteResponseProto.parser())
                        .getResult())
                .isTrue();
        return made;
    }

    private HdfsFileStatusProto status(String path) {
        GetFileInfoRequestProto request =
                GetFileInfoRequestProto.newBuilder().setSrc(path).build();
        return cluster.call("getFileInfo", request, GetFileInfoResponseProto.parser())
                .getFs();
    }

    private List<HdfsFileStatusProto> list(String path) {
        GetListingRequestProto request = GetListingRequestProto.newBuilder()
                .setSrc(path)
                .setStartAfter(ByteString.EMPTY)
                .setNeedLocation(false)
                .build();
        return cluster.call("getListing", request, GetListingResponseProto.parser())
                .getDirList()
                .getPartialListingList();
    }

    private static boolean isEncrypted(HdfsFileStatusProto status) {
        return (status.getFlags() & HdfsFileStatusProto.Flags.HAS_CRYPT_VALUE) != 0;
    }

    private EncryptionZoneProto zoneOf(String path) {
        GetEZForPathRequestProto request =
                GetEZForPathRequestProto.newBuilder().setSrc(path).build();
        GetEZForPathResponseProto response = cluster.call("getEZForPath", request, GetEZForPathResponseProto.parser());
        return response.hasZone() ? response.getZone() : EncryptionZoneProto.getDefaultInstance();
    }

    private static Rename2RequestProto rename(String from, String to) {
        return Rename2RequestProto.newBuilder()
                .setSrc(from)
                .setDst(to)
                .setOverwriteDest(false)
                .build();
    }

    @Test
    void zoneIsFound_fromItsRootDown_andListedUntilItIsDeleted() {
        mkdirs("/zone/a/b");
        assertThat(zoneOf("/zone/a/b").getPath()).isEqualTo("/zone");
        assertThat(zoneOf("/zone").getKeyName()).isEqualTo("key");
        assertThat(zoneOf("/plain").hasKeyName()).isFalse();
        assertThat(listed()).containsExactly("/zone", "/second");
        DeleteRequestProto delete = DeleteRequestProto.newBuilder()
                .setSrc("/zone")
                .setRecursive(true)
                .build();
        assertThat(cluster.call("delete", delete, DeleteResponseProto.parser()).getResult())
                .isTrue();
        assertThat(listed()).containsExactly("/second");
        assertThat(cluster.refusal("alice", "listEncryptionZones", listRequest(0))
                        .message())
                .contains("Superuser privilege is required");
    }

    private static ListEncryptionZonesRequestProto listRequest(long after) {
        return ListEncryptionZonesRequestProto.newBuilder().setId(after).build();
    }

    private List<String> listed() {
        ListEncryptionZonesResponseProto response =
                cluster.call("listEncryptionZones", listRequest(0), ListEncryptionZonesResponseProto.parser());
        assertThat(response.getHasMore()).isFalse();
        return response.getZonesList().stream()
                .map(EncryptionZoneProto::getPath)
                .toList();
    }

    @Test
    void zonesThatCannotBe_areRefusedInHdfssWords() {
        create("/plain/file");
        String method = "createEncryptionZone";
        assertThat(refusal(method, zoneRequest("/none", "key"))).contains("cannot find /none");
        assertThat(refusal(method, zoneRequest("/plain", "key")))
                .isEqualTo("Attempt to create an encryption zone for a non-empty directory.");
        assertThat(refusal(method, zoneRequest("/plain/file", "key")))
                .isEqualTo("Attempt to create an encryption zone for a file.");
        assertThat(refusal(method, zoneRequest("/zone", "key")))
                .isEqualTo("Directory /zone is already an encryption zone.");
        assertThat(refusal(method, zoneRequest("/plain", ""))).contains("Must specify a key name");
        assertThat(refusal(method, zoneRequest("/plain", "none"))).isEqualTo("Key none doesn't exist.");
        assertThat(cluster.refusal("alice", method, zoneRequest("/plain", "key"))
                        .message())
                .contains("Superuser privilege is required");
        provider.with("rot13", "ROT13");
        mkdirs("/more");
        assertThat(refusal(method, zoneRequest("/more", "rot13"))).contains("ROT13", "AES/CTR/NoPadding");
        provider.away = true;
        assertThat(refusal(method, zoneRequest("/more", "key"))).contains("it is away");
    }

    @Test
    void eachFileInAZone_hasAKeyOfItsOwn_whichEveryAnswerTells() {
        FileEncryptionInfoProto first = create("/zone/one").getFileEncryptionInfo();
        FileEncryptionInfoProto second = create("/zone/sub/two").getFileEncryptionInfo();
        assertThat(first.getKeyName()).isEqualTo("key");
        assertThat(first.getEzKeyVersionName()).isEqualTo("key@0");
        assertThat(second.getKey()).isNotEqualTo(first.getKey());

        assertThat(status("/zone/one").getFileEncryptionInfo()).isEqualTo(first);
        assertThat(locations("/zone/one").getFileEncryptionInfo()).isEqualTo(first);
        assertThat(list("/zone")).allMatch(EncryptionZoneTest::isEncrypted);
        assertThat(list("/zone").get(0).getFileEncryptionInfo()).isEqualTo(first);
        assertThat(isEncrypted(status("/zone/sub"))).isTrue();
        assertThat(isEncrypted(status("/zone"))).isTrue();

        HdfsFileStatusProto plain = create("/plain/file");
        assertThat(isEncrypted(plain) || plain.hasFileEncryptionInfo()).isFalse();
        assertThat(list("/plain")).noneMatch(EncryptionZoneTest::isEncrypted);
    }

    private org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto locations(String path) {
        GetBlockLocationsRequestProto request = GetBlockLocationsRequestProto.newBuilder()
                .setSrc(path)
                .setOffset(0)
                .setLength(1)
                .build();
        return cluster.call("getBlockLocations", request, GetBlockLocationsResponseProto.parser())
                .getLocations();
    }

    @Test
    void belowReservedRaw_nobodyIsToldHowToDecrypt_andFilesAreCopiedAsTheyAre() {
        FileEncryptionInfoProto original = create("/zone/one").getFileEncryptionInfo();
        HdfsFileStatusProto raw = status(RAW + "/zone/one");
        assertThat(isEncrypted(raw)).isTrue();
        assertThat(raw.hasFileEncryptionInfo()).isFalse();
        assertThat(locations(RAW + "/zone/one").hasFileEncryptionInfo()).isFalse();
        assertThat(list(RAW + "/zone")).noneMatch(HdfsFileStatusProto::hasFileEncryptionInfo);

        assertThat(create(RAW + "/zone/copy").hasFileEncryptionInfo()).isFalse();
        assertThat(status("/zone/copy").hasFileEncryptionInfo()).isFalse();
        set(RAW + "/zone/copy", attributes(RAW + "/zone/one").get(0));
        assertThat(status("/zone/copy").getFileEncryptionInfo()).isEqualTo(original);
        assertThat(attributes("/zone/one")).isEmpty();

        set(RAW + "/plain", attributes(RAW + "/zone").get(0));
        assertThat(zoneOf("/plain").getKeyName()).isEqualTo("key");
        assertThat(listed()).contains("/plain");
        assertThat(refusal(
                        "setXAttr",
                        setRequest(RAW + "/zone/copy", attributes(RAW + "/zone").get(0))))
                .contains("is for directories");
    }

    private List<XAttrProto> attributes(String path) {
        GetXAttrsRequestProto request =
                GetXAttrsRequestProto.newBuilder().setSrc(path).build();
        return cluster.call("getXAttrs", request, GetXAttrsResponseProto.parser())
                .getXAttrsList();
    }

    private static SetXAttrRequestProto setRequest(String path, XAttrProto attribute) {
        return SetXAttrRequestProto.newBuilder()
                .setSrc(path)
                .setXAttr(attribute)
                .setFlag(XAttrSetFlagProto.XATTR_CREATE_VALUE)
                .build();
    }

    private void set(String path, XAttrProto attribute) {
        cluster.call("setXAttr", setRequest(path, attribute), SetXAttrResponseProto.parser());
    }

    @Test
    void nothingIsMovedOutOfAZone_orIntoOne_butWithinOne() {
        create("/zone/one");
        create("/plain/file");
        assertThat(refusal("rename2", rename("/zone/one", "/plain/one")))
                .isEqualTo("/zone/one can't be moved from an encryption zone.");
        assertThat(refusal("rename2", rename("/plain/file", "/zone/file")))
                .isEqualTo("/plain/file can't be moved into an encryption zone.");
        assertThat(refusal("rename2", rename("/zone/one", "/second/one")))
                .isEqualTo("/zone/one can't be moved from encryption zone /zone to encryption zone /second.");
        cluster.call("rename2", rename("/zone/one", "/zone/two"), Rename2ResponseProto.parser());
        cluster.call("rename2", rename("/zone", "/moved"), Rename2ResponseProto.parser());
        assertThat(status("/moved/two").getFileEncryptionInfo().getKeyName()).isEqualTo("key");
        assertThat(listed()).contains("/moved");
        assertThat(refusal(
                        "concat",
                        ConcatRequestProto.newBuilder()
                                .setTrg("/moved/two")
                                .addSrcs("/moved/three")
                                .build()))
                .contains("concat can not be called for files in an encryption zone.");
    }

    @Test
    void keysAreFetchedOutsideOfTransactions_andAProviderThatIsAwayIsNamed() {
        provider.whileAsked = () -> mkdirs("/zone/made-meanwhile");
        create("/zone/one");
        assertThat(status("/zone/made-meanwhile").hasFileId()).isTrue();
        provider.whileAsked = () -> {};
        provider.away = true;
        create("/zone/two");
        assertThat(refusal("create", createRequest("/second/one")))
                .contains("the key provider gave nothing for the key other: it is away");
        CreateRequestProto old = createRequest("/zone/three").toBuilder()
                .clearCryptoProtocolVersion()
                .build();
        assertThat(refusal("create", old)).contains("No crypto protocol versions provided by the client are supported");
    }

    @Test
    void clientsAreToldOfTheProvider_andNothingIsDecoupledInAZone() {
        assertThat(cluster.call(
                                "getServerDefaults",
                                GetServerDefaultsRequestProto.getDefaultInstance(),
                                GetServerDefaultsResponseProto.parser())
                        .getServerDefaults()
                        .getKeyProviderUri())
                .isEqualTo("kms://http@twin:9600/kms");
        mkdirs("/zone/empty");
        for (String path : List.of("/zone", "/zone/empty")) {
            assertThat(refusal(DecouplingMethods.DECOUPLE, decouple(path)))
                    .contains(path + " is in an encryption zone or contains one, so it cannot be decoupled.");
        }
    }

    private static BytesValue decouple(String path) {
        return BytesValue.of(ByteString.copyFrom(new DecoupleRequest(path, "client", 10, 60_000, "").encode()));
    }
}

package io.lambdafs.secure.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.blockkey.BlockKey;
import io.lambdafs.system.Await;
import io.lambdafs.system.SharedStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.InterDatanodeProtocolTranslatorPB;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Stock clients and real DataNodes in secure mode, whose keys change every few seconds during all of it. What works
 * without secure mode works with it, and the DataNodes refuse every access without the right to it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("extended")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class SecureDataTest {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int BLOCK = 1 << 16;
    private static final int LENGTH = 5 * BLOCK + 1_234;

    private final byte[] content = new byte[LENGTH];
    private SecureSystem system;
    private DistributedFileSystem fs;
    private RawTransfer raw;
    private LocatedBlock block;
    private BlockKey firstKey;

    @BeforeAll
    void start() throws Exception {
        new Random(7).nextBytes(content);
        system = SecureSystem.start(3);
        fs = system.client();
        raw = new RawTransfer(system.configuration(), fs.getClient());
        block = located(write("/block", 1));
        firstKey = system.keys().current();
        // Another test looks when it is refused; here it is not.
        assertThat(raw.read(block, signed(firstKey, block, HOUR, AccessMode.READ)))
                .isEqualTo(Status.SUCCESS);
    }

    @AfterAll
    void stop() throws IOException {
        fs.close();
        system.close();
    }

    private Path write(String name, int replication) throws IOException {
        return write(fs, name, replication);
    }

    private Path write(FileSystem by, String name, int replication) throws IOException {
        Path file = new Path(name);
        try (FSDataOutputStream out = by.create(file, true, 4096, (short) replication, BLOCK)) {
            out.write(content);
        }
        return file;
    }

    private LocatedBlock located(Path file) throws IOException {
        return fs.getClient().getLocatedBlocks(file.toString(), 0).get(0);
    }

    private static byte[] read(FileSystem by, Path file) throws IOException {
        try (FSDataInputStream in = by.open(file)) {
            return in.readAllBytes();
        }
    }

    private static Token<BlockTokenIdentifier> signed(
            BlockKey key, LocatedBlock block, Duration life, AccessMode mode) {
        return SecureSystem.token(key, block.getBlock(), EnumSet.of(mode), life);
    }

    private Token<BlockTokenIdentifier> signed(LocatedBlock of, Duration life, AccessMode mode) {
        return signed(system.keys().current(), of, life, mode);
    }

    @Test
    void stockClientWithoutSettings_putsGetsAndAppends() throws IOException {
        Configuration stock = system.stockConfiguration();
        try (DistributedFileSystem client = SecureSystem.client(stock)) {
            Path file = write(client, "/stock", 2);
            assertThat(read(client, file)).isEqualTo(content);
            try (FSDataOutputStream out = client.append(file)) {
                out.write(content);
            }
            byte[] twice = Arrays.copyOf(content, 2 * LENGTH);
            System.arraycopy(content, 0, twice, LENGTH, LENGTH);
            assertThat(read(client, file)).isEqualTo(twice);
            assertThat(client.getFileChecksum(file)).isNotNull();
        }
    }

    @Test
    void fileThatIsBeingWritten_isReadAsFarAsItIsFlushed() throws IOException {
        Path file = new Path("/open");
        try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, BLOCK);
                DistributedFileSystem reader = system.client()) {
            out.write(content, 0, 1_000);
            out.hflush();
            assertThat(read(reader, file)).isEqualTo(Arrays.copyOf(content, 1_000));
        }
    }

    // The last: afterwards there is one DataNode less.
    @Test
    @Order(Integer.MAX_VALUE)
    void lostDataNode_isReplacedInThePipelineOfAWriter() throws Exception {
        Path file = new Path("/pipeline");
        try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, 1 << 20)) {
            out.write(content);
            out.hflush();
            DatanodeInfo[] before = ((HdfsDataOutputStream) out).getWrappedStream() instanceof DFSOutputStream stream
                    ? stream.getPipeline()
                    : new DatanodeInfo[0];
            DataNodeDaemon lost = system.dataNode(before[0].getDatanodeUuid());
            lost.kill();
            out.write(content);
            out.hflush();
            assertThat(((HdfsDataOutputStream) out).getCurrentBlockReplication())
                    .isEqualTo(2);
        }
        byte[] twice = Arrays.copyOf(content, 2 * LENGTH);
        System.arraycopy(content, 0, twice, LENGTH, LENGTH);
        assertThat(read(fs, file)).isEqualTo(twice);
    }

    @Test
    void replicaThatIsLacking_isCopiedByItsDataNode() throws Exception {
        Path file = write("/copied", 1);
        fs.setReplication(file, (short) 2);
        Await.until("both replicas are there", BOUND, () -> located(file).getLocations().length == 2);
        assertThat(read(fs, file)).isEqualTo(content);
    }

    @Test
    void fileOfALostWriter_isRecoveredByItsDataNodes() throws Exception {
        Path file = new Path("/lost");
        try (DistributedFileSystem writer = system.client()) {
            FSDataOutputStream out = writer.create(file, true, 4096, (short) 2, BLOCK);
            out.write(content, 0, 1_000);
            out.hflush();
            fs.recoverLease(file);
            Await.until("the file is closed", BOUND, () -> fs.isFileClosed(file));
            assertThat(read(fs, file)).isEqualTo(Arrays.copyOf(content, 1_000));
        }
    }

    private Map<String, Token<BlockTokenIdentifier>> worthless(LocatedBlock of, AccessMode mode, AccessMode other)
            throws IOException {
        Map<String, Token<BlockTokenIdentifier>> tokens = new LinkedHashMap<>();
        tokens.put("none", new Token<>());
        tokens.put("expired", signed(of, Duration.ofMillis(-1), mode));
        tokens.put(
                "for another block",
                SecureSystem.token(
                        system.keys().current(),
                        new ExtendedBlock(
                                of.getBlock().getBlockPoolId(), of.getBlock().getBlockId() + 1),
                        EnumSet.of(mode),
                        HOUR));
        tokens.put(
                "for another block pool",
                SecureSystem.token(
                        system.keys().current(),
                        new ExtendedBlock("BP-1-127.0.0.1-1", of.getBlock().getBlockId()),
                        EnumSet.of(mode),
                        HOUR));
        tokens.put("with another right", signed(of, HOUR, other));
        Token<BlockTokenIdentifier> forged = signed(of, HOUR, mode);
        byte[] password = forged.getPassword().clone();
        password[0] ^= 1;
        tokens.put(
                "with a forged signature",
                new Token<>(forged.getIdentifier(), password, forged.getKind(), forged.getService()));
        tokens.put(
                "with a key of its own",
                signed(
                        new BlockKey(system.keys().current().id(), Long.MAX_VALUE, new byte[BlockKey.SECRET_BYTES]),
                        of,
                        HOUR,
                        mode));
        return tokens;
    }

    @Test
    void reader_isRefusedWithoutAValidToken() throws IOException {
        assertThat(raw.read(block, located(new Path("/block")).getBlockToken())).isEqualTo(Status.SUCCESS);
        assertThat(raw.read(block, signed(block, HOUR, AccessMode.READ))).isEqualTo(Status.SUCCESS);
        for (var token : worthless(block, AccessMode.READ, AccessMode.WRITE).entrySet()) {
            assertThat(raw.read(block, token.getValue()))
                    .as("a token " + token.getKey())
                    .isEqualTo(Status.ERROR_ACCESS_TOKEN);
        }
        assertThat(raw.copy(block, signed(block, HOUR, AccessMode.READ))).isEqualTo(Status.ERROR_ACCESS_TOKEN);
    }

    private LocatedBlock newBlock(String name) throws IOException {
        DFSClient client = fs.getClient();
        HdfsFileStatus file = client.getNamenode()
                .create(
                        name,
                        FsPermission.getFileDefault(),
                        client.getClientName(),
                        new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                        false,
                        (short) 1,
                        BLOCK,
                        CryptoProtocolVersion.supported(),
                        null,
                        null);
        return client.getNamenode().addBlock(name, client.getClientName(), null, null, file.getFileId(), null, null);
    }

    @Test
    void writer_isRefusedWithoutAValidToken() throws IOException {
        LocatedBlock added = newBlock("/written");
        for (var token : worthless(added, AccessMode.WRITE, AccessMode.READ).entrySet()) {
            assertThat(raw.write(added, token.getValue()))
                    .as("a token " + token.getKey())
                    .isEqualTo(Status.ERROR_ACCESS_TOKEN);
        }
        LocatedBlock fresh = newBlock("/written-too");
        assertThat(raw.write(fresh, fresh.getBlockToken())).isEqualTo(Status.SUCCESS);
    }

    @Test
    void connectionWithoutTheClustersKeys_isRefused() {
        BlockKey own = new BlockKey(1_000_000, Long.MAX_VALUE, new byte[BlockKey.SECRET_BYTES]);
        RawTransfer stranger = new RawTransfer(
                system.configuration(),
                () -> SecureSystem.manager(own, block.getBlock(), HOUR).generateDataEncryptionKey());
        assertThatThrownBy(() -> stranger.read(block, signed(block, HOUR, AccessMode.READ)))
                .isInstanceOf(IOException.class);
        RawTransfer plain = new RawTransfer(system.configuration(), () -> null);
        assertThatThrownBy(() -> plain.read(block, signed(block, HOUR, AccessMode.READ)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void callsOfDataNodes_areRefusedToOthers() throws IOException {
        DatanodeInfo node = block.getLocations()[0];
        Configuration configuration = system.configuration();
        configuration.setInt("ipc.client.connect.max.retries", 0);
        ClientDatanodeProtocol withToken = DFSUtilClient.createClientDatanodeProtocolProxy(
                node, configuration, 10_000, false, located(new Path("/block")));
        assertThat(withToken.getReplicaVisibleLength(block.getBlock())).isEqualTo(BLOCK);
        UserGroupInformation stranger = UserGroupInformation.createRemoteUser("root");
        ClientDatanodeProtocol without = DFSUtilClient.createClientDatanodeProtocolProxy(
                NetUtils.createSocketAddr(node.getIpcAddr(false)),
                stranger,
                configuration,
                NetUtils.getDefaultSocketFactory(configuration));
        assertThatThrownBy(() -> without.shutdownDatanode(false))
                .hasMessageContaining("SIMPLE authentication is not enabled");
        assertThatThrownBy(() -> without.getReplicaVisibleLength(block.getBlock()))
                .hasMessageContaining("SIMPLE authentication is not enabled");
        assertThatThrownBy(() -> recovery(stranger, node, configuration))
                .hasMessageContaining("SIMPLE authentication is not enabled");

        UserGroupInformation reader = UserGroupInformation.createRemoteUser("reader");
        reader.addToken(signed(block, HOUR, AccessMode.READ));
        assertThatThrownBy(() -> recovery(reader, node, configuration)).hasMessageContaining("is not authorized");
    }

    private void recovery(UserGroupInformation caller, DatanodeInfo node, Configuration configuration)
            throws IOException {
        try (InterDatanodeProtocolTranslatorPB other = new InterDatanodeProtocolTranslatorPB(
                NetUtils.createSocketAddr(node.getIpcAddr(false)),
                caller,
                configuration,
                NetUtils.getDefaultSocketFactory(configuration),
                10_000)) {
            other.initReplicaRecovery(new RecoveringBlock(block.getBlock(), new DatanodeInfo[] {node}, Long.MAX_VALUE));
        }
    }

    private byte[] conspicuous() {
        return "the bytes of a file ".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes a file with bytes that are easy to find, through a relay. */
    private Path writeConspicuous(RecordingRelay relay, DistributedFileSystem client) throws IOException {
        Path file = new Path("/seen");
        try (FSDataOutputStream out = client.create(file, true, 4096, (short) 1, 1 << 20)) {
            out.write(conspicuous());
        }
        assertThat(relay.count()).isGreaterThan(conspicuous().length);
        return file;
    }

    private static DistributedFileSystem through(RecordingRelay relay, Configuration configuration) throws IOException {
        configuration.setClass(RelayedSockets.SETTING, RelayedSockets.class, SocketFactory.class);
        configuration.setInt(RelayedSockets.PORT, relay.port());
        // Otherwise it would go on with connections of other clients of this process.
        configuration.set("dfs.client.context", "relay " + relay.port());
        return SecureSystem.client(configuration);
    }

    @Test
    void transfers_showNoBytesOfFiles() throws IOException {
        byte[] some = Arrays.copyOf(conspicuous(), 20);
        for (Configuration configuration : List.of(system.stockConfiguration(), system.configuration())) {
            try (RecordingRelay relay = new RecordingRelay();
                    DistributedFileSystem client = through(relay, configuration)) {
                Path file = writeConspicuous(relay, client);
                assertThat(read(client, file)).isEqualTo(conspicuous());
                assertThat(relay.count()).isGreaterThan(2L * conspicuous().length);
                assertThat(relay.saw(some)).isFalse();
            }
        }
        // Without secure mode, Hadoop's client reads through no sockets but its own.
        try (RecordingRelay relay = new RecordingRelay();
                DistributedFileSystem client = through(relay, SharedStack.get().hadoopConfiguration())) {
            client.delete(writeConspicuous(relay, client), false);
            assertThat(relay.saw(some)).isTrue();
        }
    }

    @Test
    void rotation_losesNothingOfAWriterAndAReader_andFormerKeysGo() throws Exception {
        int before = system.keys().current().id();
        Path file = new Path("/rotated");
        Path still = write("/still", 2);
        int written = 0;
        Instant end = Instant.now().plus(BOUND);
        try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, BLOCK);
                FSDataInputStream in = fs.open(still)) {
            byte[] again = new byte[LENGTH];
            while (system.keys().current().id() < before + 3
                    || system.key(firstKey.id()).isPresent()) {
                assertThat(Instant.now()).isBefore(end);
                out.write(content);
                out.hflush();
                written++;
                in.readFully(0, again);
                assertThat(again).isEqualTo(content);
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
        byte[] all = read(fs, file);
        assertThat(all).hasSize(written * LENGTH);
        for (int i = 0; i < written; i++) {
            assertThat(Arrays.equals(all, i * LENGTH, (i + 1) * LENGTH, content, 0, LENGTH))
                    .as("part %d", i)
                    .isTrue();
        }
        Token<BlockTokenIdentifier> old = signed(firstKey, block, HOUR, AccessMode.READ);
        Await.until(
                "the DataNode has forgotten the first key",
                BOUND,
                () -> raw.read(block, old).equals(Status.ERROR_ACCESS_TOKEN));
    }
}

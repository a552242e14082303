package io.lambdafs.namenode.op.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeConfig.FileDefaults;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import io.lambdafs.namenode.op.namespace.DirectoryMaker;
import io.lambdafs.namenode.op.namespace.NamespaceOperations;
import io.lambdafs.namenode.op.namespace.ObjectLimit;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;

/** A NameNode with three DataNodes, whose reports tests write into the store themselves. */
final class FileFixture {
    static final int CREATE = 1;
    static final int OVERWRITE = 2;
    static final int BLOCK_SIZE = 100;
    static final String CLIENT = "DFSClient_1";

    final NameNodeFixture nameNode;

    /** What happens while an operation waits for a report. */
    Runnable whileWaiting = () -> {};

    /** What is to be written of the times at which files were read. */
    final Deque<Runnable> notes = new ArrayDeque<>();

    private final Duration accessTimePrecision;
    private final boolean secure;

    FileFixture() {
        this(Duration.ZERO);
    }

    /** With files whose time of access is renewed by readers if it is older than this. */
    FileFixture(Duration accessTimePrecision) {
        this(accessTimePrecision, false);
    }

    /** Of a cluster in secure mode, which lists files with the places of their blocks. */
    static FileFixture secure() {
        return new FileFixture(Duration.ZERO, true);
    }

    private FileFixture(Duration accessTimePrecision, boolean secure) {
        this.accessTimePrecision = accessTimePrecision;
        this.secure = secure;
        FileDefaults files = new FileDefaults(BLOCK_SIZE, 10, 3, 1, 512, 5);
        nameNode = new NameNodeFixture(
                NameNodeConfig.defaults(NameNodeFixture.SUPERUSER).withFiles(files), this::operations);
        for (int number = 1; number <= 3; number++) {
            heartbeat(number);
        }
    }

    private Map<String, Operation<?, ?>> operations(NameNodeFixture fixture) {
        NameNodeConfig config = NameNodeConfig.defaults(NameNodeFixture.SUPERUSER)
                .withFiles(new FileDefaults(BLOCK_SIZE, 10, 3, 1, 512, 5));
        String pool = fixture.store.identity().blockPoolId();
        LongSupplier ticker = () -> fixture.millis() * 1_000_000;
        FileContent content = FileContent.of(
                pool,
                config.dataNodeDeadAfter(),
                ticker,
                new Random(5),
                secure ? BlockTokens.on(pool, ticker, new SecureRandom()) : BlockTokens.off());
        DirectoryMaker directories = new DirectoryMaker(
                new IdSource(fixture.store, Sequence.INODE, 10),
                new ObjectLimit(fixture.runner, fixture, ObjectLimit.NONE));
        Map<String, Operation<?, ?>> operations = new HashMap<>();
        if (secure) {
            operations.putAll(NamespaceOperations.all(config, directories, content.locator()));
        }
        operations.putAll(FileOperations.all(
                config,
                LeaseLimits.defaults(),
                new FileOperations.Access(fixture.store, fixture.runner, fixture.identity()),
                content,
                directories,
                new FileOperations.Dependencies(
                        fixture,
                        duration -> whileWaiting.run(),
                        new Random(6),
                        AccessTimes.of(
                                accessTimePrecision,
                                new OperationExecutor(
                                        fixture.runner, fixture.identity(), WriteGate.open(), roots -> {}),
                                notes::add,
                                new UUID(7, 7)),
                        EncryptedKeys.NONE)));
        return operations;
    }

    <T> T write(Function<Transaction, T> work) {
        return nameNode.runner.write(nameNode.writer, work);
    }

    <T> T read(Function<Transaction, T> work) {
        return nameNode.runner.read(work);
    }

    void heartbeat(int number) {
        heartbeat(number, "DISK");
    }

    void heartbeat(int number, String storageType) {
        DataNodeId id = new DataNodeId("dn" + number);
        write(tx -> {
            tx.dataNodes()
                    .register(new DataNodeRegistration(
                            id,
                            "host" + number,
                            number == 2 ? "127.0.0.1" : "10.0.0." + number,
                            new DataNodeRegistration.Ports(9866, 9864, 9867),
                            "3.5.0"));
            StorageReport.Space space = new StorageReport.Space(10_000, 100, 5_000, 100);
            return tx.dataNodes()
                    .heartbeat(
                            id, List.of(new StorageReport(new StorageId("s" + number), storageType, false, space)), 0);
        });
    }

    /** A DataNode reports a finalized replica. */
    void received(LocatedBlockProto located, long length, String... storages) {
        received(located.getB(), length, storages);
    }

    void received(ExtendedBlockProto block, long length, String... storages) {
        write(tx -> {
            for (String storage : storages) {
                tx.replicas()
                        .put(List.of(new Replica(
                                new BlockId(block.getBlockId()),
                                new StorageId(storage),
                                block.getGenerationStamp(),
                                length,
                                ReplicaState.FINALIZED)));
            }
            return null;
        });
    }

    List<DataNodeCommand> commands(int number) {
        return write(tx -> tx.work().take(new DataNodeId("dn" + number), 100));
    }

    static ExtendedBlockProto withLength(ExtendedBlockProto block, long length) {
        return block.toBuilder().setNumBytes(length).build();
    }

    static CreateRequestProto createRequest(String path, int flags) {
        return CreateRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(0644))
                .setClientName(CLIENT)
                .setCreateFlag(flags)
                .setCreateParent(true)
                .setReplication(3)
                .setBlockSize(BLOCK_SIZE)
                .build();
    }

    HdfsFileStatusProto create(String path) {
        return nameNode.call("create", createRequest(path, CREATE), CreateResponseProto.parser())
                .getFs();
    }

    static AddBlockRequestProto.Builder addBlockRequest(String path, long fileId) {
        return AddBlockRequestProto.newBuilder().setSrc(path).setFileId(fileId).setClientName(CLIENT);
    }

    LocatedBlockProto addBlock(AddBlockRequestProto.Builder request) {
        return nameNode.call("addBlock", request.build(), AddBlockResponseProto.parser())
                .getBlock();
    }

    static CompleteRequestProto.Builder completeRequest(String path, long fileId) {
        return CompleteRequestProto.newBuilder().setSrc(path).setFileId(fileId).setClientName(CLIENT);
    }

    boolean complete(CompleteRequestProto.Builder request) {
        return nameNode.call("complete", request.build(), CompleteResponseProto.parser())
                .getResult();
    }

    /** A closed file of one block of this length, with replicas on all three DataNodes. */
    LocatedBlockProto file(String path, long length) {
        HdfsFileStatusProto status = create(path);
        LocatedBlockProto block = addBlock(addBlockRequest(path, status.getFileId()));
        received(block, length, "s1", "s2", "s3");
        assertThat(complete(completeRequest(path, status.getFileId()).setLast(withLength(block.getB(), length))))
                .isTrue();
        return block;
    }

    AppendResponseProto append(String path, int flags) {
        return nameNode.call(
                "append",
                AppendRequestProto.newBuilder()
                        .setSrc(path)
                        .setClientName(CLIENT)
                        .setFlag(flags)
                        .build(),
                AppendResponseProto.parser());
    }

    LocatedBlocksProto locations(String path, long offset, long length) {
        return nameNode.call(
                        "getBlockLocations",
                        GetBlockLocationsRequestProto.newBuilder()
                                .setSrc(path)
                                .setOffset(offset)
                                .setLength(length)
                                .build(),
                        GetBlockLocationsResponseProto.parser())
                .getLocations();
    }

    INode inode(String path) {
        List<INode> chain = read(tx -> tx.inodes().resolve(FsPath.parse(path).components()));
        return chain.get(chain.size() - 1);
    }

    RegularFile regularFile(String path) {
        return (RegularFile) inode(path);
    }

    List<BlockInfo> blocks(String path) {
        return read(tx -> tx.blocks().ofFiles(List.of(inode(path).id())));
    }

    static List<String> nodes(LocatedBlockProto located) {
        return located.getLocsList().stream()
                .map(node -> node.getId().getDatanodeUuid())
                .toList();
    }

    void advance(Duration time) {
        nameNode.advance(time.toMillis());
        for (int number = 1; number <= 3; number++) {
            heartbeat(number);
        }
    }
}

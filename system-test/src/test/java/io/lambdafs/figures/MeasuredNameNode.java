package io.lambdafs.figures;

import io.lambdafs.block.Block;
import io.lambdafs.fs.INodeId;
import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.RequestDeduplicator;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.namenode.op.constant.ConstantOperations;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.namenode.op.namespace.DirectoryMaker;
import io.lambdafs.namenode.op.namespace.NamespaceOperations;
import io.lambdafs.namenode.op.namespace.ObjectLimit;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.FsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** A NameNode without anything around it, over a store. */
public final class MeasuredNameNode {
    private static final String SUPERUSER = "hdfs";
    private static final int DELETE_BATCH = 512;
    private static final int IDS_AT_ONCE = 100_000;
    private static final long BOUND_MILLIS = 60_000;

    private final MetadataStore store;
    private final TransactionRunner runner;
    private final WriterId writer;
    private final WriterIdentity identity;
    private final NameNode nameNode;
    private final List<INodeId> detached = new CopyOnWriteArrayList<>();
    private final UUID client = UUID.randomUUID();
    private long sequence;

    /** Without a cache. */
    public MeasuredNameNode(MetadataStore store) {
        this(store, store.registerWriter("figures"));
    }

    private MeasuredNameNode(MetadataStore store, WriterId writer) {
        this(store, writer, identity(writer), WriteGate.open(), UncachedReads::new);
    }

    /** With reads of another's, and writes that pass a gate under another's names. */
    MeasuredNameNode(
            MetadataStore store, WriterIdentity identity, WriteGate gate, Function<TransactionRunner, ReadPath> reads) {
        this(store, store.registerWriter("figures"), identity, gate, reads);
    }

    private MeasuredNameNode(
            MetadataStore store,
            WriterId writer,
            WriterIdentity identity,
            WriteGate gate,
            Function<TransactionRunner, ReadPath> reads) {
        this.store = store;
        this.writer = writer;
        this.identity = identity;
        runner = new TransactionRunner(
                        store, RetryPolicy.defaults(), pause -> LockSupport.parkNanos(pause.toNanos()), new Random(42))
                .guardedBy(KeepingTransaction::new);
        nameNode = new NameNode(
                NameNodeConfig.defaults(SUPERUSER),
                operations(),
                new NameNode.Execution(
                        reads.apply(runner),
                        new OperationExecutor(runner, identity, gate, detached::addAll),
                        new RequestDeduplicator(0, Duration.ofSeconds(30))),
                InstantSource.system(),
                System::nanoTime);
    }

    private Map<String, Operation<?, ?>> operations() {
        NameNodeConfig config = NameNodeConfig.defaults(SUPERUSER);
        DirectoryMaker directories = new DirectoryMaker(
                new IdSource(store, Sequence.INODE, IDS_AT_ONCE),
                new ObjectLimit(runner, InstantSource.system(), ObjectLimit.NONE));
        FileContent content = FileContent.of(
                store.identity().blockPoolId(), config.dataNodeDeadAfter(), System::nanoTime, new Random(42));
        Map<String, Operation<?, ?>> operations = new HashMap<>(ConstantOperations.all(config, ""));
        operations.putAll(NamespaceOperations.all(config, directories, content.locator()));
        operations.putAll(FileOperations.all(
                config,
                LeaseLimits.defaults(),
                new FileOperations.Access(store, runner, identity),
                content,
                directories,
                new FileOperations.Dependencies(
                        InstantSource.system(), pause -> LockSupport.parkNanos(pause.toNanos()), new Random(42))));
        return operations;
    }

    private static WriterIdentity identity(WriterId writer) {
        return new WriterIdentity() {
            @Override
            public WriterId current() {
                return writer;
            }

            @Override
            public void fenced(WriterId refused) {
                throw new IllegalStateException("nobody fences here");
            }
        };
    }

    public MetadataStore store() {
        return store;
    }

    TransactionRunner runner() {
        return runner;
    }

    WriterId writer() {
        return writer;
    }

    public void stat(String path) {
        call("getFileInfo", GetFileInfoRequestProto.newBuilder().setSrc(path).build());
    }

    /** The first page of a directory's entries, without the places of blocks. */
    void list(String path) {
        call(
                "getListing",
                GetListingRequestProto.newBuilder()
                        .setSrc(path)
                        .setStartAfter(ByteString.EMPTY)
                        .setNeedLocation(false)
                        .build());
    }

    public void create(String path) {
        call(
                "create",
                CreateRequestProto.newBuilder()
                        .setSrc(path)
                        .setMasked(FsPermissionProto.newBuilder().setPerm(0644))
                        .setClientName("figures")
                        .setCreateFlag(1)
                        .setCreateParent(false)
                        .setReplication(3)
                        .setBlockSize(128 << 20)
                        .build());
    }

    /** Closes a file that has no blocks. */
    void complete(String path) {
        call(
                "complete",
                CompleteRequestProto.newBuilder()
                        .setSrc(path)
                        .setClientName("figures")
                        .build());
    }

    /** Adds the first block to a file that {@link #create} made; the store must know a DataNode. */
    void addBlock(String path) {
        call(
                "addBlock",
                AddBlockRequestProto.newBuilder()
                        .setSrc(path)
                        .setClientName("figures")
                        .build());
    }

    /** Closes a file, of which this is the last block. */
    void complete(String path, Block last) {
        call(
                "complete",
                CompleteRequestProto.newBuilder()
                        .setSrc(path)
                        .setClientName("figures")
                        .setLast(new BlockMessages(store.identity().blockPoolId()).block(last))
                        .build());
    }

    void mkdirs(String path) {
        call(
                "mkdirs",
                MkdirsRequestProto.newBuilder()
                        .setSrc(path)
                        .setMasked(FsPermissionProto.newBuilder().setPerm(0755))
                        .setCreateParent(false)
                        .build());
    }

    void setTimes(String path) {
        call(
                "setTimes",
                SetTimesRequestProto.newBuilder()
                        .setSrc(path)
                        .setMtime(1)
                        .setAtime(1)
                        .build());
    }

    void setPermission(String path) {
        call(
                "setPermission",
                SetPermissionRequestProto.newBuilder()
                        .setSrc(path)
                        .setPermission(FsPermissionProto.newBuilder().setPerm(0600))
                        .build());
    }

    void setOwner(String path) {
        call(
                "setOwner",
                SetOwnerRequestProto.newBuilder()
                        .setSrc(path)
                        .setUsername("bob")
                        .build());
    }

    void setReplication(String path, int replication) {
        call(
                "setReplication",
                SetReplicationRequestProto.newBuilder()
                        .setSrc(path)
                        .setReplication(replication)
                        .build());
    }

    /** Says how long the only block of an open file is by now. */
    void fsync(String path, long bytes) {
        call(
                "fsync",
                FsyncRequestProto.newBuilder()
                        .setSrc(path)
                        .setClient("figures")
                        .setLastBlockLength(bytes)
                        .build());
    }

    public void rename(String from, String to) {
        call("rename", RenameRequestProto.newBuilder().setSrc(from).setDst(to).build());
    }

    public void delete(String path) {
        call(
                "delete",
                DeleteRequestProto.newBuilder().setSrc(path).setRecursive(true).build());
    }

    /** Removes what deletions have detached, alone and in batches as NameNodes do. */
    public void empty() {
        SubtreeRemoval removal = new SubtreeRemoval(runner, DELETE_BATCH);
        for (INodeId root : detached) {
            while (!removal.step(writer, root)) {
                // The next batch.
            }
        }
        detached.clear();
    }

    private void call(String method, MessageLite message) {
        ResponseEnvelope response = nameNode.handle(new RequestEnvelope(
                new RequestId(client, ++sequence),
                new Caller(SUPERUSER, List.of(SUPERUSER), "127.0.0.1"),
                RequestLife.of(System.currentTimeMillis(), BOUND_MILLIS),
                method,
                message.toByteArray()));
        if (!response.succeeded()) {
            throw new IllegalStateException(method + ": " + response.error() + " " + response.message());
        }
    }
}

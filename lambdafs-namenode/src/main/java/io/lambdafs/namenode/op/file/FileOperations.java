package io.lambdafs.namenode.op.file;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockPlacement;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.lease.LeaseRecovery;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.encryption.EncryptedKeys;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.namenode.op.namespace.DirectoryMaker;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.wire.BlockKeyList;
import io.lambdafs.wire.DataNodeBlocks;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The operations on the content of files, by the names of their methods in Hadoop's ClientNamenodeProtocol service. */
public final class FileOperations {
    private static final int IDS_AT_ONCE = 1000;
    private static final Duration REPLICA_LOOK = Duration.ofMillis(3);
    private static final int REPLICA_LOOKS = 40;

    private final Map<String, Operation<?, ?>> operations = new TreeMap<>();

    /** How operations reach the store. */
    public record Access(MetadataStore store, TransactionRunner transactions, WriterIdentity writer) {
        public Access {
            requireNonNull(store, "store");
            requireNonNull(transactions, "transactions");
            requireNonNull(writer, "writer");
        }
    }

    /**
     * Time and chance; the random generator is thread-safe.
     *
     * @param accesses takes the files that are read
     * @param keys by which files in encryption zones are encrypted
     */
    public record Dependencies(
            InstantSource clock, Pause pause, RandomGenerator random, AccessTimes accesses, EncryptedKeys keys) {
        public Dependencies {
            requireNonNull(clock, "clock");
            requireNonNull(pause, "pause");
            requireNonNull(random, "random");
            requireNonNull(accesses, "accesses");
            requireNonNull(keys, "keys");
        }

        /** Where nobody notes which files are read, and nothing can be encrypted. */
        public Dependencies(InstantSource clock, Pause pause, RandomGenerator random) {
            this(clock, pause, random, AccessTimes.NONE, EncryptedKeys.NONE);
        }
    }

    private FileOperations() {}

    /** All of them. */
    public static Map<String, Operation<?, ?>> all(
            NameNodeConfig config,
            LeaseLimits limits,
            Access access,
            FileContent content,
            DirectoryMaker directories,
            Dependencies dependencies) {
        FileOperations all = new FileOperations();
        IdSource blocks = IdSource.timed(access.store(), Sequence.BLOCK, IDS_AT_ONCE, dependencies.clock());
        IdSource stamps = IdSource.timed(access.store(), Sequence.GENERATION_STAMP, IDS_AT_ONCE, dependencies.clock());
        LeaseRecovery recovery = new LeaseRecovery(stamps, limits, config.dataNodeDeadAfter(), dependencies.clock());
        LeaseTakeover takeover = new LeaseTakeover(access.transactions(), access.writer(), recovery, limits);
        Allocation allocation =
                new Allocation(blocks, stamps, new BlockPlacement(dependencies.random()), content.dataNodes());
        IdSource inodes = new IdSource(access.store(), Sequence.INODE, IDS_AT_ONCE);
        Leases leases = new Leases(limits);
        all.add("create", new CreateOperation(config, directories, inodes, leases, takeover, dependencies.keys()));
        all.add("append", new AppendOperation(content, leases, takeover));
        all.add("truncate", new TruncateOperation(takeover, recovery));
        all.add("recoverLease", new RecoverLeaseOperation(recovery));
        all.addWriting(
                config,
                content,
                allocation,
                new ReplicaWait(
                        access.transactions(),
                        dependencies.pause(),
                        dependencies.clock(),
                        REPLICA_LOOK,
                        REPLICA_LOOKS));
        all.addReading(content, dependencies.accesses());
        all.addBalancing(content, dependencies.random());
        return all.operations;
    }

    private void addWriting(NameNodeConfig config, FileContent content, Allocation allocation, ReplicaWait replicas) {
        BlockMessages messages = content.messages();
        DataNodeView dataNodes = content.dataNodes();
        add("addBlock", new AddBlockOperation(config.files().maxBlocks(), content, allocation));
        add("abandonBlock", new AbandonBlockOperation(messages));
        add("complete", new CompleteOperation(messages, dataNodes, replicas));
        add("fsync", new FsyncOperation());
        add("renewLease", new RenewLeaseOperation());
        add(
                "getAdditionalDatanode",
                new GetAdditionalDatanodeOperation(config.files().maxReplication(), content, allocation));
        add("updateBlockForPipeline", new UpdateBlockForPipelineOperation(content, allocation));
        add("updatePipeline", new UpdatePipelineOperation(messages));
        add("reportBadBlocks", new ReportBadBlocksOperation(messages, dataNodes));
        add("concat", new ConcatOperation());
    }

    private void addReading(FileContent content, AccessTimes accesses) {
        add("getBlockLocations", new GetBlockLocationsOperation(content, accesses));
        add("getLocatedFileInfo", new GetLocatedFileInfoOperation(content));
        if (content.tokens().areOn()) {
            add("getDataEncryptionKey", new GetDataEncryptionKeyOperation(content.tokens()));
        }
        add("isFileClosed", new IsFileClosedOperation());
        add("listOpenFiles", new ListOpenFilesOperation());
        add("getFsStats", new GetFsStatsOperation(content.dataNodes()));
        add("listCorruptFileBlocks", new ListCorruptFileBlocksOperation());
        add("getDatanodeReport", new GetDatanodeReportOperation(content.dataNodes()));
        add("getDatanodeStorageReport", new GetDatanodeStorageReportOperation(content.dataNodes()));
    }

    private void addBalancing(FileContent content, RandomGenerator random) {
        add("setBalancerBandwidth", new SetBalancerBandwidthOperation(content.dataNodes()));
        add(DataNodeBlocks.METHOD, new BlocksOfDataNodeOperation(content, random));
        if (content.tokens().areOn()) {
            add(BlockKeyList.METHOD, new BlockKeysOperation());
        }
    }

    private void add(String method, Operation<?, ?> operation) {
        operations.put(method, operation);
    }
}

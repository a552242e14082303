package io.lambdafs.secure.data;

import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.blockkey.BlockKey;
import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.blockkey.BlockKeys;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.cli.security.StackSecurity;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.security.token.Token;

/** A system in secure mode with DataNodes in processes of their own, whose keys change every few seconds. */
final class SecureSystem implements AutoCloseable {
    /** How long a key signs, and how long a token is valid. */
    static final Duration INTERVAL = Duration.ofSeconds(4);

    private final Stack stack;
    private final MetadataStore store;
    private final TransactionRunner runner;
    private final List<DataNodeDaemon> dataNodes = new ArrayList<>();

    private SecureSystem(Stack stack) throws IOException {
        this.stack = stack;
        store = stack.openStore();
        runner = new TransactionRunner(store, RetryPolicy.defaults(), duration -> {}, new Random(1));
    }

    /** Starts one with so many DataNodes. */
    static SecureSystem start(int dataNodes) throws Exception {
        Stack stack = Stack.start(1, 0, "--min-block-size", "0", "--secure");
        SecureSystem system = new SecureSystem(stack);
        for (int i = 0; i < dataNodes; i++) {
            system.dataNodes.add(DataNodeDaemon.start(
                    stack,
                    stack.dataDir().resolve("secure-datanode" + i),
                    Map.of(
                            SecurityMode.VARIABLE,
                            "true",
                            BlockKeyConfig.INTERVAL,
                            String.valueOf(INTERVAL.toMillis()),
                            BlockKeyConfig.LIFETIME,
                            String.valueOf(INTERVAL.toMillis()),
                            BlockKeyConfig.CLOCK_SKEW,
                            "0")));
        }
        for (DataNodeDaemon dataNode : system.dataNodes) {
            dataNode.awaitReady();
        }
        return system;
    }

    Stack stack() {
        return stack;
    }

    /** The settings of a stock client that speaks for any user. */
    Configuration stockConfiguration() {
        Configuration configuration = stack.hadoopConfiguration();
        configuration.set(
                "lambdafs.client.service-key-file",
                StackSecurity.serviceKey(stack.dataDir()).toString());
        return configuration;
    }

    /** The same with the cipher that DataNodes have. */
    Configuration configuration() {
        Configuration configuration = stockConfiguration();
        configuration.set("dfs.encrypt.data.transfer.cipher.suites", "AES/CTR/NoPadding");
        configuration.set("dfs.client.block.write.replace-datanode-on-failure.policy", "ALWAYS");
        return configuration;
    }

    DistributedFileSystem client() throws IOException {
        return client(configuration());
    }

    static DistributedFileSystem client(Configuration configuration) throws IOException {
        return (DistributedFileSystem) FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
    }

    BlockKeys keys() {
        return runner.read(StoredBlockKeys::read).orElseThrow();
    }

    /** The key with this number, as long as it is in the store. */
    Optional<BlockKey> key(int id) {
        return keys().all().stream().filter(key -> key.id() == id).findFirst();
    }

    /** The DataNode with this identity. */
    DataNodeDaemon dataNode(String uuid) throws IOException {
        for (DataNodeDaemon dataNode : dataNodes) {
            if (dataNode.uuid().equals(uuid)) {
                return dataNode;
            }
        }
        throw new IOException("no DataNode " + uuid);
    }

    /** A token as Hadoop's own code makes it with this key, which is valid for so long from now on. */
    static Token<BlockTokenIdentifier> token(
            BlockKey key, ExtendedBlock block, EnumSet<AccessMode> modes, Duration life) {
        return manager(key, block, life).generateToken("root", block, modes, new StorageType[0], new String[0]);
    }

    /** What Hadoop's own code makes tokens and keys of transfers with, from this key. */
    static BlockTokenSecretManager manager(BlockKey key, ExtendedBlock block, Duration life) {
        BlockTokenSecretManager signing =
                new BlockTokenSecretManager(INTERVAL.toMillis(), life.toMillis(), block.getBlockPoolId(), null, true);
        org.apache.hadoop.hdfs.security.token.block.BlockKey hadoops =
                new org.apache.hadoop.hdfs.security.token.block.BlockKey(key.id(), key.expiryMillis(), key.secret());
        try {
            signing.addKeys(new ExportedBlockKeys(
                    true,
                    INTERVAL.toMillis(),
                    life.toMillis(),
                    hadoops,
                    new org.apache.hadoop.hdfs.security.token.block.BlockKey[] {hadoops}));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return signing;
    }

    @Override
    public void close() throws IOException {
        dataNodes.forEach(DataNodeDaemon::close);
        store.close();
        stack.close();
    }
}

package io.lambdafs.namenode.op;

import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.op.constant.ConstantOperations;
import io.lambdafs.namenode.op.decoupling.DecouplingOperations;
import io.lambdafs.namenode.op.encryption.EncryptionOperations;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.namenode.op.inotify.InotifyOperations;
import io.lambdafs.namenode.op.namespace.DirectoryMaker;
import io.lambdafs.namenode.op.namespace.NamespaceOperations;
import io.lambdafs.namenode.op.namespace.ObjectLimit;
import io.lambdafs.namenode.op.policy.StoragePolicyOperations;
import io.lambdafs.namenode.op.quota.QuotaOperations;
import io.lambdafs.namenode.op.snapshot.SnapshotOperations;
import io.lambdafs.namenode.op.subtree.SubtreeOperations;
import io.lambdafs.namenode.op.token.TokenOperations;
import io.lambdafs.namenode.op.xattr.XAttrOperations;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Sequence;
import io.lambdafs.wire.FileSystemIdentity;
import java.security.SecureRandom;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Every operation of a NameNode, by the name of its method: what instances run, and what tests of all operations try. */
public final class AllOperations {
    private static final int IDS_AT_ONCE = 1000;

    private AllOperations() {}

    /**
     * All of them.
     *
     * @param ticker nanoseconds, for how long is remembered where replicas are
     */
    public static Map<String, Operation<?, ?>> of(
            NameNodeConfig config,
            LeaseLimits limits,
            FileOperations.Access access,
            FileOperations.Dependencies dependencies,
            LongSupplier ticker) {
        ObjectLimit objects = new ObjectLimit(
                access.transactions(), dependencies.clock(), config.limits().maxObjects());
        DirectoryMaker directories =
                new DirectoryMaker(new IdSource(access.store(), Sequence.INODE, IDS_AT_ONCE), objects);
        String blockPool = access.store().identity().blockPoolId();
        FileContent content = FileContent.of(
                blockPool,
                config.dataNodeDeadAfter(),
                ticker,
                dependencies.random(),
                config.security().isSecure()
                        ? BlockTokens.on(blockPool, ticker, new SecureRandom())
                        : BlockTokens.off());
        Map<String, Operation<?, ?>> operations =
                new TreeMap<>(ConstantOperations.all(config, dependencies.keys().uri()));
        operations.put(
                FileSystemIdentity.METHOD, new IdentityOperation(access.store().identity()));
        operations.putAll(NamespaceOperations.all(config, directories, content.locator()));
        operations.putAll(XAttrOperations.all(config));
        operations.putAll(StoragePolicyOperations.all(config));
        operations.putAll(QuotaOperations.all(config));
        operations.putAll(SnapshotOperations.all());
        operations.putAll(TokenOperations.all(config.security()));
        operations.putAll(DecouplingOperations.all(config, access, content, dependencies));
        operations.putAll(EncryptionOperations.all(dependencies.keys()));
        operations.putAll(SubtreeOperations.all());
        operations.putAll(InotifyOperations.all(access.store().changeFeed()));
        operations.putAll(FileOperations.all(config, limits, access, content, directories, dependencies));
        return operations;
    }
}

package io.lambdafs.runtime;

import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.op.constant.ConstantOperations;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.namenode.op.namespace.DirectoryMaker;
import io.lambdafs.namenode.op.namespace.NamespaceOperations;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Sequence;
import java.util.Map;
import java.util.TreeMap;

/** Every operation of a NameNode, by the name of its method. */
final class AllOperations {
    private static final int IDS_AT_ONCE = 1000;

    private AllOperations() {}

    static Map<String, Operation<?, ?>> of(
            NameNodeConfig config, FileOperations.Access access, FileOperations.Surroundings surroundings) {
        DirectoryMaker directories = new DirectoryMaker(new IdSource(access.store(), Sequence.INODE, IDS_AT_ONCE));
        FileContent content = FileContent.of(
                access.store().identity().blockPoolId(),
                config.dataNodeDeadAfter(),
                System::nanoTime,
                surroundings.random());
        Map<String, Operation<?, ?>> operations = new TreeMap<>(ConstantOperations.all(config));
        operations.putAll(NamespaceOperations.all(config, directories, content.locator()));
        operations.putAll(
                FileOperations.all(config, LeaseLimits.defaults(), access, content, directories, surroundings));
        return operations;
    }
}

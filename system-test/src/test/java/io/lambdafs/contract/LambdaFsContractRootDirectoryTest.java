package io.lambdafs.contract;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.SnapshotRemoval;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractRootDirectoryTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.BeforeEach;

/** Hadoop's contract of RootDirectory against the running system. */
final class LambdaFsContractRootDirectoryTest extends AbstractContractRootDirectoryTest {
    /** The contract empties the root, where tests before may have left directories that have snapshots. */
    @BeforeEach
    @Override
    public void setup() throws Exception {
        SnapshotRemoval.everywhere(SharedStack.get());
        super.setup();
    }

    @Override
    protected Configuration createConfiguration() {
        return SharedStack.get().hadoopConfiguration();
    }

    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new LambdaFsContract(configuration);
    }
}

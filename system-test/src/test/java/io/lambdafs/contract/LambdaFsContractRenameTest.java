package io.lambdafs.contract;

import io.lambdafs.system.SharedStack;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractRenameTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Hadoop's contract of Rename against the running system. */
final class LambdaFsContractRenameTest extends AbstractContractRenameTest {
    @Override
    protected Configuration createConfiguration() {
        return SharedStack.get().hadoopConfiguration();
    }

    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new LambdaFsContract(configuration);
    }
}

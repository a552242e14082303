package io.lambdafs.contract;

import io.lambdafs.system.SharedStack;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractBulkDeleteTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Hadoop's contract of BulkDelete against the running system. */
final class LambdaFsContractBulkDeleteTest extends AbstractContractBulkDeleteTest {
    @Override
    protected Configuration createConfiguration() {
        return SharedStack.get().hadoopConfiguration();
    }

    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new LambdaFsContract(configuration);
    }
}

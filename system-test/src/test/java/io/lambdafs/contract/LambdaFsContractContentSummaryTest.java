package io.lambdafs.contract;

import io.lambdafs.system.SharedStack;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractContentSummaryTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Hadoop's contract of ContentSummary against the running system. */
final class LambdaFsContractContentSummaryTest extends AbstractContractContentSummaryTest {
    @Override
    protected Configuration createConfiguration() {
        return SharedStack.get().hadoopConfiguration();
    }

    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new LambdaFsContract(configuration);
    }
}

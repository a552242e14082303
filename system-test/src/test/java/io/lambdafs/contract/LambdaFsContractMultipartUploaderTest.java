package io.lambdafs.contract;

import io.lambdafs.system.SharedStack;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractMultipartUploaderTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Hadoop's contract of MultipartUploader against the running system. */
final class LambdaFsContractMultipartUploaderTest extends AbstractContractMultipartUploaderTest {
    @Override
    protected Configuration createConfiguration() {
        return SharedStack.get().hadoopConfiguration();
    }

    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new LambdaFsContract(configuration);
    }

    @Override
    protected int partSizeInBytes() {
        return 1024;
    }

    @Override
    protected boolean finalizeConsumesUploadIdImmediately() {
        return true;
    }

    @Override
    protected boolean supportsConcurrentUploadsToSamePath() {
        return true;
    }
}

package io.lambdafs.contract;

import io.lambdafs.system.SharedStack;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Hadoop's contract of VectoredRead against the running system. */
@ParameterizedClass(name = "buffer-{0}")
@MethodSource("params")
final class LambdaFsContractVectoredReadTest extends AbstractContractVectoredReadTest {
    LambdaFsContractVectoredReadTest(String bufferType) {
        super(bufferType);
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

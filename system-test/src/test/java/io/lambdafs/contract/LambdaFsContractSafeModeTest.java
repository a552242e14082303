package io.lambdafs.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.system.SharedStack;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.SafeMode;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.contract.AbstractContractSafeModeTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Test;

/** Hadoop's contract of SafeMode against the running system. */
final class LambdaFsContractSafeModeTest extends AbstractContractSafeModeTest {
    @Override
    protected Configuration createConfiguration() {
        return SharedStack.get().hadoopConfiguration();
    }

    @Override
    protected AbstractFSContract createContract(Configuration configuration) {
        return new LambdaFsContract(configuration);
    }

    /** Deviates: there is no state to load at a start, hence no safe mode. It can be asked for and left, not entered. */
    @Override
    @Test
    public void testSafeMode() throws Exception {
        SafeMode fs = (SafeMode) getFileSystem();
        assertThat(fs.setSafeMode(SafeModeAction.GET)).isFalse();
        assertThat(fs.setSafeMode(SafeModeAction.LEAVE)).isFalse();
        assertThatThrownBy(() -> fs.setSafeMode(SafeModeAction.ENTER)).hasMessageContaining("no safe mode to enter");
        assertThat(fs.setSafeMode(SafeModeAction.GET)).isFalse();
    }
}

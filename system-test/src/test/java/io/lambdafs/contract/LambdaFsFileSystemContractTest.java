package io.lambdafs.contract;

import io.lambdafs.system.SharedStack;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystemContractBaseTest;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;

/** Hadoop's older contract, of one class, against the running system. */
final class LambdaFsFileSystemContractTest extends FileSystemContractBaseTest {
    @BeforeEach
    void connect() throws Exception {
        Configuration configuration = SharedStack.get().hadoopConfiguration();
        configuration.set(CommonConfigurationKeys.FS_PERMISSIONS_UMASK_KEY, TEST_UMASK);
        fs = FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
        fs.mkdirs(new Path("/user/" + System.getProperty("user.name")));
    }
}

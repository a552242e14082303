package io.lambdafs.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractBondedFSContract;

/** What the file system promises, in the terms of Hadoop's contract tests: the same as HDFS. */
final class LambdaFsContract extends AbstractBondedFSContract {
    LambdaFsContract(Configuration configuration) {
        super(configuration);
        addConfResource("contract/lambdafs.xml");
    }

    @Override
    public String getScheme() {
        return "hdfs";
    }
}

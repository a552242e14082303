package io.lambdafs.cli.admin;

import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.util.ToolRunner;

/** The program behind {@code lambdafs dfsadmin}. */
public final class AdminMain {
    private static final int FAILED = 1;

    private AdminMain() {}

    /** Runs one subcommand; ends with 0, or with 1 if it was refused or failed. */
    public static void main(String[] arguments) throws Exception {
        int status = ToolRunner.run(new AdminShell(new HdfsConfiguration(), System.out, System.err), arguments);
        System.exit(status == 0 ? 0 : FAILED);
    }
}

package io.lambdafs.cli.admin;

import java.io.PrintStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.util.ToolRunner;

/** The program behind {@code lambdafs dfsadmin}. */
public final class AdminMain {
    private static final int FAILED = 1;

    private AdminMain() {}

    /** Runs one subcommand; ends with 0, or with 1 if it was refused or failed. */
    public static void main(String[] arguments) throws Exception {
        System.exit(run(new HdfsConfiguration(), System.out, System.err, arguments));
    }

    /**
     * Runs one subcommand against the cluster of a configuration.
     *
     * @param out where the answers go of the subcommands that Hadoop cannot ask here; Hadoop's own write to {@link System#out}
     * @param err the same for refusals and errors
     * @return 0, or 1 if it was refused or failed
     */
    public static int run(Configuration configuration, PrintStream out, PrintStream err, String... arguments)
            throws Exception {
        int status = ToolRunner.run(new AdminShell(configuration, out, err), arguments);
        return status == 0 ? 0 : FAILED;
    }
}

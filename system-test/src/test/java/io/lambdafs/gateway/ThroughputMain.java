package io.lambdafs.gateway;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * The program that runs Hadoop's NNThroughputBenchmark several times. Its class is none of the tests' own libraries, and is looked up by
 * its name.
 */
final class ThroughputMain {
    /** Ends the arguments of one run. */
    static final String NEXT = "--";

    private static final String BENCHMARK = "org.apache.hadoop.hdfs.server.namenode.NNThroughputBenchmark";

    private ThroughputMain() {}

    /** Takes the file system, a directory for temporary files, and the arguments of each run. */
    public static void main(String[] arguments) throws Exception {
        List<String> run = new ArrayList<>();
        for (int i = 2; i < arguments.length; i++) {
            if (arguments[i].equals(NEXT)) {
                run(arguments[0], arguments[1], run);
                run.clear();
            } else {
                run.add(arguments[i]);
            }
        }
        // Threads of Hadoop's clients would go on.
        System.exit(0);
    }

    private static void run(String fileSystem, String directory, List<String> arguments) throws Exception {
        Configuration configuration = new HdfsConfiguration();
        configuration.set("fs.defaultFS", fileSystem);
        configuration.set("hadoop.tmp.dir", directory);
        Class.forName(BENCHMARK)
                .getMethod("runBenchmark", Configuration.class, String[].class)
                .invoke(null, configuration, arguments.toArray(String[]::new));
    }
}

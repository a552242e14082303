package io.lambdafs.subtree;

import io.lambdafs.client.subtree.SubtreeRecovery;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A program that recovers or discards a decoupled subtree, and says when it begins and when it has ended. It is killed in between. */
final class SubtreeEndingMain {
    static final String BEGINS = "begins";
    static final String HAS_ENDED = "has ended";
    static final String RECOVER = "recover";
    static final String DISCARD = "discard";

    private SubtreeEndingMain() {}

    /** Takes a directory with Hadoop's configuration, where subtrees are kept, the subtree's directory, and what to do. */
    public static void main(String[] args) throws IOException {
        Configuration configuration = OtherProcess.configuration(args[0]);
        configuration.set(OtherProcess.SUBTREES, args[1]);
        Path root = new Path(args[2]);
        try (FileSystem fs = FileSystem.get(URI.create("hdfs://lambdafs/"), configuration)) {
            // What is connected is quick.
            fs.exists(new Path("/"));
            System.out.println(BEGINS);
            if (args[3].equals(RECOVER)) {
                SubtreeRecovery.recover(fs, root);
            } else {
                SubtreeRecovery.discard(fs, root);
            }
            System.out.println(HAS_ENDED);
        }
    }
}

package io.lambdafs.subtree;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A program that decouples a directory and writes files until it is killed. After it has persisted a file it prints the number of
 * files so far.
 */
final class DecoupledWriterMain {
    private static final int MOST = 100_000;

    private DecoupledWriterMain() {}

    /** Takes a directory with Hadoop's configuration, the directory to decouple, and one for journals. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Configuration configuration = OtherProcess.configuration(args[0]);
        try (FileSystem fs = FileSystem.get(URI.create("hdfs://lambdafs/"), configuration)) {
            Path root = new Path(args[1]);
            DecoupledSubtree subtree = DecoupledSubtree.decouple(
                    fs,
                    root,
                    SubtreeOptions.forInodes(MOST).as("writer").withJournalIn(java.nio.file.Path.of(args[2])));
            for (int i = 0; i < MOST; i++) {
                try (FSDataOutputStream out = fs.create(new Path(root, "d" + i % 10 + "/file" + i))) {
                    if (i % 5 == 0) {
                        out.write(("content " + i).getBytes(StandardCharsets.UTF_8));
                    }
                }
                if (i % 3 == 0) {
                    subtree.persist();
                    System.out.println(i);
                }
                Thread.sleep(1);
            }
        }
    }
}

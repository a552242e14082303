package io.lambdafs.subtree;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A program that knows nothing of decoupled subtrees: it writes files into a directory until it is killed, and counts them aloud. */
final class KeptWriterMain {
    private static final int MOST = 100_000;

    private KeptWriterMain() {}

    /** Takes a directory with Hadoop's configuration, the directory to write into, and where subtrees are kept. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Configuration configuration = OtherProcess.configuration(args[0]);
        configuration.set(OtherProcess.SUBTREES, args[2]);
        try (FileSystem fs = FileSystem.get(URI.create("hdfs://lambdafs/"), configuration)) {
            for (int i = 0; i < MOST; i++) {
                try (FSDataOutputStream out = fs.create(new Path(args[1], "written" + i))) {
                    out.write(("content " + i).getBytes(StandardCharsets.UTF_8));
                }
                System.out.println(i);
                Thread.sleep(10);
            }
        }
    }
}

package io.lambdafs.subtree;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.DirectoryPolicies;
import io.lambdafs.client.subtree.SubtreeOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A program that writes into directories as their policies say, and completes that. Then it syncs or merges a large subtree. It waits to
 * be killed.
 */
final class LevelsWriterMain {
    static final String WRITTEN = "written";
    static final int FILES = 3;
    static final int MANY = 60_000;
    static final int DIRECTORIES = 20;

    private static final int PATIENCE_SECONDS = 120;

    private LevelsWriterMain() {}

    /**
     * Takes a directory with Hadoop's configuration, one whose children have policies, where subtrees are kept, the directory of the large
     * subtree, and {@code sync}, {@code merge}, or {@code complete}, which does what the large subtree's policy says.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Configuration configuration = OtherProcess.configuration(args[0]);
        configuration.set(OtherProcess.SUBTREES, args[2]);
        try (FileSystem fs = FileSystem.get(URI.create("hdfs://lambdafs/"), configuration)) {
            for (FileStatus directory : fs.listStatus(new Path(args[1]))) {
                follow(fs, directory.getPath());
            }
            System.out.println(WRITTEN);
            large(fs, new Path(args[3]), args[4]);
            TimeUnit.SECONDS.sleep(PATIENCE_SECONDS);
        }
    }

    /* The subtree is neither closed nor given up: the process ends in the middle of its work. */
    @SuppressWarnings("resource")
    private static void follow(FileSystem fs, Path directory) throws IOException {
        boolean decoupled = DirectoryPolicies.effective(DirectoryPolicies.get(fs, directory))
                .isDecoupled();
        if (!decoupled) {
            write(fs, directory);
            return;
        }
        DecoupledSubtree subtree = DecoupledSubtree.decouple(fs, directory);
        write(fs, directory);
        subtree.complete();
    }

    private static void write(FileSystem fs, Path directory) throws IOException {
        for (int i = 0; i < FILES; i++) {
            try (FSDataOutputStream out = fs.create(new Path(directory, "file" + i))) {
                out.write(("content " + i).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static DecoupledSubtree decouple(FileSystem fs, Path root, boolean byPolicy) throws IOException {
        return byPolicy
                ? DecoupledSubtree.decouple(fs, root)
                : DecoupledSubtree.decouple(
                        fs, root, SubtreeOptions.forInodes(MANY + DIRECTORIES).keptForOtherProcesses());
    }

    private static void large(FileSystem fs, Path root, String last) throws IOException {
        try (DecoupledSubtree subtree = decouple(fs, root, last.equals("complete"))) {
            for (int i = 0; i < MANY; i++) {
                subtree.createEmptyFile(root.toUri().getPath() + "/d" + i % DIRECTORIES + "/f" + i, 0644);
            }
            switch (last) {
                case "sync" -> subtree.sync();
                case "merge" -> subtree.merge();
                default -> subtree.complete();
            }
        }
    }
}

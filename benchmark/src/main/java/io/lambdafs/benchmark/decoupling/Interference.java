package io.lambdafs.benchmark.decoupling;

import io.lambdafs.benchmark.plot.BarChart.Bar;
import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * How much another client that makes files in the same directory disturbs the one that holds it, from the first change to the end of the
 * merge: the paper's figure 8.
 */
final class Interference {
    private static final int MODE = 0644;
    private static final FsPermission OPEN = new FsPermission((short) 0777);

    private final FileSystem fs;
    private final int files;

    Interference(FileSystem fs, int files) {
        this.fs = fs;
        this.files = files;
    }

    /** The time for all, in milliseconds: alone, beside another client that is allowed, and beside one that is blocked. */
    List<Bar> measure() throws IOException, InterruptedException {
        FileSystem others = UserGroupInformation.createRemoteUser("other").doAs((PrivilegedExceptionAction<FileSystem>)
                () -> FileSystem.newInstance(fs.getUri(), new Configuration()));
        try {
            List<Bar> bars = new ArrayList<>();
            bars.add(new Bar("alone", millis("alone", "allow", null)));
            bars.add(new Bar("another client, allow", millis("allowed", "allow", others)));
            bars.add(new Bar("another client, block", millis("blocked", "block", others)));
            return bars;
        } finally {
            others.close();
        }
    }

    private double millis(String name, String interference, @Nullable FileSystem others)
            throws IOException, InterruptedException {
        Path root = new Path("/subtree-policies/interference-" + name);
        fs.mkdirs(root);
        fs.setPermission(root, OPEN);
        SubtreeOptions options = SubtreeOptions.of(SubtreePolicy.ofText(
                        "consistency: append_client_journal+volatile_apply\ninterfere_policy: " + interference))
                .withInodes(files)
                .as("benchmark");
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(fs, root, options);
                Disturbance beside = new Disturbance(root)) {
            if (others != null) {
                beside.by(others);
            }
            long before = System.nanoTime();
            for (int i = 0; i < files; i++) {
                subtree.createEmptyFile(root.toUri().getPath() + "/part-" + i, MODE);
            }
            subtree.merge();
            return (System.nanoTime() - before) / 1e6;
        }
    }

    /** A thread that makes one file after the other in a directory, until it is closed. */
    private static final class Disturbance implements AutoCloseable {
        private static final long END_MILLIS = 60_000;

        private final Path root;
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean ended;

        Disturbance(Path root) {
            this.root = root;
        }

        void by(FileSystem others) {
            Thread thread = new Thread(() -> run(others), "other-client");
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }

        private void run(FileSystem others) {
            for (int i = 0; !ended; i++) {
                try {
                    others.create(new Path(root, "other-" + i), false).close();
                } catch (IOException refused) {
                    // A blocked client tries the next one.
                }
            }
        }

        @Override
        public void close() {
            ended = true;
            try {
                for (Thread thread : threads) {
                    thread.join(END_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

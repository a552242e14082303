package io.lambdafs.benchmark.decoupling;

import io.lambdafs.benchmark.plot.BarChart.Bar;
import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What it costs the writer that its changes are synced into the namespace now and then: the paper's figure 9. */
final class SyncIntervals {
    private static final int MODE = 0644;
    private static final int[] PARTS = {0, 2, 4, 10, 20};

    private final FileSystem fs;
    private final int files;

    SyncIntervals(FileSystem fs, int files) {
        this.fs = fs;
        this.files = files;
    }

    /** The time until all is written and merged, in milliseconds, for fewer and fewer changes between two syncs. */
    List<Bar> measure() throws IOException {
        List<Bar> bars = new ArrayList<>();
        for (int parts : PARTS) {
            int interval = parts == 0 ? 0 : Math.max(1, files / parts);
            bars.add(new Bar(parts == 0 ? "never" : "each " + interval + " operations", millis(parts, interval)));
        }
        return bars;
    }

    private double millis(int parts, int interval) throws IOException {
        Path root = new Path("/subtree-policies/sync-" + parts);
        fs.mkdirs(root);
        SubtreeOptions options = SubtreeOptions.of(SubtreePolicy.ofText(
                        "consistency: append_client_journal+volatile_apply\nsync_operations: " + interval))
                .withInodes(files)
                .as("benchmark");
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(fs, root, options)) {
            long before = System.nanoTime();
            for (int i = 0; i < files; i++) {
                subtree.createEmptyFile(root.toUri().getPath() + "/part-" + i, MODE);
            }
            subtree.merge();
            return (System.nanoTime() - before) / 1e6;
        }
    }
}

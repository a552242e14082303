package io.lambdafs.benchmark.faas;

import io.lambdafs.benchmark.faas.Workers.Piece;
import io.lambdafs.benchmark.faas.Workers.Throughput;
import io.lambdafs.store.volume.CacheUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Functions that write different blocks of one file, and make files in one directory: nothing of it is a conflict. */
final class DisjointWriters {
    private static final int BLOCK = 4096;
    private static final int BLOCKS_EACH = 64;

    private final Instances instances;
    private final Workers workers;

    DisjointWriters(Instances instances, Workers workers) {
        this.instances = instances;
        this.workers = workers;
    }

    Throughput measure(int functions) throws IOException, InterruptedException {
        List<Workers.Step> steps = new ArrayList<>();
        for (int function = 0; function < functions; function++) {
            WorkLocation place = new VolumePlace(instances.instance(CacheUpdate.EAGER, ""));
            if (function == 0) {
                place.run(root -> Files.write(root.resolve("shared"), new byte[functions * BLOCKS_EACH * BLOCK]));
                place.run(root -> Files.createDirectories(root.resolve("made")));
            }
            steps.add(step(place, function));
        }
        return workers.measure(steps);
    }

    private static Workers.Step step(WorkLocation place, int function) {
        long[] count = {0};
        return random -> {
            long block = (long) function * BLOCKS_EACH + random.nextInt(BLOCKS_EACH);
            count[0]++;
            int runs = place.run(root -> {
                FileSet.writeAt(root.resolve("shared"), block * BLOCK, BLOCK);
                Files.write(root.resolve("made").resolve("f" + function + "-" + count[0] % 100), new byte[100]);
            });
            return new Piece(1, runs);
        };
    }
}

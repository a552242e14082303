package io.lambdafs.benchmark.faas;

import io.lambdafs.faas.nio.FaasFileSystem;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/** A volume, as one function instance has it. */
final class VolumePlace implements WorkLocation {
    /** More than a user would allow, so that nothing is left out of the figures. */
    private static final int MOST_RETRIES = 1_000;

    private final FunctionRun function;
    private final Path root;

    VolumePlace(VolumeFiles files) {
        this.function = new FunctionRun(files, Retries.defaults().withMost(MOST_RETRIES), RandomGenerator.getDefault());
        this.root = FaasFileSystem.over(files).getPath("/");
    }

    @Override
    public int run(Work work) throws IOException, InterruptedException {
        int[] times = {0};
        return function.run(() -> {
            times[0]++;
            work.with(root);
            return new FunctionRun.Result<>(times[0], true);
        });
    }
}

package io.lambdafs.benchmark.faas;

import java.io.IOException;
import java.nio.file.Path;

/** A local directory. */
record LocalPlace(Path root) implements WorkLocation {
    @Override
    public int run(Work work) throws IOException {
        work.with(root);
        return 1;
    }
}

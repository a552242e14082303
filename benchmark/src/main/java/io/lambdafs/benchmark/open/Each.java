package io.lambdafs.benchmark.open;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.Path;

/** Does something to each of many paths, some at a time. */
final class Each {
    private static final int THREADS = 16;

    private Each() {}

    /** Something done to a path. */
    @FunctionalInterface
    interface Action {
        void apply(Path path) throws IOException;
    }

    /** Fails with the first failure, when all have ended. */
    static void of(List<Path> paths, Action action) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<Boolean>> running = new ArrayList<>();
        for (Path path : paths) {
            running.add(threads.submit(() -> {
                action.apply(path);
                return true;
            }));
        }
        threads.shutdown();
        for (Future<Boolean> one : running) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw new IOException("an operation failed: " + e.getCause(), e.getCause());
            }
        }
    }
}

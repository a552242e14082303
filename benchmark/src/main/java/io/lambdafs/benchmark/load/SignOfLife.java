package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Asks for something in each of some directories once a second. While other systems have their rounds, this one gets no
 * requests, and a NameNode that is a function gives its cache up after some idle seconds. Clients that are there all
 * the time never see that. There are so many directories that each of a few functions owns one of them; they need not
 * exist.
 */
final class SignOfLife implements AutoCloseable {
    private static final Path ROOT = new Path("/");
    private static final int DIRECTORIES = 24;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "sign-of-life");
        thread.setDaemon(true);
        return thread;
    });
    private final FileSystem fs;
    private volatile @Nullable Future<?> calls;

    /** None is given yet. */
    SignOfLife(FileSystem fs) {
        this.fs = fs;
    }

    /** Gives them from now on, until it is closed. */
    void begin() {
        calls = thread.scheduleWithFixedDelay(this::ask, 1, 1, TimeUnit.SECONDS);
    }

    private void ask() {
        try {
            for (int i = 0; i < DIRECTORIES; i++) {
                fs.exists(new Path(ROOT, "life" + i + "/sign"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails if a call has failed: nobody has called since. */
    void check() throws IOException {
        Future<?> given = calls;
        if (given != null && given.isDone()) {
            throw new IOException("the file system has not answered a call between rounds");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

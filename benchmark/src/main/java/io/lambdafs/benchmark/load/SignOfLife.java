package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Asks for the root once a second. While other systems have their rounds, nobody asks this one anything, and a NameNode that
 * is a function gives its cache up after some seconds of that, which clients that are there all the time never see.
 */
final class SignOfLife implements AutoCloseable {
    private static final Path ROOT = new Path("/");

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "sign-of-life");
        thread.setDaemon(true);
        return thread;
    });
    private final Future<?> calls;

    private SignOfLife(FileSystem fs) {
        calls = thread.scheduleWithFixedDelay(() -> ask(fs), 1, 1, TimeUnit.SECONDS);
    }

    /** Goes on until it is closed. */
    static SignOfLife of(FileSystem fs) {
        return new SignOfLife(fs);
    }

    private static void ask(FileSystem fs) {
        try {
            fs.getFileStatus(ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails if a call has failed: nobody has called since. */
    void check() throws IOException {
        if (calls.isDone()) {
            throw new IOException("the file system has not answered a call between rounds");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

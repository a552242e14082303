package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.ClientMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That a command beside a running job needs no HTTP call, because it uses the job's connections. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ConnectionSharingTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int PATHS = 10;

    /** The job is busy, but leaves the processor to the commands. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    @TempDir
    private java.nio.file.Path directory;

    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void commandBesideARunningJob_makesNoHttpCall_andOneThatDoesNotShareMakesSome() throws Exception {
        Stack stack = SharedStack.get();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (FileSystem job = job(stack)) {
            Await.until("the job has all connections", BOUND, () -> roundGoesOverTcp(job));
            Future<?> running = thread.submit(() -> run(job));

            Stack.Result beside = list(stack, "machine");
            Stack.Result alone = list(stack, "none");

            over.set(true);
            running.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            assertThat(beside.errors()).containsPattern("http answered 0, failed 0,");
            assertThat(beside.errors()).containsPattern("of other processes [1-9]");
            assertThat(ClientMetrics.ofThisJvm().sharing().forwarded()).isPositive();
            assertThat(alone.errors()).containsPattern("http answered [1-9]");
            Await.until(
                    "status tells of invitations",
                    BOUND,
                    () -> StackStatus.of(stack).sumOf("tcp-invitations") > 0);
            assertThat(alone.output()).isEqualTo(beside.output());
        } finally {
            over.set(true);
            thread.shutdownNow();
        }
    }

    private FileSystem job(Stack stack) throws IOException {
        Configuration configuration = stack.hadoopConfiguration();
        configuration.set("lambdafs.client.sharing.directory", registry());
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
    }

    private String registry() {
        return directory.resolve("registry").toString();
    }

    private Stack.Result list(Stack stack, String sharing) throws IOException {
        Map<String, String> environment = Map.of(
                "LAMBDAFS_CLIENT_SHARING",
                sharing,
                "LAMBDAFS_CLIENT_SHARING_DIRECTORY",
                registry(),
                "LAMBDAFS_CLIENT_HTTP_REPLACEMENT_PROBABILITY",
                "0",
                "LAMBDAFS_CLIENT_PRINT_METRICS",
                "true");
        Stack.Launcher launcher =
                new Stack.Launcher(Stack.Launcher.ofThisCheckout().command(), environment);
        Stack.Result result = stack.with(launcher).tryRun("dfs", "-ls", "/");
        assertThat(result.status()).as(result.errors()).isZero();
        return result;
    }

    private static boolean roundGoesOverTcp(FileSystem job) throws IOException {
        long before = ClientMetrics.ofThisJvm().tcp().answered();
        int calls = round(job);
        return ClientMetrics.ofThisJvm().tcp().answered() >= before + calls;
    }

    /** Asks for paths of all functions; returns how many calls that took. */
    private static int round(FileSystem job) throws IOException {
        for (int i = 0; i < PATHS; i++) {
            job.exists(new Path("/job" + i + "/file"));
        }
        job.listStatus(new Path("/"));
        job.getFileStatus(new Path("/"));
        return PATHS + 2;
    }

    private void run(FileSystem job) {
        try {
            while (!over.get()) {
                round(job);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

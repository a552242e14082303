package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.ClientMetrics;
import io.lambdafs.client.calm.CalmMetrics;
import io.lambdafs.openwhisk.platform.LocalPlatform;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client whose calls become slow, because cold starts evict instances in use, uses the instances that are there. */
@Tag("alone")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class AntiThrashingSystemTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int FUNCTIONS = 4;
    private static final int INSTANCE_MB = 256;
    private static final int CALLERS = 4;
    private static final int DIRECTORIES = 16;

    @Test
    @Tag("extended")
    void slowCalls_onAPlatformWithoutRoom_beginTheMode_whichEnds() throws Exception {
        PoolSettings defaults = PoolSettings.defaults();
        PoolSettings pool = defaults.withMemory((FUNCTIONS - 1) * INSTANCE_MB, defaults.maxBuffered())
                .withProtection(0, 0);
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (Stack stack = Stack.start(FUNCTIONS, 0);
                LocalPlatform platform = OtherPlatform.replace(stack, config -> config.withPool(pool));
                FileSystem files = client(stack)) {
            assertThat(platform.port()).isPositive();
            CalmMetrics counted = ClientMetrics.ofThisJvm().calm();
            long entered = counted.entered();
            long left = counted.left();
            long elsewhere = counted.servedElsewhere();
            learnWhatIsUsual(files);
            List<Future<?>> running = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                Path own = new Path("/caller" + caller);
                running.add(callers.submit(() -> {
                    for (int i = 0; !over.get(); i++) {
                        operation(files, own, i);
                    }
                    return null;
                }));
            }

            Await.until("the mode begins", BOUND, () -> failed(running) || counted.entered() > entered);
            Await.until("the mode ends", BOUND, () -> failed(running) || counted.left() > left);
            over.set(true);
            for (Future<?> each : running) {
                each.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(counted.servedElsewhere()).isGreaterThan(elsewhere);
            assertThat(counted.millisWithin()).isPositive();
        } finally {
            over.set(true);
            callers.shutdownNow();
        }
    }

    private static boolean failed(List<Future<?>> running) {
        return running.stream().anyMatch(Future::isDone);
    }

    /** A second of calls of both kinds, to one function. */
    private static void learnWhatIsUsual(FileSystem files) throws IOException {
        long begin = System.nanoTime();
        for (int i = 0; i < 100 || System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2); i++) {
            Path path = new Path("/usual/" + i % 100);
            assertThat(files.mkdirs(path)).isTrue();
            assertThat(files.getFileStatus(path).isDirectory()).isTrue();
        }
    }

    /** Each directory has its own owner, so all functions are asked. */
    private static void operation(FileSystem files, Path base, int number) throws IOException {
        Path path = new Path(new Path(base, "directory" + number % DIRECTORIES), "child" + number);
        assertThat(files.mkdirs(path)).isTrue();
        assertThat(files.getFileStatus(path).isDirectory()).isTrue();
    }

    private static FileSystem client(Stack stack) throws IOException {
        Configuration configuration = stack.hadoopConfiguration();
        configuration.set("lambdafs.client.sharing", "none");
        configuration.set("lambdafs.client.anti-thrashing.factor", "2");
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
    }
}

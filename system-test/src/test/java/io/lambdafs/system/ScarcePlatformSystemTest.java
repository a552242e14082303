package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.client.ClientMetrics;
import io.lambdafs.openwhisk.platform.LocalPlatform;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.openwhisk.platform.rest.LimitSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clients do on a platform with a place less than functions, which evicts as OpenWhisk does, and on one that limits calls. */
@Tag("alone")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
final class ScarcePlatformSystemTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int FUNCTIONS = 4;
    private static final int INSTANCE_MB = 256;
    private static final int CALLERS = 4;

    /** Of each caller; each is two calls. */
    private static final int OPERATIONS = 250;

    /** One for each function, three to notice, and one for each time that the client tries again. */
    private static final int FEW_COLD_STARTS = FUNCTIONS + 3 + 5;

    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);

    @Tag("long")
    @Test
    void placeLessThanFunctions_doesNotCollapse() throws Exception {
        PoolSettings defaults = PoolSettings.defaults();
        PoolSettings pool = defaults.withMemory((FUNCTIONS - 1) * INSTANCE_MB, defaults.maxBuffered())
                .withProtection(0, 0);
        try (Stack stack = Stack.start(FUNCTIONS, 0);
                LocalPlatform platform = OtherPlatform.replace(stack, config -> config.withPool(pool))) {
            int before = coldStarts(stack);
            run(stack);

            assertThat(platform.port()).isPositive();
            assertThat(coldStarts(stack) - before).as("cold starts").isLessThanOrEqualTo(FEW_COLD_STARTS);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    @Tag("extended")
    void sixtyCallsAMinute_failNoOperation() throws Exception {
        LimitSettings limits = LimitSettings.defaults().withThrottle(60, 30);
        try (Stack stack = Stack.start(FUNCTIONS, 0);
                LocalPlatform platform = OtherPlatform.replace(stack, config -> config.withLimits(limits));
                FileSystem fs = stack.newClient()) {
            long before = ClientMetrics.ofThisJvm().throttled();
            AtomicBoolean refused = new AtomicBoolean();
            List<Future<?>> running = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                Path base = new Path("/caller" + caller);
                running.add(callers.submit(() -> {
                    for (int i = 0; !refused.get(); i++) {
                        operation(fs, base, i);
                    }
                    for (int i = 0; i < OPERATIONS; i++) {
                        operation(fs, new Path(base, "afterwards"), i);
                    }
                    return null;
                }));
            }
            Await.until(
                    "the platform refuses a call",
                    BOUND,
                    () -> ClientMetrics.ofThisJvm().throttled() > before);
            refused.set(true);
            for (Future<?> each : running) {
                each.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }

            assertThat(platform.port()).isPositive();
            assertThat(ClientMetrics.ofThisJvm().throttled() - before)
                    .as("refused calls")
                    .isLessThanOrEqualTo(30);
        } finally {
            callers.shutdownNow();
        }
    }

    private void run(Stack stack) throws Exception {
        try (FileSystem fs = stack.newClient()) {
            List<Future<?>> running = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                Path own = new Path("/caller" + caller);
                running.add(callers.submit(() -> {
                    for (int i = 0; i < OPERATIONS; i++) {
                        operation(fs, own, i);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    /** Each directory has its own owner, so all functions are asked. */
    private static void operation(FileSystem fs, Path base, int number) throws IOException {
        Path directory = new Path(base, "directory" + number % 16);
        assertThat(fs.mkdirs(new Path(directory, "child" + number))).isTrue();
        assertThat(fs.getFileStatus(new Path(directory, "child" + number)).isDirectory())
                .isTrue();
    }

    private static int coldStarts(Stack stack) throws IOException {
        return new ObjectMapper()
                .readTree(stack.askPlatform("/admin/instances"))
                .path("coldStarts")
                .asInt();
    }
}

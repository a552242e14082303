package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.client.ClientMetrics;
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

/** A function whose only instance is saturated gets another one, and has none when nobody calls it any more. */
@Tag("alone")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ScalingTest {
    private static final Duration BOUND = Duration.ofSeconds(90);
    private static final int CALLERS = 8;

    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void saturatedFunction_getsAnotherInstance_andAllEndWhenNobodyCalls() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (Stack stack = Stack.start(
                        1, 0, "--instance-cpu-millis", "200", "--idle-millis", "1000", "--max-instances", "2");
                FileSystem files = FileSystem.newInstance(URI.create("hdfs://lambdafs/"), unshared(stack))) {
            String unlimited = StackStatus.of(stack).textOfPool("noLimitsBecause");
            assumeTrue(unlimited.isEmpty(), unlimited);
            Path directory = new Path("/busy");
            files.mkdirs(directory);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                running.add(callers.submit(() -> stat(files, directory)));
            }

            Await.until("a second instance serves", BOUND, () -> serving(stack) >= 2);

            assertThat(StackStatus.of(stack).ofPool("scaleOuts")).isPositive();
            assertThat(ClientMetrics.ofThisJvm().scaleOutCalls()).isPositive();
            over.set(true);
            for (Future<?> caller : running) {
                caller.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
            Await.until("no instance is left", BOUND, () -> stack.instances().isEmpty());
            Await.until(
                    "a stem cell is ready", BOUND, () -> StackStatus.of(stack).readyStemCells() > 0);
            long stemStarts = StackStatus.of(stack).ofPool("stemStarts");
            assertThat(files.mkdirs(new Path(directory, "after idleness"))).isTrue();
            assertThat(StackStatus.of(stack).ofPool("stemStarts")).isGreaterThan(stemStarts);
            assertPrewarmed(stack);
            assertThat(stack.run("status")).contains("LOAD", "of the cold starts took one");
        } finally {
            over.set(true);
            callers.shutdownNow();
        }
    }

    private static void assertPrewarmed(Stack stack) throws IOException {
        assertThat(stack.run("prewarm", "2")).containsPattern("namenode0 +2 warm instances, before [01]");
        Stack.Result tooMany = stack.tryRun("prewarm", "3");
        assertThat(tooMany.status()).isEqualTo(3);
        assertThat(tooMany.output())
                .contains("3 were asked for", "The pool has no room for more", "at most 2 instances");
        assertThat(stack.tryRun("prewarm", "0").errors()).contains("N must be between 1 and 1000");
    }

    private static Configuration unshared(Stack stack) {
        Configuration configuration = stack.hadoopConfiguration();
        configuration.set("lambdafs.client.sharing", "none");
        return configuration;
    }

    private Void stat(FileSystem files, Path path) throws IOException {
        while (!over.get()) {
            files.getFileStatus(path);
        }
        return null;
    }

    private static long serving(Stack stack) throws IOException {
        return stack.instances().stream()
                .filter(each -> each.tcpConnections() > 0 && each.operations() > 0)
                .count();
    }
}

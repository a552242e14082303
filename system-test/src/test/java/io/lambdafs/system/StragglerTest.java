package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.ClientMetrics;
import io.lambdafs.client.straggler.StragglerMetrics;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** If an instance stands still, another one answers its requests, and no request is carried out by both. */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 6, unit = TimeUnit.MINUTES)
final class StragglerTest {
    private static final Duration BOUND = Duration.ofSeconds(90);

    /** Shorter than an instance may be silent, so that only mitigation helps. */
    private static final Duration STANDSTILL = Duration.ofMillis(300);

    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final int WRITERS = 4;
    private static final int WINDOW = 10;

    /** With several instances as soon as several calls by HTTP come at once. */
    private Stack stack;

    private FileSystem files;

    @BeforeAll
    void start() throws Exception {
        stack = Stack.start(1, 1, "--instance-concurrency", "1", "--pool-cpu-millis", "2000", "--min-block-size", "0");
        Configuration configuration = stack.hadoopConfiguration();
        configuration.set("lambdafs.client.sharing", "none");
        configuration.set("lambdafs.client.http-replacement-probability", "0.2");
        configuration.setInt("lambdafs.client.straggler.window", WINDOW);
        configuration.setInt("lambdafs.client.straggler.min-millis", 20);
        configuration.set("lambdafs.client.straggler.max-share", "1");
        files = FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
        configuration.set("lambdafs.client.tcp.enabled", "false");
        try (FileSystem byHttp = FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration)) {
            Await.until("there are two instances", BOUND, () -> {
                callAtOnce(byHttp);
                return stack.instances().size() >= 2;
            });
        }
        awaitTwoConnected();
    }

    /** An instance that ended, or whose connection was lost, is replaced by another one only while somebody calls. */
    private void awaitTwoConnected() throws Exception {
        Await.until("two instances are connected", BOUND, () -> {
            if (connected() < 2) {
                callAtOnce(files);
            }
            return connected() >= 2;
        });
    }

    private long connected() throws IOException {
        return stack.instances().stream()
                .filter(each -> each.tcpConnections() > 0)
                .count();
    }

    private static void callAtOnce(FileSystem files) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(WRITERS);
        try {
            Callable<Void> caller = () -> {
                for (int i = 0; i < 50; i++) {
                    files.mkdirs(new Path("/warm/" + i));
                }
                return null;
            };
            for (Future<Void> called : callers.invokeAll(Collections.nCopies(WRITERS, caller))) {
                called.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    @AfterAll
    void stop() throws IOException {
        if (files != null) {
            files.close();
        }
        if (stack != null) {
            stack.close();
        }
    }

    @Test
    @Tag("extended")
    void readThatMeetsAFrozenInstance_isAnsweredByAnother() throws Exception {
        StragglerMetrics counted = ClientMetrics.ofThisJvm().stragglers();
        long won = counted.wonBySecond();
        Path path = new Path("/warm");
        for (int i = 0; i < WINDOW; i++) {
            assertThat(files.getFileStatus(path).isDirectory()).isTrue();
        }
        Await.until("another instance has answered", BOUND, () -> {
            // Some of them go by HTTP, and whichever instance takes one of those connects to this client.
            callAtOnce(files);
            for (ProcessHandle instance : instances()) {
                standStill(
                        instance,
                        () -> assertThat(files.getFileStatus(path).isDirectory())
                                .isTrue());
            }
            return counted.wonBySecond() > won;
        });
        assertThat(counted.repeated()).isPositive();
        // The instances that were asked as well have counted it, too. They write their figures every second.
        Await.until(
                "status tells of resubmissions",
                BOUND,
                () -> StackStatus.of(stack).sumOf("resubmissions") > 0);
        assertThat(ClientMetrics.ofThisJvm().summary()).contains("stragglers sent again");
    }

    /** Each step of the load fails if it is carried out twice, or if its caller hears of the other execution. */
    @Tag("long")
    @Test
    void writesOfWhichBothInstancesHaveOne_takeEffectOnce() throws Exception {
        StragglerMetrics counted = ClientMetrics.ofThisJvm().stragglers();
        long repeated = counted.repeated();
        long won = counted.wonBySecond();
        List<ProcessHandle> instances = instances();
        try (MixedLoad load = new MixedLoad(files, new Path("/load"), WRITERS)) {
            load.awaitProgress(WINDOW, BOUND);
            Await.until("many requests had two submissions under way", BOUND, () -> {
                for (ProcessHandle instance : instances) {
                    standStill(instance, () -> LockSupport.parkNanos(STANDSTILL.toNanos()));
                    LockSupport.parkNanos(BETWEEN.toNanos());
                }
                return !load.violations().isEmpty()
                        || (counted.repeated() >= repeated + 20 && counted.wonBySecond() >= won + 5);
            });
            load.awaitProgress(WINDOW, BOUND);

            assertThat(load.stopAndVerify()).isEmpty();
        }
    }

    /** What happens while an instance stands still. */
    private interface Step {
        void run() throws IOException;
    }

    /** So that no other process is meant when one has ended. */
    private List<ProcessHandle> instances() throws IOException {
        return stack.instances().stream()
                .flatMap(each -> ProcessHandle.of(each.pid()).stream())
                .toList();
    }

    private static void standStill(ProcessHandle instance, Step step) throws IOException {
        if (!instance.isAlive() || !Stack.trySignal("STOP", instance.pid())) {
            return;
        }
        try {
            step.run();
        } finally {
            Stack.trySignal("CONT", instance.pid());
        }
    }
}

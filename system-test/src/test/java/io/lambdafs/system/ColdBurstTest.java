package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * NameNodes that start at the same moment serve at the first attempt. No two of them wait for each other, and none
 * waits for a NameNode that has been removed.
 */
@Tag("alone")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ColdBurstTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int FUNCTIONS = 4;
    private static final int BURSTS = 2;
    private static final int WRITERS = 8;

    /**
     * How long a client waits for an answer. NameNodes that wait for each other refuse after a quarter of a minute; a slow
     * machine only takes its time, for which nothing is to be sent again.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Of each writer: so many that each function owns some of them. */
    private static final int DIRECTORIES = 8;

    @Test
    @Tag("extended")
    void burstOnColdFunctions_needsNoResubmission() throws Exception {
        try (Stack stack = Stack.start(FUNCTIONS, 0);
                FileSystem fs = patientClient(stack)) {
            // The first write of a client tells it the store's time, and is sent again with it.
            fs.mkdirs(new Path("/first"));
            for (int burst = 0; burst < BURSTS; burst++) {
                removeInstances(stack);
                long before = ClientMetrics.ofThisJvm().resubmissions();
                write(fs, burst);
                assertThat(ClientMetrics.ofThisJvm().resubmissions() - before)
                        .as(
                                "requests sent again in burst %d; the last failed attempt was %s",
                                burst, ClientMetrics.ofThisJvm().lastFailedAttempt())
                        .isZero();
                assertThat(stack.instances().stream()
                                .map(StackStatus.Instance::function)
                                .collect(Collectors.toSet()))
                        .hasSize(FUNCTIONS);
            }
        }
    }

    private static FileSystem patientClient(Stack stack) throws IOException {
        Configuration configuration = stack.hadoopConfiguration();
        for (String transport : List.of("http", "tcp")) {
            configuration.setLong("lambdafs.client." + transport + ".attempt-timeout-millis", PATIENCE.toMillis());
        }
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
    }

    private static void removeInstances(Stack stack) throws Exception {
        for (StackStatus.Instance instance : stack.instances()) {
            Stack.signal("TERM", instance.pid());
        }
        Await.until("no instance is left", BOUND, () -> {
            List<StackStatus.Instance> left = stack.instances();
            for (StackStatus.Instance instance : left) {
                // One that is paused hears it when it goes on, and the platform may pause it while it leaves.
                Stack.trySignal("CONT", instance.pid());
            }
            return left.isEmpty();
        });
    }

    private static void write(FileSystem fs, int burst) throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Future<?>> written = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                Path base = new Path("/burst-" + burst + "/writer-" + writer);
                written.add(writers.submit(() -> {
                    for (int i = 0; i < DIRECTORIES; i++) {
                        fs.create(new Path(base, i + "/file")).close();
                    }
                    return null;
                }));
            }
            for (Future<?> each : written) {
                each.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            writers.shutdownNow();
        }
    }
}

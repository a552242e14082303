package io.lambdafs.openwhisk.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes in the control groups of this machine, if tests may make some. */
final class ResourceLimitsTest {
    private static final int BOUND_SECONDS = 20;

    @TempDir
    Path directory;

    @Test
    void process_joinsItsGroupBeforeItRuns_andTheGroupGoesWithIt() throws Exception {
        try (ResourceLimits limits = open()) {
            ProcessLimits one = limits.prepare("one", 64);
            assertThat(output(one, "cat", "/proc/self/cgroup")).contains("/one");
            one.close();
            // The name is free again.
            ProcessLimits again = limits.prepare("one", 64);
            assertThat(output(again, "echo", "a b", "$c")).isEqualTo("a b $c\n");
            again.close();
            assertThat(again.hasRunOutOfMemory()).isFalse();
        }
    }

    @Test
    void groupOfAllProcesses_weighsAsMuchAsThey() throws Exception {
        try (ResourceLimits limits = open()) {
            ProcessLimits one = limits.prepare("one", 64);
            ProcessLimits two = limits.prepare("two", 64);
            Path weight = Path.of(output(
                            two,
                            "/bin/sh",
                            "-c",
                            "for d in /sys/fs/cgroup/cpu /sys/fs/cgroup/cpu,cpuacct /sys/fs/cgroup; do for g in $(cut -d: -f3"
                                    + " /proc/self/cgroup); do for f in cpu.shares cpu.weight; do [ -e \"$d$g/../$f\" ] && [ -e"
                                    + " \"$d$g/../one\" ] && echo \"$d$g/../$f\" && exit; done; done; done; echo /unknown")
                    .strip());
            assumeTrue(Files.exists(weight), "control groups are not mounted where they usually are");
            assertThat(Files.readString(weight).strip()).isIn("2048", "200");
            one.close();
            two.close();
        }
    }

    /** It would use a whole core. */
    @Test
    void busyProcess_usesNoMoreThanItsShareOfACore() throws Exception {
        try (ResourceLimits limits = open()) {
            ProcessLimits limited = limits.prepare("busy", 64);
            Process busy = new ProcessBuilder(limited.command(List.of("/bin/sh", "-c", "while :; do :; done"))).start();
            try {
                await(() -> cpuNanos(busy) >= TimeUnit.MILLISECONDS.toNanos(50) || !busy.isAlive());
                assertThat(limited.throttledMillis().orElseThrow())
                        .as("waited before there was a limit of CPU")
                        .isZero();
                limited.limitCpu(100);
                long cpuBefore = cpuNanos(busy);
                long before = System.nanoTime();
                await(() -> cpuNanos(busy) >= cpuBefore + TimeUnit.MILLISECONDS.toNanos(200) || !busy.isAlive());
                double cores = (cpuNanos(busy) - cpuBefore) / (double) (System.nanoTime() - before);
                assertThat(busy.isAlive()).isTrue();
                assertThat(cores).as("cores in use").isLessThanOrEqualTo(0.15);
                assertThat(limited.throttledMillis().orElseThrow()).isPositive();
            } finally {
                busy.destroyForcibly().waitFor();
                limited.close();
            }
        }
    }

    private static long cpuNanos(Process process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    @Test
    void process_thatNeedsMoreMemoryThanItsLimit_isEnded() throws Exception {
        try (ResourceLimits limits = open()) {
            ProcessLimits small = limits.prepare("small", 32);
            // What has no lines, tail keeps.
            output(small, "/bin/sh", "-c", "head -c 100000000 /dev/zero | tail -n 1 | wc -c");
            assertThat(small.hasRunOutOfMemory()).isTrue();
            small.close();
            assertThat(small.hasRunOutOfMemory()).isTrue();

            ProcessLimits large = limits.prepare("large", 512);
            output(large, "/bin/sh", "-c", "head -c 100000000 /dev/zero | tail -n 1 | wc -c");
            assertThat(large.hasRunOutOfMemory()).isFalse();
            large.close();
        }
    }

    @Test
    void processes_ofAKilledOwner_areEndedByTheNext() throws Exception {
        ResourceLimits killed = open();
        Process orphan = new ProcessBuilder(killed.prepare("orphan", 64).command(List.of("sleep", "600"))).start();
        try {
            // It is in its group before it is itself.
            await(() -> orphan.info().command().orElse("").endsWith("sleep") || !orphan.isAlive());
            try (ResourceLimits next = open()) {
                assertThat(orphan.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
                next.prepare("orphan", 64).close();
            }
        } finally {
            orphan.destroyForcibly();
        }
    }

    /** Asks until it is so, for at most 20 seconds. */
    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 4_000 && !condition.getAsBoolean(); i++) {
            Thread.sleep(5);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private ResourceLimits open() {
        ResourceLimits limits = ResourceLimits.open(directory);
        assumeTrue(
                limits.unavailable().isEmpty(),
                () -> "no control groups here: " + limits.unavailable().orElse(""));
        return limits;
    }

    private static String output(ProcessLimits limits, String... command) throws Exception {
        Process process = new ProcessBuilder(limits.command(List.of(command)))
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}

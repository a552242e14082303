package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code lambdafs status} tells of an instance's cache. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class StatusTest {
    private static final Duration BOUND = Duration.ofSeconds(60);

    /** A row: function, process, lease, entries, bytes, hits, rounds that told nobody, rounds led and rounds followed. */
    private static final Pattern ROW =
            Pattern.compile("(?m)^(?<function>namenode\\d+) +\\d+ +(?<lease>valid|joining|none)"
                    + " +(?<entries>\\d+) +(?<bytes>\\d+) +(?<hits>-|\\d+ %) +(?<alone>\\d+)"
                    + " +(?<led>\\d+ \\(\\d+\\.\\d/\\d+\\.\\d\\)) +(?<followed>\\d+ \\(\\d+\\.\\d/\\d+\\.\\d\\)) *$");

    private final Stack stack = SharedStack.get();

    @Test
    void cacheOfAnInstance_isToldInItsRow() throws Exception {
        Path file = new Path("/status-" + System.nanoTime());
        try (FileSystem writer = stack.newClient()) {
            writer.create(file).close();
        }
        try (FileSystem reader = stack.newClient()) {
            // An instance writes its figures down a moment after they change.
            Await.until("an instance says that it answered from its cache", BOUND, () -> {
                reader.getFileStatus(file);
                reader.getFileStatus(file);
                return rows().stream().anyMatch(StatusTest::hasAnswered);
            });
        }
        assertThat(stack.run("status"))
                .contains("LEASE", "ENTRIES", "BYTES", "HITS", "LED (p50/p99 ms)")
                .containsPattern("\\d+\\.\\d gigabyte-seconds and [1-9]\\d* calls by HTTP .* \\$0\\.\\d{6}");
    }

    @Test
    void statusAsJson_hasTheSameInstancesWithTheirFigures() throws Exception {
        try (FileSystem client = stack.newClient()) {
            client.exists(new Path("/status-json"));
            Await.until("the instance that answered is there with its connection", BOUND, () -> {
                client.exists(new Path("/status-json"));
                return stack.instances().stream()
                        .anyMatch(instance ->
                                instance.member() && instance.tcpConnections() > 0 && instance.operations() > 0);
            });
        }
        StackStatus status = StackStatus.of(stack);
        assertThat(status.components()).containsKeys("platform", "datanode0");
        assertThat(status.ofPool("coldStarts"))
                .isGreaterThanOrEqualTo(status.instances().size());
        assertThat(stack.tryRun("status", "--json", "--store").errors()).contains("Leave out --json or --store.");
    }

    private List<MatchResult> rows() throws IOException {
        String status = stack.run("status");
        List<MatchResult> rows = ROW.matcher(status).results().toList();
        String caches = status.substring(status.indexOf("CACHE OF") < 0 ? status.length() : status.indexOf("CACHE OF"));
        long instances =
                caches.lines().filter(line -> line.startsWith("namenode")).count();
        // A row that is not of this form would be missing from those that are looked at.
        assertThat(rows).as(status).hasSize((int) instances);
        return rows;
    }

    private static boolean hasAnswered(MatchResult row) {
        return row.group(2).equals("valid")
                && Long.parseLong(row.group(3)) > 0
                && Long.parseLong(row.group(4)) > 0
                && row.group(5).matches("[1-9]\\d* %");
    }
}

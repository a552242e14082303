package io.lambdafs.benchmark.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.load.LoadResult;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TargetsTest {
    @Test
    void ratios_areThoseOfTheMedians(@TempDir Path directory) throws IOException {
        Cell cell = new Cell("stat", 8);
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            for (long operations : new long[] {100, 1, 90}) {
                results.add(cell, Systems.CACHED, round(operations));
            }
            results.add(cell, Systems.HDFS, round(60));

            List<Target> targets = Targets.of(results);

            assertThat(targets).hasSize(1);
            assertThat(targets.get(0).value()).isEqualTo(1.5);
            assertThat(targets.get(0).isMet()).isFalse();
            assertThat(targets.get(0)).asString().endsWith("MISSED");
        }
        assertThat(Files.readAllLines(directory.resolve("raw.csv"))).hasSize(5);
    }

    @Test
    void withoutFigures_thereIsNoTarget(@TempDir Path directory) throws IOException {
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            assertThat(Targets.of(results)).isEmpty();
        }
    }

    @Test
    void serverTime_isAllButTheClients() {
        Round round = new Round(new LoadResult(10, 1, 1, 1), Map.of("client", 70L, "instances", 20L, "postgres", 10L));

        assertThat(round.clientMicros()).isEqualTo(70);
        assertThat(round.serverMicros()).isEqualTo(30);
    }

    private static Round round(long operations) {
        return new Round(new LoadResult(operations, 1_000_000_000, 1, 1), Map.of("client", 1L));
    }
}

package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.commit.SubtreeOutputCommitter;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.system.Await;
import io.lambdafs.system.SharedStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of a real Spark with executors in processes of their own: attempts fail, others run twice, and a driver is killed. */
@Tag("spark")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class SparkCommitterTest {
    private static final Path HOME = new Path("/spark");
    private static final Path INPUT = new Path(HOME, "in");
    private static final Path OUTPUT = new Path(HOME, "out");
    private static final int TASKS = 6;
    private static final int LEASE_SECONDS = 15;
    private static final Duration BOUND = Duration.ofMinutes(4);

    @TempDir
    private java.nio.file.Path directory;

    private FileSystem fs;

    @BeforeEach
    void begin() throws IOException {
        fs = SharedStack.get().newClient();
        fs.mkdirs(HOME);
        try (FSDataOutputStream out = fs.create(INPUT)) {
            out.write("to be or not to be\n".repeat(20).getBytes(StandardCharsets.UTF_8));
        }
    }

    @AfterEach
    void end() throws IOException {
        fs.delete(HOME, true);
        fs.close();
    }

    private SparkJob spark() throws IOException {
        return new SparkJob(directory)
                .with(Map.of(
                        "spark.speculation",
                        "true",
                        "spark.speculation.interval",
                        "200ms",
                        "spark.speculation.multiplier",
                        "1.5",
                        "spark.speculation.quantile",
                        "0.5",
                        "spark.hadoop." + SubtreeOutputCommitter.LEASE_SECONDS,
                        Integer.toString(LEASE_SECONDS)));
    }

    private Process job(int words) throws IOException {
        return spark().start(
                        "WordsMain",
                        INPUT.toString(),
                        OUTPUT.toString(),
                        Integer.toString(TASKS),
                        Integer.toString(words));
    }

    private String log() throws IOException {
        return spark().log();
    }

    private void requireWords(int own) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        for (FileStatus part : fs.globStatus(new Path(OUTPUT, "part-*"))) {
            try (FSDataInputStream in = fs.open(part.getPath())) {
                String word = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
                counts.merge(word, 1, Integer::sum);
            }
        }
        Map<String, Integer> expected = new TreeMap<>(Map.of("to", 40, "be", 40, "or", 20, "not", 20));
        for (int task = 0; task < TASKS; task++) {
            for (int word = 0; word < own; word++) {
                expected.put("t" + task + "w" + word, 1);
            }
        }
        assertThat(counts).isEqualTo(expected);
        assertThat(fs.exists(new Path(OUTPUT, "_SUCCESS"))).isTrue();
        assertThat(SubtreeRecovery.list(fs)).isEmpty();
    }

    @Test
    void attemptsThatFail_andThoseThatRunTwice_areInTheOutputOnce() throws Exception {
        Process job = job(30);
        assertThat(job.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(job.exitValue()).as(log()).isZero();
        assertThat(log()).contains("this attempt is meant to fail").contains("speculatable");
        requireWords(30);
    }

    @Test
    void driverKilledInItsCommit_theOutputIsWhole_andItCanBeWrittenAnew() throws Exception {
        int words = 800;
        Process job = job(words);
        Await.until(
                "the merge has begun",
                BOUND,
                () -> !job.isAlive()
                        || SubtreeRecovery.list(fs).stream()
                                .anyMatch(info -> info.state().equals("merging")));
        assertThat(job.isAlive()).as(log()).isTrue();
        job.destroyForcibly().waitFor();
        Await.until(
                "NameNodes finish the merge",
                BOUND,
                () -> SubtreeRecovery.list(fs).isEmpty());
        requireWords(words);

        Process again = job(5);
        assertThat(again.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(again.exitValue()).as(log()).isZero();
        requireWords(5);
    }
}

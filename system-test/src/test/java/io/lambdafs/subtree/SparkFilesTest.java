package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** How long a Spark job takes that writes many small files, and its commit, by λFS's committer and by Hadoop's. For people: prints both. */
@Tag("spark")
@EnabledIfSystemProperty(named = SparkFilesTest.FILES, matches = "[0-9]+")
@Timeout(value = 90, unit = TimeUnit.MINUTES)
final class SparkFilesTest {
    static final String FILES = "lambdafs.spark.files";

    private static final Path HOME = new Path("/spark-files");
    private static final int TASKS = 8;
    private static final long TARGET_MILLIS = 5_000;
    private static final int BOUND_MINUTES = 80;

    @TempDir
    private java.nio.file.Path directory;

    /* The stack has one DataNode: with more replicas both would pay for blocks that lack some. */
    private SparkJob spark() throws IOException {
        return new SparkJob(directory).with(Map.of("spark.hadoop.dfs.replication", "1"));
    }

    @Test
    void smallFiles_byOurCommitter() throws Exception {
        measure("ours", spark());
    }

    @Test
    void smallFiles_byHadoopsCommitter() throws Exception {
        measure(
                "hadoops",
                spark().with(Map.of(
                        "spark.sql.sources.outputCommitterClass",
                        FileOutputCommitter.class.getName(),
                        "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version",
                        "1")));
    }

    private static void measure(String name, SparkJob spark) throws Exception {
        int files = Integer.getInteger(FILES);
        try (FileSystem fs = SharedStack.get().newClient()) {
            Path output = new Path(HOME, name);
            Process job = spark.start("FilesMain", output.toString(), Integer.toString(TASKS), Integer.toString(files));
            try {
                assertThat(job.waitFor(BOUND_MINUTES, TimeUnit.MINUTES))
                        .as("it ended in time")
                        .isTrue();
            } finally {
                job.destroyForcibly();
            }
            assertThat(job.exitValue()).as(spark.log()).isZero();
            assertThat(fs.getContentSummary(output).getFileCount()).isEqualTo(files + 1);
            String commit = millis(spark, "committed. Elapsed time: (\\d+) ms");
            System.out.println(name + ": " + files + " files, written in " + millis(spark, "written in (\\d+) ms")
                    + " ms, of which the commit took " + commit + " ms; target ≤ " + TARGET_MILLIS + " ms for 100,000: "
                    + (Long.parseLong(commit) <= TARGET_MILLIS ? "met" : "MISSED"));
            fs.delete(HOME, true);
        }
    }

    private static String millis(SparkJob spark, String said) throws IOException {
        return Pattern.compile(said)
                .matcher(spark.log())
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
    }
}

package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.commit.SubtreeCommitterFactory;
import io.lambdafs.client.commit.SubtreeOutputCommitter;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.system.Await;
import io.lambdafs.system.SharedStack;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** The output committer: by a job of MapReduce's, and step by step with attempts and drivers that fail. */
@Tag("extended")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class OutputCommitterTest {
    private static final Path HOME = new Path("/committed");
    private static final Path OUTPUT = new Path(HOME, "out");

    private FileSystem fs;
    private Configuration configuration;
    private JobID job;

    @BeforeEach
    void begin(TestInfo test) throws IOException {
        fs = SharedStack.get().newClient();
        fs.mkdirs(HOME);
        configuration = new Configuration(fs.getConf());
        configuration.set("fs.defaultFS", fs.getUri().toString());
        configuration.set(
                String.format(PathOutputCommitterFactory.COMMITTER_FACTORY_SCHEME_PATTERN, "hdfs"),
                SubtreeCommitterFactory.class.getName());
        configuration.setInt(SubtreeOutputCommitter.INODES, 1000);
        job = new JobID(test.getTestMethod().orElseThrow().getName().replace('_', '-'), 1);
    }

    @AfterEach
    void end() throws IOException {
        fs.delete(HOME, true);
        fs.close();
        // Those that committers have got from Hadoop's cache. A subtree is left to other processes when the last one is
        // closed.
        FileSystem.closeAll();
    }

    private TaskAttemptContext attempt(int task, int number) {
        return new TaskAttemptContextImpl(
                configuration, new TaskAttemptID(new TaskID(job, TaskType.REDUCE, task), number));
    }

    private SubtreeOutputCommitter committer(TaskAttemptContext context) throws IOException {
        return (SubtreeOutputCommitter) new SubtreeCommitterFactory().createOutputCommitter(OUTPUT, context);
    }

    private void write(Path path, String content) throws IOException {
        try (FSDataOutputStream out = fs.create(path)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    private String read(Path path) throws IOException {
        try (FSDataInputStream in = fs.open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private SubtreeOutputCommitter written(int task, int number, String content) throws IOException {
        TaskAttemptContext context = attempt(task, number);
        SubtreeOutputCommitter committer = committer(context);
        committer.setupTask(context);
        write(new Path(committer.getWorkPath(), "part-" + task), content);
        write(new Path(committer.getWorkPath(), "day=1/part-" + task), content);
        return committer;
    }

    private void committed(int task, int number, String content) throws IOException {
        SubtreeOutputCommitter committer = written(task, number, content);
        TaskAttemptContext context = attempt(task, number);
        assertThat(committer.needsTaskCommit(context)).isTrue();
        committer.commitTask(context);
    }

    private List<String> output() throws IOException {
        return Arrays.stream(fs.listStatus(OUTPUT))
                .map(status -> status.getPath().getName())
                .toList();
    }

    private void requireNothingLeft() throws IOException {
        assertThat(SubtreeRecovery.list(fs)).noneMatch(info -> info.path().startsWith(HOME.toString()));
        Path kept = new Path(fs.getHomeDirectory(), ".lambdafs/commits");
        assertThat(fs.exists(kept) ? fs.listStatus(kept) : new FileStatus[0]).isEmpty();
    }

    @Test
    void attemptsThatSucceeded_areTheOutput_andOthersLeaveNothing() throws IOException {
        SubtreeOutputCommitter driver = committer(attempt(0, 0));
        driver.setupJob(attempt(0, 0));
        committed(0, 0, "zero");
        // An attempt that is slower than its twin and is aborted, and one that dies.
        SubtreeOutputCommitter slow = written(1, 0, "slow");
        committed(1, 1, "one");
        slow.abortTask(attempt(1, 0));
        SubtreeOutputCommitter dead = written(2, 0, "dead");
        committed(2, 1, "two");
        assertThat(SharedStack.get().run("dfs", "-ls", "-R", OUTPUT.toString())).doesNotContain("part");

        driver.commitJob(attempt(0, 0));

        assertThat(output()).containsExactly("_SUCCESS", "day=1", "part-0", "part-1", "part-2");
        assertThat(read(new Path(OUTPUT, "part-1"))).isEqualTo("one");
        assertThat(read(new Path(OUTPUT, "day=1/part-2"))).isEqualTo("two");
        assertThat(fs.listStatus(new Path(OUTPUT, "day=1"))).hasSize(3);
        requireNothingLeft();
        dead.abortTask(attempt(2, 0));
    }

    /** A driver of this job in another process, which has committed so many tasks with a hundred files each, or is about to commit all. */
    private OtherProcess driver(int tasks, int files, boolean commit) throws IOException, InterruptedException {
        OtherProcess driver = OtherProcess.start(
                JobDriverMain.class,
                OUTPUT.toString(),
                job.getJtIdentifier(),
                Integer.toString(tasks),
                Integer.toString(files),
                Boolean.toString(commit));
        driver.awaitLine("tasks are committed"::equals);
        return driver;
    }

    @Test
    void driverThatIsKilledAndRestarted_goesOnWithTheTasksThatWereCommitted() throws Exception {
        driver(2, 20, false).kill();
        assertThat(output()).isEmpty();
        SubtreeOutputCommitter restarted = committer(attempt(0, 1));
        restarted.setupJob(attempt(0, 1));
        assertThat(restarted.isRecoverySupported(attempt(0, 1))).isTrue();
        committed(2, 1, "two");
        restarted.commitJob(attempt(0, 1));
        assertThat(output()).hasSize(13).contains("_SUCCESS", "d0", "d9", "day=1", "part-2");
        assertThat(fs.getContentSummary(OUTPUT).getFileCount()).isEqualTo(2 * 20 + 2 + 1);
        requireNothingLeft();
    }

    @Test
    void driverThatIsKilledInItsCommitAndRestarted_finishesIt() throws Exception {
        int tasks = 5;
        int files = 1_500;
        OtherProcess driver = driver(tasks, files, true);
        Await.until(
                "the merge has begun",
                Duration.ofMinutes(1),
                () -> SubtreeRecovery.list(fs).stream()
                        .allMatch(info -> info.state().equals("merging")));
        driver.kill();
        SubtreeOutputCommitter restarted = committer(attempt(0, 1));
        restarted.commitJob(attempt(0, 1));
        assertThat(fs.getContentSummary(OUTPUT).getFileCount()).isEqualTo(tasks * files + 1);
        requireNothingLeft();
    }

    private void limitNames(long most) throws IOException {
        ((DistributedFileSystem) fs).setQuota(HOME, most, HdfsConstants.QUOTA_DONT_SET);
    }

    private long held() throws IOException {
        List<Long> held = SubtreeRecovery.list(fs).stream()
                .filter(info -> info.path().equals(OUTPUT.toString()))
                .map(DecouplingInfo::number)
                .toList();
        assertThat(held).hasSize(1);
        return held.get(0);
    }

    /** A driver has died in its commit: the merge has begun, and a quota has kept it from its end. */
    private void deadInItsCommit() throws IOException, InterruptedException {
        limitNames(10);
        OtherProcess driver = driver(2, 20, true);
        driver.awaitLine(line -> line.startsWith("job is not committed: "));
        driver.kill();
        limitNames(HdfsConstants.QUOTA_RESET);
        assertThat(output()).isEmpty();
    }

    private void requireDiscarded(ThrowableAssert.ThrowingCallable step) {
        assertThatThrownBy(step)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("discarded the output of the job")
                .hasMessageContaining("run the job again");
    }

    @Test
    void mergeThatOthersHaveFinished_isSuccess_andADiscardIsNot() throws Exception {
        deadInItsCommit();
        SubtreeRecovery.resumeMerge(fs, held());
        SubtreeOutputCommitter restarted = committer(attempt(0, 1));
        restarted.setupJob(attempt(0, 1));
        restarted.commitJob(attempt(0, 1));
        assertThat(fs.getContentSummary(OUTPUT).getFileCount()).isEqualTo(2 * 20 + 1);
        requireNothingLeft();

        fs.delete(OUTPUT, true);
        deadInItsCommit();
        SubtreeRecovery.discard(fs, held());
        SubtreeOutputCommitter late = committer(attempt(0, 1));
        requireDiscarded(() -> late.setupJob(attempt(0, 1)));
        requireDiscarded(() -> late.commitJob(attempt(0, 1)));
        late.abortJob(attempt(0, 1), JobStatus.State.FAILED);
        assertThat(output()).isEmpty();
        requireNothingLeft();
    }

    @Test
    void withoutAMarker_anyFileTellsThatAllWasMerged() throws Exception {
        configuration.setBoolean(FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER, false);
        write(new Path(OUTPUT, "before/d0/file"), "of somebody else");
        driver(2, 20, false).kill();
        SubtreeRecovery.discard(fs, held());
        requireDiscarded(() -> committer(attempt(0, 1)).commitJob(attempt(0, 1)));
        committer(attempt(0, 1)).abortJob(attempt(0, 1), JobStatus.State.FAILED);

        driver(2, 20, false).kill();
        long number = held();
        SubtreeOutputCommitter restarted = committer(attempt(0, 1));
        restarted.setupJob(attempt(0, 1));
        limitNames(10);
        assertThatThrownBy(() -> restarted.commitJob(attempt(0, 1))).hasMessageContaining("quota");
        limitNames(HdfsConstants.QUOTA_RESET);
        SubtreeRecovery.resumeMerge(fs, number);
        restarted.commitJob(attempt(0, 1));
        assertThat(output()).hasSize(11).contains("before", "d9").doesNotContain("_SUCCESS");

        // There is nothing that could be lost.
        SubtreeOutputCommitter idle = committer(attempt(0, 2));
        idle.setupJob(attempt(0, 2));
        SubtreeRecovery.discard(fs, held());
        idle.commitJob(attempt(0, 2));
        requireNothingLeft();
    }

    @Test
    void commitThatAQuotaRefuses_isMadeAgain() throws IOException {
        SubtreeOutputCommitter driver = committer(attempt(0, 0));
        driver.setupJob(attempt(0, 0));
        committed(0, 0, "zero");
        committed(1, 0, "one");
        limitNames(5);
        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> driver.commitJob(attempt(0, 0))).hasMessageContaining("quota");
            assertThat(SharedStack.get().run("dfs", "-ls", "-R", OUTPUT.toString()))
                    .doesNotContain("part");
        }
        limitNames(HdfsConstants.QUOTA_RESET);
        driver.commitJob(attempt(0, 0));
        assertThat(output()).containsExactly("_SUCCESS", "day=1", "part-0", "part-1");
        assertThat(fs.listStatus(new Path(OUTPUT, "day=1"))).hasSize(2);
        assertThat(read(new Path(OUTPUT, "part-1"))).isEqualTo("one");
        requireNothingLeft();
    }

    @Test
    void commitThatFailsBeforeItsMerge_takesEachTaskOnce() throws IOException {
        // Two files at the top, two in a directory, the driver's own, and the marker.
        configuration.setInt(SubtreeOutputCommitter.INODES, 7);
        SubtreeOutputCommitter driver = committer(attempt(0, 0));
        driver.setupJob(attempt(0, 0));
        committed(0, 0, "zero");
        committed(1, 0, "one");
        try (FSDataOutputStream own = fs.create(new Path(OUTPUT, "own"))) {
            own.write('x');
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> driver.commitJob(attempt(0, 0)))
                        .hasMessageContaining("Files are still being written");
            }
        }
        driver.commitJob(attempt(0, 0));
        assertThat(output()).containsExactly("_SUCCESS", "day=1", "own", "part-0", "part-1");
        assertThat(read(new Path(OUTPUT, "own"))).isEqualTo("x");
        requireNothingLeft();
    }

    @Test
    void laterJob_addsToTheOutput_andMarksItAnew() throws IOException {
        long earlier = 0;
        for (int run = 0; run < 2; run++) {
            job = new JobID("later" + run, 1);
            SubtreeOutputCommitter driver = committer(attempt(0, 0));
            driver.setupJob(attempt(0, 0));
            committed(run, 0, "run " + run);
            driver.commitJob(attempt(0, 0));
            HdfsFileStatus marker = (HdfsFileStatus) fs.getFileStatus(new Path(OUTPUT, "_SUCCESS"));
            assertThat(marker.getFileId()).isNotEqualTo(earlier);
            earlier = marker.getFileId();
        }
        assertThat(output()).containsExactly("_SUCCESS", "day=1", "part-0", "part-1");
        requireNothingLeft();
    }

    @Test
    void attemptOfAnEarlierRun_bringsNothingIntoALaterOne() throws IOException {
        SubtreeOutputCommitter first = committer(attempt(0, 0));
        first.setupJob(attempt(0, 0));
        SubtreeOutputCommitter late = written(0, 0, "late");
        first.abortJob(attempt(0, 0), JobStatus.State.KILLED);
        assertThatThrownBy(() -> late.commitTask(attempt(0, 0))).hasMessageContaining("was aborted or has ended");
        requireNothingLeft();

        SubtreeOutputCommitter second = committer(attempt(0, 0));
        second.setupJob(attempt(0, 0));
        committed(0, 1, "mine");
        assertThatThrownBy(() -> late.commitTask(attempt(0, 0)))
                .hasMessageContaining("belongs to an earlier run of the job");
        late.abortTask(attempt(0, 0));
        second.commitJob(attempt(0, 0));
        assertThat(read(new Path(OUTPUT, "part-0"))).isEqualTo("mine");
        requireNothingLeft();
    }

    @Test
    void outputInAnotherFileSystem_isRefused() {
        assertThatThrownBy(() -> new SubtreeOutputCommitter(new Path("file:///out"), attempt(0, 0)))
                .hasMessageContaining("This committer is for λFS alone");
    }

    @Test
    void abortedJob_leavesAnEmptyDirectory() throws IOException {
        SubtreeOutputCommitter driver = committer(attempt(0, 0));
        driver.setupJob(attempt(0, 0));
        committed(0, 0, "zero");
        driver.abortJob(attempt(0, 0), JobStatus.State.KILLED);
        assertThat(output()).isEmpty();
        requireNothingLeft();
        assertThatThrownBy(() -> written(1, 0, "late")).hasMessageContaining("was aborted or has ended");
    }

    @Test
    void outputThatAnotherJobWrites_isBusy() throws IOException {
        SubtreeOutputCommitter driver = committer(attempt(0, 0));
        driver.setupJob(attempt(0, 0));
        JobID first = job;
        job = new JobID("another", 1);
        assertThatThrownBy(() -> committer(attempt(0, 0)).setupJob(attempt(0, 0)))
                .hasMessageContaining("is held by");
        job = first;
        driver.abortJob(attempt(0, 0), JobStatus.State.FAILED);
        requireNothingLeft();
    }

    @Test
    void mapReduce_countsWords() throws Exception {
        Path input = new Path(HOME, "in");
        for (int file = 0; file < 4; file++) {
            write(new Path(input, "text" + file), "to be or not to be\n".repeat(10));
        }
        Job counting = Job.getInstance(configuration, "words");
        counting.setMapperClass(Words.class);
        counting.setReducerClass(Sums.class);
        counting.setNumReduceTasks(3);
        counting.setOutputKeyClass(Text.class);
        counting.setOutputValueClass(IntWritable.class);
        FileInputFormat.addInputPath(counting, input);
        FileOutputFormat.setOutputPath(counting, OUTPUT);
        assertThat(counting.waitForCompletion(false)).isTrue();

        assertThat(output()).containsExactly("_SUCCESS", "part-r-00000", "part-r-00001", "part-r-00002");
        Map<String, Integer> counts = new TreeMap<>();
        for (FileStatus part : fs.globStatus(new Path(OUTPUT, "part-*"))) {
            read(part.getPath())
                    .lines()
                    .map(line -> line.split("\t"))
                    .forEach(pair -> counts.put(pair[0], Integer.valueOf(pair[1])));
        }
        assertThat(counts).isEqualTo(Map.of("to", 80, "be", 80, "or", 40, "not", 40));
        requireNothingLeft();
    }

    /** Tells each word. */
    public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        protected void map(
                LongWritable offset, Text line, Mapper<LongWritable, Text, Text, IntWritable>.Context context)
                throws IOException, InterruptedException {
            for (StringTokenizer words = new StringTokenizer(line.toString()); words.hasMoreTokens(); ) {
                context.write(new Text(words.nextToken()), new IntWritable(1));
            }
        }
    }

    /** Adds up. */
    public static final class Sums extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(
                Text word, Iterable<IntWritable> counts, Reducer<Text, IntWritable, Text, IntWritable>.Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            context.write(word, new IntWritable(sum));
        }
    }
}

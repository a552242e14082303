package io.lambdafs.client.commit;

import io.lambdafs.client.subtree.AttemptSubtree;
import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.jspecify.annotations.Nullable;

/**
 * Commits a job's output by one merge. The job holds its output directory decoupled. Each attempt of a task writes into
 * a journal of its own, in memory; the data of its files goes to DataNodes. A task's commit makes the journal a file.
 * The job's commit merges the journals of the tasks that succeeded. Into an empty directory it does so at one moment,
 * so that nobody ever sees a part of the output.
 *
 * <p>An attempt that is aborted or dies leaves nothing in the namespace. A job that dies leaves its output directory held. When it is
 * restarted in time, it goes on with the tasks that were committed. Otherwise NameNodes finish its merge, if that had begun, or discard all.
 *
 * <p>It is a {@link FileOutputCommitter} in name, because Spark asks only such a one where attempts write. It does none of what that does.
 */
public final class SubtreeOutputCommitter extends FileOutputCommitter {
    /** How many files and directories a job may write; 1 to 1,000,000, and by default 1,000,000. */
    public static final String INODES = "lambdafs.committer.inodes";

    /** Where journals of tasks are kept until the job's commit; by default {@code .lambdafs/commits} in the user's home directory. */
    public static final String STAGING = "lambdafs.committer.staging";

    /** After how many seconds without a sign of life a job may not be restarted any more; 1 to 86,400, and by default 120. */
    public static final String LEASE_SECONDS = "lambdafs.committer.lease-seconds";

    private static final int DEFAULT_LEASE_SECONDS = 120;
    private static final int DEFAULT_INODES = 1_000_000;

    private final Path output;
    private final DistributedFileSystem fs;
    private final JobJournals journals;
    private final int inodes;
    private final @Nullable Path work;
    private final Set<String> adopted = new HashSet<>();
    private @Nullable DecoupledSubtree job;
    private @Nullable AttemptSubtree attempt;

    /** For an attempt of a task. */
    public SubtreeOutputCommitter(Path outputPath, TaskAttemptContext context) throws IOException {
        this(outputPath, context, workPath(outputPath, context));
    }

    /** For a job. */
    public SubtreeOutputCommitter(Path outputPath, JobContext context) throws IOException {
        this(outputPath, context, null);
    }

    private SubtreeOutputCommitter(Path outputPath, JobContext context, @Nullable Path work) throws IOException {
        super(outputPath, context);
        fs = requireDistributed(outputPath.getFileSystem(context.getConfiguration()));
        output = fs.makeQualified(outputPath);
        journals = JobJournals.of(fs, output, context);
        inodes = context.getConfiguration().getInt(INODES, DEFAULT_INODES);
        this.work = work == null ? null : fs.makeQualified(work);
    }

    private static DistributedFileSystem requireDistributed(FileSystem found) throws IOException {
        if (!(found instanceof DistributedFileSystem)) {
            throw new IOException("This committer is for λFS alone, and " + found.getUri() + " is a "
                    + found.getClass().getName() + ". Use a path of λFS's, or another committer.");
        }
        return (DistributedFileSystem) found;
    }

    /* The overlay's root and what is below are two paths: the root itself is nowhere, and tools may ask whether the other exists. */
    private static Path workPath(Path output, TaskAttemptContext context) {
        return new Path(new Path(output, PENDING_DIR_NAME), context.getTaskAttemptID() + "/" + AttemptSubtree.CONTENT);
    }

    @Override
    public Path getWorkPath() throws IOException {
        if (work == null) {
            throw new IOException("A job writes nothing itself: ask the committer of an attempt of a task");
        }
        return work;
    }

    @Override
    public void setupJob(JobContext context) throws IOException {
        job = journals.holdOutput(inodes, context.getConfiguration().getInt(LEASE_SECONDS, DEFAULT_LEASE_SECONDS));
    }

    private DecoupledSubtree job() throws IOException {
        DecoupledSubtree held = job;
        if (held == null) {
            held = journals.holdOutputAgain();
            job = held;
        }
        return held;
    }

    @Override
    public void setupTask(TaskAttemptContext context) throws IOException {
        attempt = AttemptSubtree.mount(fs, journals.lease(), getWorkPath().getParent());
        fs.mkdirs(getWorkPath());
    }

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
        AttemptSubtree mounted = attempt;
        boolean written = mounted != null && mounted.hasContent();
        if (!written) {
            // Nobody says that such an attempt has ended.
            abortTask(context);
        }
        return written;
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
        AttemptSubtree mounted = attempt;
        if (mounted == null) {
            throw new IOException(context.getTaskAttemptID() + " was not set up by this committer");
        }
        journals.keep(context.getTaskAttemptID(), mounted.number(), mounted.takeJournal());
        mounted.close();
        attempt = null;
    }

    @Override
    public void abortTask(TaskAttemptContext context) {
        AttemptSubtree mounted = attempt;
        if (mounted != null) {
            mounted.close();
            attempt = null;
        }
    }

    @Override
    public boolean isCommitJobRepeatable(JobContext context) {
        return true;
    }

    /**
     * Merges the output. May be called again after it has failed, also by a restarted driver, whatever step it was in.
     *
     * @throws IOException if the merge is refused, and then it can be tried again; or if somebody has discarded the output
     */
    @Override
    public void commitJob(JobContext context) throws IOException {
        boolean ended = !commitWhatIsHeld();
        letGo();
        if (ended) {
            journals.requireMerged();
        }
        journals.remove();
    }

    /* False if somebody else has ended what the job held, before or meanwhile: NameNodes do, once the job was not heard of. */
    private boolean commitWhatIsHeld() throws IOException {
        DecouplingInfo held = journals.held().orElse(null);
        if (held == null) {
            return false;
        }
        try {
            if (JobJournals.isMerging(held)) {
                letGo();
                journals.finishMerge();
            } else {
                mergeTasks(job());
            }
            return true;
        } catch (IOException e) {
            if (isHeld(e)) {
                throw e;
            }
            return false;
        }
    }

    private boolean isHeld(IOException failure) {
        try {
            return journals.held().isPresent();
        } catch (IOException e) {
            failure.addSuppressed(e);
            return true;
        }
    }

    /* What an earlier call has adopted before it failed is in the journal still. */
    private void mergeTasks(DecoupledSubtree held) throws IOException {
        journals.forEachTask(adopted, (task, journal) -> {
            held.adopt(journal);
            adopted.add(task);
        });
        journals.mark();
        held.merge();
    }

    private void letGo() throws IOException {
        DecoupledSubtree held = job;
        job = null;
        adopted.clear();
        if (held != null) {
            held.close();
        }
    }

    @Override
    public void abortJob(JobContext context, JobStatus.State state) throws IOException {
        letGo();
        journals.giveUp();
        journals.remove();
    }

    @Override
    public boolean isRecoverySupported(JobContext context) {
        return true;
    }

    /** Journals of tasks do not depend on which attempt of the job they were committed in. */
    @Override
    public void recoverTask(TaskAttemptContext context) {}

    @Override
    public String toString() {
        return "SubtreeOutputCommitter of " + output;
    }
}

package io.lambdafs.client.commit;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * What a job keeps in a directory of its own until its commit: which subtree its output is, and a journal for each task that was
 * committed. All processes of the job find it by the job's id and the output's path.
 */
final class JobJournals {
    private static final String LEASE = "user.lambdafs.lease";
    private static final String MERGING = "_merging";
    private static final String SPARK_JOB = "spark.sql.sources.writeJobUUID";
    private static final String CLIENT = "committer of ";
    private static final FsPermission PRIVATE = new FsPermission((short) 0700);

    private static final int MILLIS = 1000;

    /* When a job has not been heard of for the time of its lease, NameNodes finish its merge or, if none has begun, discard its subtree. */
    private static final SubtreePolicy POLICY =
            SubtreePolicy.ofText("consistency: append_client_journal+volatile_apply");

    private final FileSystem fs;
    private final Path output;
    private final Path directory;
    private final String job;

    private JobJournals(FileSystem fs, Path output, Path directory, String job) {
        this.fs = fs;
        this.output = output;
        this.directory = directory;
        this.job = job;
    }

    static JobJournals of(FileSystem fs, Path output, JobContext context) {
        CRC32 hash = new CRC32();
        byte[] path = output.toUri().getPath().getBytes(StandardCharsets.UTF_8);
        hash.update(path, 0, path.length);
        String home = new Path(fs.getHomeDirectory(), ".lambdafs/commits").toString();
        Path base = new Path(context.getConfiguration().getTrimmed(SubtreeOutputCommitter.STAGING, home));
        // Of a job of Spark's, the driver and the tasks have other ids.
        String job = context.getConfiguration()
                .getTrimmed(SPARK_JOB, context.getJobID().toString());
        return new JobJournals(fs, output, new Path(base, job + "-" + Long.toHexString(hash.getValue())), job);
    }

    /**
     * Decouples the output for the job, or takes up again what an earlier attempt of the job had decoupled.
     *
     * @param leaseSeconds for how long a job is waited for that is not heard of
     * @throws IOException if another job or program holds it
     */
    DecoupledSubtree holdOutput(int inodes, int leaseSeconds) throws IOException {
        if (fs.exists(directory)) {
            return holdOutputAgain();
        }
        fs.mkdirs(output);
        takeOver();
        SubtreeOptions options = SubtreeOptions.of(POLICY)
                .withInodes(inodes)
                .heldFor((long) leaseSeconds * MILLIS)
                .as(CLIENT + job);
        DecoupledSubtree held = DecoupledSubtree.decouple(fs, output, options);
        try {
            fs.mkdirs(directory, PRIVATE);
            fs.setXAttr(directory, LEASE, held.lease().encode());
            return held;
        } catch (IOException | RuntimeException e) {
            held.discard();
            throw e;
        }
    }

    /* A job that died before this one was run leaves its output held; a job that lives renews its lease. */
    private void takeOver() throws IOException {
        for (DecouplingInfo info : SubtreeRecovery.list(fs)) {
            boolean left = info.path().equals(output.toUri().getPath())
                    && info.holder().client().startsWith(CLIENT);
            if (left && info.state().equals("merging")) {
                SubtreeRecovery.resumeMerge(fs, info.number());
            } else if (left && info.state().equals("lease ended")) {
                SubtreeRecovery.discard(fs, info.number());
            }
        }
    }

    /** Takes up again what an earlier attempt of the job has decoupled. */
    DecoupledSubtree holdOutputAgain() throws IOException {
        return DecoupledSubtree.resume(fs, lease().number());
    }

    /** The subtree that the job holds. */
    DecoupledLease lease() throws IOException {
        try {
            return DecoupledLease.decode(fs.getXAttr(directory, LEASE));
        } catch (FileNotFoundException e) {
            throw new FileNotFoundException(
                    "The job " + job + " was not set up, was aborted or has ended: " + directory + " is not there");
        } catch (MalformedEnvelopeException e) {
            throw new IOException("The attribute " + LEASE + " of " + directory + " is damaged: " + e.getMessage(), e);
        }
    }

    /** Makes the journal of a task durable. It takes the place of that of another attempt of the task. */
    void keep(TaskAttemptID attempt, List<byte[]> chunks) throws IOException {
        Path written = new Path(directory, "_" + attempt);
        try (FSDataOutputStream out = fs.create(written, true)) {
            JournalOfTask.write(out, lease().number(), chunks);
        }
        FileContext.getFileContext(fs.getUri(), fs.getConf())
                .rename(written, new Path(directory, attempt.getTaskID().toString()), Options.Rename.OVERWRITE);
    }

    /** What is done with the journal of a task. */
    interface EachTask {
        void journal(List<byte[]> chunks) throws IOException;
    }

    /** Reads the journals of all tasks that were committed, in the order of their numbers. */
    void forEachTask(EachTask each) throws IOException {
        long number = lease().number();
        for (FileStatus file : fs.listStatus(directory, path -> path.getName().startsWith("task"))) {
            each.journal(JournalOfTask.read(fs, file.getPath(), number));
        }
    }

    /** Notes that from now on the subtree is gone only if it was merged. */
    void noteMerge() throws IOException {
        fs.create(new Path(directory, MERGING), true).close();
    }

    /**
     * Finishes the merge that an earlier attempt of the job has begun, if it has.
     *
     * @return whether all is merged now; false if no merge has begun
     * @throws IOException if the subtree was discarded
     */
    boolean finishMerge() throws IOException {
        Optional<DecouplingInfo> held = held();
        if (held.isPresent()) {
            boolean begun = held.get().state().equals("merging");
            if (begun) {
                SubtreeRecovery.resumeMerge(fs, held.get().number());
            }
            return begun;
        }
        if (!fs.exists(new Path(directory, MERGING))) {
            throw new IOException("Somebody has discarded the output of the job " + job + " at " + output
                    + ", which the job held: run the job again");
        }
        return true;
    }

    private Optional<DecouplingInfo> held() throws IOException {
        long number = lease().number();
        return SubtreeRecovery.list(fs).stream()
                .filter(info -> info.number() == number)
                .findFirst();
    }

    /** Gives the output up, unless it was merged. */
    void giveUp() throws IOException {
        if (fs.exists(directory) && held().isPresent()) {
            SubtreeRecovery.discard(fs, lease().number());
        }
    }

    /** Removes the directory. */
    void remove() throws IOException {
        fs.delete(directory, true);
    }
}

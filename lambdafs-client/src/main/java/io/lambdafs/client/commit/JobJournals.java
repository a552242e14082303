package io.lambdafs.client.commit;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.InodeNumbers;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.jspecify.annotations.Nullable;

/**
 * What a job keeps in a directory of its own until its commit: the subtree of its output, and a journal for each task
 * that was committed. All processes of the job find it by the job's id and the output's path.
 */
final class JobJournals {
    private static final String LEASE = "user.lambdafs.lease";
    private static final String SPARK_JOB = "spark.sql.sources.writeJobUUID";
    private static final String CLIENT = "committer of ";
    private static final FsPermission PRIVATE = new FsPermission((short) 0700);

    private static final int MILLIS = 1000;

    /* When a job has not been heard of for the time of its lease, NameNodes finish its merge or, if none has begun, discard its subtree. */
    private static final SubtreePolicy POLICY =
            SubtreePolicy.ofText("consistency: append_client_journal+volatile_apply");

    private final DistributedFileSystem fs;
    private final Path output;
    private final Path directory;
    private final String job;
    private final boolean marked;

    private JobJournals(DistributedFileSystem fs, Path output, Path directory, String job, boolean marked) {
        this.fs = fs;
        this.output = output;
        this.directory = directory;
        this.job = job;
        this.marked = marked;
    }

    static JobJournals of(DistributedFileSystem fs, Path output, JobContext context) {
        CRC32 hash = new CRC32();
        byte[] path = output.toUri().getPath().getBytes(StandardCharsets.UTF_8);
        hash.update(path, 0, path.length);
        String home = new Path(fs.getHomeDirectory(), ".lambdafs/commits").toString();
        Path base = new Path(context.getConfiguration().getTrimmed(SubtreeOutputCommitter.STAGING, home));
        // Of a job of Spark's, the driver and the tasks have other ids.
        String job = context.getConfiguration()
                .getTrimmed(SPARK_JOB, context.getJobID().toString());
        Path directory = new Path(base, job + "-" + Long.toHexString(hash.getValue()));
        boolean marked =
                context.getConfiguration().getBoolean(FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER, true);
        return new JobJournals(fs, output, directory, job, marked);
    }

    /**
     * Decouples the output for the job, or takes up again what an earlier attempt of the job had decoupled.
     *
     * @param leaseSeconds for how long a job is waited for that is not heard of
     * @return what it holds now; null if all that the job wrote is merged already
     * @throws IOException if another job or program holds it, or if somebody has discarded what an earlier attempt of the job held
     */
    @Nullable
    DecoupledSubtree holdOutput(int inodes, int leaseSeconds) throws IOException {
        if (isSetUp()) {
            if (held().isPresent()) {
                return holdOutputAgain();
            }
            requireMerged();
            return null;
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
            if (left && info.state().equals(DecouplingInfo.MERGING)) {
                SubtreeRecovery.resumeMerge(fs, info.number());
            } else if (left && info.state().equals(DecouplingInfo.LEASE_ENDED)) {
                SubtreeRecovery.discardEnded(fs, info);
            }
        }
    }

    /* A driver may have died after it had made the directory. */
    private boolean isSetUp() throws IOException {
        return fs.exists(directory) && fs.getXAttrs(directory).containsKey(LEASE);
    }

    /** Takes up again what an earlier attempt of the job has decoupled. */
    DecoupledSubtree holdOutputAgain() throws IOException {
        return DecoupledSubtree.resume(fs, lease().number());
    }

    /** The subtree that the job holds. */
    DecoupledLease lease() throws IOException {
        try {
            if (isSetUp()) {
                return DecoupledLease.decode(fs.getXAttr(directory, LEASE));
            }
            throw new FileNotFoundException(
                    "The job " + job + " was not set up, was aborted or has ended: " + directory + " is not there");
        } catch (MalformedEnvelopeException e) {
            throw new IOException("The attribute " + LEASE + " of " + directory + " is damaged: " + e.getMessage(), e);
        }
    }

    /**
     * Makes the journal of a task durable. It takes the place of that of another attempt of the task.
     *
     * @param number of the subtree for which the attempt has written
     * @throws IOException if the job has ended, or holds another subtree: the attempt is of an earlier run of a job with the same id
     */
    void keep(TaskAttemptID attempt, long number, List<byte[]> chunks) throws IOException {
        long current = lease().number();
        if (number != current) {
            throw new IOException(attempt + " has written for the decoupled subtree " + number + ", but the job " + job
                    + " holds " + current + ": the attempt belongs to an earlier run of the job");
        }
        // Names have the number, so that such an attempt takes nobody's place even if the job ends just now.
        Path written = new Path(directory, "_" + attempt + suffix(number));
        // Not with the directory: one that a job's end has removed is not to come back.
        try (FSDataOutputStream out = fs.createFile(written).overwrite(true).build()) {
            JournalOfTask.write(out, number, chunks);
        }
        fs.rename(written, new Path(directory, attempt.getTaskID() + suffix(number)), Options.Rename.OVERWRITE);
    }

    private static String suffix(long number) {
        return "-" + number;
    }

    private FileStatus[] tasks(long number) throws IOException {
        return fs.listStatus(
                directory,
                path -> path.getName().startsWith("task") && path.getName().endsWith(suffix(number)));
    }

    /** What is done with the journal of a task. */
    interface EachTask {
        void journal(String task, List<byte[]> chunks) throws IOException;
    }

    /**
     * Reads the journals of all tasks that were committed, in the order of their numbers.
     *
     * @param known tasks that are left out
     */
    void forEachTask(Set<String> known, EachTask each) throws IOException {
        long number = lease().number();
        List<Path> files = new ArrayList<>();
        for (FileStatus file : tasks(number)) {
            if (!known.contains(file.getPath().getName())) {
                files.add(file.getPath());
            }
        }
        try (FileReadAhead<List<byte[]>> journals =
                new FileReadAhead<>(files, file -> JournalOfTask.read(fs, file, number))) {
            for (Path file : files) {
                each.journal(file.getName(), journals.next());
            }
        }
    }

    /**
     * Makes the file that says that the job succeeded, if it is wanted. One of an earlier job is replaced: it is no sign of this job's merge.
     *
     * <p>To be called while the output is held, so that the file is part of the merge.
     */
    void mark() throws IOException {
        if (marked && !isMarked(lease().inodes())) {
            fs.create(marker(), true).close();
        }
    }

    private Path marker() {
        return new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME);
    }

    private boolean isMarked(InodeNumbers reserved) throws IOException {
        try {
            return isOneOf(reserved, fs.getFileStatus(marker()));
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    private static boolean isOneOf(InodeNumbers reserved, FileStatus status) {
        long place = ((HdfsFileStatus) status).getFileId() - reserved.first();
        return place >= 0 && place < reserved.count();
    }

    /** Whether the merge of what the job holds has begun. */
    static boolean isMerging(DecouplingInfo held) {
        return held.state().equals(DecouplingInfo.MERGING);
    }

    /** Finishes the merge that has begun. */
    void finishMerge() throws IOException {
        SubtreeRecovery.resumeMerge(fs, lease().number());
    }

    /**
     * Requires that what the job held, and holds no more, was merged and not discarded. The namespace tells: a merge, and nothing else, brings
     * inodes into it whose numbers were reserved for the job.
     *
     * @throws IOException if it was discarded
     */
    void requireMerged() throws IOException {
        DecoupledLease lease = lease();
        InodeNumbers reserved = lease.inodes();
        boolean merged = marked ? isMarked(reserved) : tasks(lease.number()).length == 0 || isAnyInOutput(reserved);
        if (!merged) {
            throw new IOException("Somebody has discarded the output of the job " + job + " at " + output
                    + ", which the job held, or the job was not heard of for too long: run the job again");
        }
    }

    private boolean isAnyInOutput(InodeNumbers reserved) throws IOException {
        Deque<Path> directories = new ArrayDeque<>();
        directories.add(output);
        while (!directories.isEmpty()) {
            RemoteIterator<FileStatus> children = fs.listStatusIterator(directories.remove());
            while (children.hasNext()) {
                FileStatus child = children.next();
                if (isOneOf(reserved, child)) {
                    return true;
                }
                if (child.isDirectory()) {
                    directories.add(child.getPath());
                }
            }
        }
        return false;
    }

    /** What the job holds; empty if it was merged or discarded. */
    Optional<DecouplingInfo> held() throws IOException {
        long number = lease().number();
        return SubtreeRecovery.list(fs).stream()
                .filter(info -> info.number() == number)
                .findFirst();
    }

    /** Gives the output up, unless it was merged. */
    void giveUp() throws IOException {
        if (isSetUp() && held().isPresent()) {
            SubtreeRecovery.discard(fs, lease().number());
        }
    }

    /** Removes the directory. */
    void remove() throws IOException {
        fs.delete(directory, true);
    }
}

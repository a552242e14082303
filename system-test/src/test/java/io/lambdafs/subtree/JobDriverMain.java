package io.lambdafs.subtree;

import io.lambdafs.client.commit.SubtreeOutputCommitter;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** A job's driver in a process of its own, which runs tasks in itself: commits them, says so, and commits the job. */
final class JobDriverMain {
    private static final int WAIT_MILLIS = 120_000;

    private JobDriverMain() {}

    /** Takes a directory with Hadoop's configuration, the output, the job's name, tasks, files for each, and whether to commit. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Configuration configuration = OtherProcess.configuration(args[0]);
        Path output = new Path("hdfs://lambdafs" + args[1]);
        JobID job = new JobID(args[2], 1);
        int tasks = Integer.parseInt(args[3]);
        int files = Integer.parseInt(args[4]);
        FileSystem fs = output.getFileSystem(configuration);
        SubtreeOutputCommitter driver = new SubtreeOutputCommitter(output, attempt(configuration, job, 0));
        driver.setupJob(attempt(configuration, job, 0));
        for (int task = 0; task < tasks; task++) {
            TaskAttemptContext attempt = attempt(configuration, job, task);
            SubtreeOutputCommitter committer = new SubtreeOutputCommitter(output, attempt);
            committer.setupTask(attempt);
            for (int file = 0; file < files; file++) {
                fs.create(new Path(committer.getWorkPath(), "d" + file % 10 + "/t" + task + "f" + file))
                        .close();
            }
            committer.commitTask(attempt);
        }
        System.out.println("tasks are committed");
        if (Boolean.parseBoolean(args[5])) {
            System.out.println(commit(driver, attempt(configuration, job, 0)));
        }
        Thread.sleep(WAIT_MILLIS);
    }

    private static String commit(SubtreeOutputCommitter driver, TaskAttemptContext context) {
        try {
            driver.commitJob(context);
            return "job is committed";
        } catch (IOException e) {
            return "job is not committed: " + e.getMessage();
        }
    }

    static TaskAttemptContext attempt(Configuration configuration, JobID job, int task) {
        return new TaskAttemptContextImpl(configuration, new TaskAttemptID(new TaskID(job, TaskType.REDUCE, task), 0));
    }
}

/**
 * The output committer of MapReduce and Spark jobs: tasks write into journals, and the job's commit merges those of the tasks that
 * succeeded, at one moment. Start reading at {@link io.lambdafs.client.commit.SubtreeOutputCommitter}.
 */
package io.lambdafs.client.commit;

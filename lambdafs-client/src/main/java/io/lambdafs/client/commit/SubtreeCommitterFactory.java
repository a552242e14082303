package io.lambdafs.client.commit;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;

/**
 * Gives jobs a {@link SubtreeOutputCommitter}. Hadoop finds it by the setting {@code
 * mapreduce.outputcommitter.factory.scheme.hdfs}.
 */
public final class SubtreeCommitterFactory extends PathOutputCommitterFactory {
    @Override
    public PathOutputCommitter createOutputCommitter(Path outputPath, TaskAttemptContext context) throws IOException {
        return new SubtreeOutputCommitter(outputPath, context);
    }
}

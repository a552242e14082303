package io.lambdafs.cli.tour;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;

/** MapReduce's own first example, run by Hadoop's LocalJobRunner in this JVM. */
final class WordCount {
    private final Configuration configuration;

    WordCount(Configuration base) {
        configuration = new Configuration(base);
        configuration.set("mapreduce.framework.name", "local");
        // Said by a program whose options are not for Hadoop to parse; it warns otherwise.
        configuration.setBoolean("mapreduce.client.genericoptionsparser.used", true);
        // A client that waits for a job looks every five seconds whether it has ended, unless configured otherwise.
        configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 50);
        configuration.setBoolean(FileInputFormat.INPUT_DIR_RECURSIVE, true);
        // Hundreds of small files, but no hundreds of tasks.
        configuration.setLong("mapreduce.input.fileinputformat.split.maxsize", 4L << 20);
    }

    /** Counts the words of the files below a directory; says how many different ones there are. */
    String run(Path input, Path output) throws IOException, InterruptedException {
        java.nio.file.Path scratch = Files.createTempDirectory("lambdafs-wordcount");
        try {
            return run(input, output, scratch);
        } finally {
            FileUtil.fullyDelete(scratch.toFile());
        }
    }

    private String run(Path input, Path output, java.nio.file.Path scratch) throws IOException, InterruptedException {
        // Hadoop's defaults are names that all users of a machine share, and the user that comes first owns.
        configuration.set("hadoop.tmp.dir", scratch.toString());
        configuration.set(
                "mapreduce.cluster.local.dir", scratch.resolve("local").toString());
        configuration.set(
                "mapreduce.jobtracker.staging.root.dir",
                scratch.resolve("staging").toString());
        Job job = Job.getInstance(configuration, "word count");
        job.setJarByClass(WordCount.class);
        job.setMapperClass(WordMapper.class);
        job.setCombinerClass(LongSumReducer.class);
        job.setReducerClass(LongSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setInputFormatClass(CombineTextInputFormat.class);
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, output);
        boolean succeeded;
        try {
            succeeded = job.waitForCompletion(false);
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
        if (!succeeded) {
            throw new IOException("the word count failed: " + job.getStatus().getFailureInfo());
        }
        return words(output) + " different words";
    }

    private long words(Path output) throws IOException {
        FileSystem fileSystem = output.getFileSystem(configuration);
        long words = 0;
        for (FileStatus part : fileSystem.listStatus(output)) {
            try (BufferedReader reader = new BufferedReader(
                    new InputStreamReader(fileSystem.open(part.getPath()), StandardCharsets.UTF_8))) {
                words += reader.lines().count();
            }
        }
        return words;
    }

    /** Says each word once for each time it occurs. */
    static final class WordMapper extends Mapper<LongWritable, Text, Text, LongWritable> {
        private static final LongWritable ONE = new LongWritable(1);

        private final Text word = new Text();

        @Override
        protected void map(LongWritable position, Text line, Context context) throws IOException, InterruptedException {
            for (String each : line.toString().split("\\W+", -1)) {
                if (!each.isEmpty()) {
                    word.set(each);
                    context.write(word, ONE);
                }
            }
        }
    }
}

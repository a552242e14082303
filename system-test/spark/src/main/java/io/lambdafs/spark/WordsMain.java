package io.lambdafs.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Writes the words of a text, each in a file of its own. The first attempt of some tasks fails when it has written everything, and that of
 * another is so slow that Spark starts a second one beside it.
 */
public final class WordsMain {
    private static final int SLOW_MILLIS = 20_000;

    private WordsMain() {}

    /** Takes the input, the output, the number of tasks, and how many words each has that no other has. */
    public static void main(String[] args) {
        try (SparkSession spark = SparkSession.builder().appName("words").getOrCreate()) {
            int tasks = Integer.parseInt(args[2]);
            Dataset<String> words = spark.read()
                    .textFile(args[0])
                    .repartition(tasks)
                    .mapPartitions(new Words(Integer.parseInt(args[3])), Encoders.STRING());
            long before = System.nanoTime();
            words.write().mode(SaveMode.Overwrite).option("maxRecordsPerFile", 1).text(args[1]);
            System.out.println("written in " + (System.nanoTime() - before) / 1_000_000 + " ms");
        }
    }

    /** Divides lines into words, and adds words of the task's own. */
    private record Words(int own) implements MapPartitionsFunction<String, String> {
        @Override
        public Iterator<String> call(Iterator<String> lines) {
            TaskContext task = TaskContext.get();
            List<String> words = new ArrayList<>();
            lines.forEachRemaining(line -> words.addAll(Arrays.asList(line.split(" "))));
            for (int word = 0; word < own; word++) {
                words.add("t" + task.partitionId() + "w" + word);
            }
            return new Disturbed(words.iterator(), task);
        }
    }

    /** Ends badly, or late, if it is a first attempt that is meant to. */
    private record Disturbed(Iterator<String> words, TaskContext task) implements Iterator<String> {
        @Override
        public boolean hasNext() {
            boolean more = words.hasNext();
            if (!more && task.attemptNumber() == 0) {
                if (task.partitionId() % 3 == 1) {
                    throw new IllegalStateException("this attempt is meant to fail");
                }
                if (task.partitionId() == 2) {
                    sleep();
                }
            }
            return more;
        }

        private static void sleep() {
            try {
                Thread.sleep(SLOW_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public String next() {
            return words.next();
        }
    }
}

package io.lambdafs.spark;

import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** Writes many small files: one for each number. */
public final class FilesMain {
    private FilesMain() {}

    /** Takes the output, the number of tasks, and that of files. */
    public static void main(String[] args) {
        try (SparkSession spark = SparkSession.builder().appName("files").getOrCreate()) {
            long before = System.nanoTime();
            spark.range(0, Long.parseLong(args[2]), 1, Integer.parseInt(args[1]))
                    .selectExpr("cast(id as string)")
                    .write()
                    .mode(SaveMode.ErrorIfExists)
                    .option("maxRecordsPerFile", 1)
                    .text(args[0]);
            System.out.println("written in " + (System.nanoTime() - before) / 1_000_000 + " ms");
        }
    }
}

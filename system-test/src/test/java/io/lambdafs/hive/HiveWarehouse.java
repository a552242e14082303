package io.lambdafs.hive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * A warehouse whose default access control list lets one user write and another one read, and what Hive does there.
 *
 * <p>Its {@code main} prints what Hive has made on a file system: that is how the listing of HDFS was recorded.
 */
public final class HiveWarehouse {
    /** Where everything of this test is. */
    static final String HOME = "/hive-access";

    private static final Path WAREHOUSE = new Path(HOME, "warehouse");
    private static final Path MOVED = new Path(HOME, "in/moved.csv");
    private static final FsPermission ALL = new FsPermission((short) 0777);
    private static final String RIGHTS =
            "user:writer:rwx,user:reader:r-x,default:user:writer:rwx,default:user:reader:r-x,default:other::---";

    private final FileSystem fs;

    /** A warehouse on a file system. */
    HiveWarehouse(FileSystem fs) {
        this.fs = fs;
    }

    /** Prepares the warehouse, runs Hive and prints what is there. Takes a directory with settings, and one for everything else. */
    public static void main(String[] args) throws IOException, InterruptedException {
        java.nio.file.Path directory = java.nio.file.Path.of(args[1]);
        Configuration configuration = new Configuration();
        configuration.addResource(
                new Path(java.nio.file.Path.of(args[0], "core-site.xml").toUri()));
        try (FileSystem fs = FileSystem.newInstance(configuration)) {
            HiveWarehouse warehouse = new HiveWarehouse(fs);
            warehouse.prepare();
            HiveSession.Outcome outcome = new HiveSession(directory, List.of(java.nio.file.Path.of(args[0])))
                    .run("writer", statements(directory));
            if (outcome.status() != 0) {
                throw new IOException(outcome.output());
            }
            warehouse.listing().forEach(System.out::println);
        }
    }

    /** Makes the warehouse, the directories that Hive needs, and a file that is to be loaded. */
    void prepare() throws IOException {
        for (String open : List.of("scratch", "staging", "transactional", "in")) {
            fs.mkdirs(new Path(HOME, open));
            fs.setPermission(new Path(HOME, open), ALL);
        }
        try (FSDataOutputStream out = fs.create(MOVED)) {
            out.write("bread,7\n".getBytes(StandardCharsets.UTF_8));
        }
        fs.setPermission(MOVED, new FsPermission((short) 0640));
        fs.setOwner(MOVED, "writer", "users");
        fs.mkdirs(WAREHOUSE);
        fs.setPermission(WAREHOUSE, new FsPermission((short) 0770));
        fs.modifyAclEntries(WAREHOUSE, AclEntry.parseAclSpec(RIGHTS, true));
    }

    /** Takes everything away. */
    void remove() throws IOException {
        fs.delete(new Path(HOME), true);
    }

    /**
     * What the writer does: tables with and without partitions, rows from values, files and tables, static and dynamic partitions,
     * overwritten and removed ones.
     *
     * @param directory of the local disk, for a file that is to be loaded
     */
    static String statements(java.nio.file.Path directory) throws IOException {
        java.nio.file.Path local = Files.createDirectories(directory).resolve("local.csv");
        Files.writeString(local, "tea,3\nmilk,5\n");
        return String.join(
                ";\n",
                "CREATE TABLE plain (item STRING, amount INT) ROW FORMAT DELIMITED FIELDS TERMINATED BY ','",
                "LOAD DATA LOCAL INPATH '" + local + "' INTO TABLE plain",
                "LOAD DATA INPATH '" + MOVED + "' INTO TABLE plain",
                "CREATE TABLE sales (item STRING, amount INT) PARTITIONED BY (day STRING)",
                "INSERT INTO sales PARTITION (day = 'monday') VALUES ('rice', 2)",
                "INSERT INTO sales PARTITION (day = 'monday') VALUES ('salt', 4)",
                "INSERT INTO sales PARTITION (day) SELECT item, amount, concat('day', amount) FROM plain",
                "INSERT OVERWRITE TABLE sales PARTITION (day = 'day5') SELECT item, amount * 10 FROM plain",
                "ALTER TABLE sales DROP PARTITION (day = 'day7')",
                "CREATE TABLE columns STORED AS ORC AS SELECT item, amount FROM plain",
                "CREATE TABLE gone AS SELECT item FROM plain",
                "DROP TABLE gone",
                "");
    }

    /** Each directory and file of the warehouse with its owner, group, mode and entries, ordered by path. */
    List<String> listing() throws IOException {
        List<String> lines = new ArrayList<>();
        add(WAREHOUSE, lines);
        return lines;
    }

    private void add(Path path, List<String> lines) throws IOException {
        FileStatus status = fs.getFileStatus(path);
        List<AclEntry> entries = fs.getAclStatus(path).getEntries();
        lines.add((status.isDirectory() ? "directory " : "file ") + pathBelow(path) + " " + status.getOwner() + ":"
                + status.getGroup() + " " + status.getPermission() + " " + entries);
        if (status.isDirectory()) {
            FileStatus[] children = fs.listStatus(path);
            Arrays.sort(children, Comparator.comparing(FileStatus::getPath));
            for (FileStatus child : children) {
                add(child.getPath(), lines);
            }
        }
    }

    private static String pathBelow(Path path) {
        return path.toUri().getPath().substring(HOME.length() + 1);
    }
}

package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport;

/**
 * The commands about access control lists, quotas and snapshots.
 *
 * <ul>
 *   <li>{@code own PATH USER}: gives a directory to a user
 *   <li>{@code acl PATH USER}: has a named user, a named group and a mask in the directory's list, and in those of what is made in it
 *   <li>{@code quota PATH}: limits names and space far above what is used
 *   <li>{@code allow-snapshot PATH}, {@code snapshot PATH NAME}
 *   <li>{@code chmod-files PATH FIRST COUNT}: changes the modes of so many files of the directory, one after another
 *   <li>{@code change PATH DIRECTORIES FIRST COUNT}: changes, makes, deletes and renames files in so many directories of the tree there;
 *       only files from the first on are touched
 *   <li>{@code diff PATH FROM TO ENTRIES}: has what differs between two snapshots reported, and checks how much that is
 * </ul>
 */
final class FeatureCommands {
    private static final int CHANGERS = 8;
    private static final long NAMES = 1_000_000_000L;
    private static final long BYTES = 1L << 55;
    private static final FsPermission MODE = new FsPermission((short) 0600);
    private static final List<String> KINDS = List.of("chmod", "create", "delete", "rename");

    private final FileSystem fs;
    private final ClosedLoop loop;

    FeatureCommands(FileSystem fs, ClosedLoop loop) {
        this.fs = fs;
        this.loop = loop;
    }

    /**
     * Carries out a command.
     *
     * @return whether it had an effect
     */
    boolean execute(String[] words) throws IOException, InterruptedException {
        DistributedFileSystem hdfs = (DistributedFileSystem) fs;
        Path path = new Path(words[1]);
        switch (words[0]) {
            case "own" -> hdfs.setOwner(path, words[2], null);
            case "acl" -> hdfs.setAcl(path, entries(words[2]));
            case "quota" -> hdfs.setQuota(path, NAMES, BYTES);
            case "allow-snapshot" -> hdfs.allowSnapshot(path);
            case "snapshot" -> hdfs.createSnapshot(path, words[2]);
            case "chmod-files" -> changeModes(path, Integer.parseInt(words[2]), Integer.parseInt(words[3]));
            case "change" ->
                change(path, Integer.parseInt(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]));
            case "diff" ->
                requireDifferences(hdfs.getSnapshotDiffReport(path, words[2], words[3]), Integer.parseInt(words[4]));
            default -> throw new IllegalArgumentException("no command is called " + words[0]);
        }
        return true;
    }

    private static List<AclEntry> entries(String user) {
        return AclEntry.parseAclSpec(
                String.format(
                        Locale.ROOT,
                        "user::rwx,user:%1$s:rwx,group::r-x,group:analysts:r-x,mask::rwx,other::---,"
                                + "default:user::rwx,default:user:%1$s:rwx,default:group::r-x,default:group:analysts:r-x,"
                                + "default:mask::rwx,default:other::---",
                        user),
                true);
    }

    private void changeModes(Path directory, int first, int count) throws IOException {
        for (int i = first; i < first + count; i++) {
            fs.setPermission(file(directory, i), MODE);
        }
    }

    /** Each file is another one, and each directory has all kinds of changes once it has four. */
    private void change(Path root, int directories, int first, int count) throws IOException, InterruptedException {
        Tree tree = new Tree(root.getName() + "/tree", directories, 0);
        List<Path> numbers = IntStream.range(0, count)
                .mapToObj(number -> new Path(Integer.toString(number)))
                .toList();
        loop.forEach(numbers, CHANGERS, path -> {
            int number = Integer.parseInt(path.getName());
            int turn = number / directories;
            Path directory = tree.directories().get(number % directories);
            change(KINDS.get((number + turn) % KINDS.size()), file(directory, first + turn));
        });
    }

    private void change(String kind, Path file) throws IOException {
        Path other = file.suffix(".new");
        switch (kind) {
            case "chmod" -> fs.setPermission(file, MODE);
            case "create" -> fs.create(other, false).close();
            case "delete" -> fs.delete(file, false);
            default -> fs.rename(file, other);
        }
    }

    private static Path file(Path directory, int number) {
        return new Path(directory, String.format(Locale.ROOT, "part-%05d.parquet", number));
    }

    private static void requireDifferences(SnapshotDiffReport report, int expected) throws IOException {
        int found = report.getDiffList().size();
        if (found != expected) {
            throw new IOException("a report has " + found + " differences where there are " + expected);
        }
    }
}

package io.lambdafs.benchmark.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/** The directories and the empty files in them that all callers read; none of them is ever removed. */
public final class Tree {
    /** Everything that is made is below it. */
    static final Path ROOT = new Path("/benchmark");

    private final List<Path> directories = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final int filesPerDirectory;

    /** So many directories with so many files in each, below {@code /benchmark/tree}. */
    public Tree(int directories, int filesPerDirectory) {
        this("tree", directories, filesPerDirectory);
    }

    /** The same below another directory of {@code /benchmark}. */
    public Tree(String name, int directories, int filesPerDirectory) {
        this.filesPerDirectory = filesPerDirectory;
        for (int d = 0; d < directories; d++) {
            Path directory = new Path(ROOT, String.format(Locale.ROOT, "%s/dir%06d", name, d));
            this.directories.add(directory);
            for (int f = 0; f < filesPerDirectory; f++) {
                files.add(new Path(directory, String.format(Locale.ROOT, "part-%05d.parquet", f)));
            }
        }
    }

    /** The directories, in order. */
    public List<Path> directories() {
        return directories;
    }

    /** The files of all directories. */
    public List<Path> files() {
        return files;
    }

    int filesPerDirectory() {
        return filesPerDirectory;
    }

    /** The one directory in which all callers of a round make something. */
    static Path shared(Path root, long round) {
        return new Path(root, "made/round" + round + "/shared");
    }

    /** A directory of a caller's own, for what it makes in a round. */
    static Path own(Path root, long round, int caller) {
        return new Path(root, "made/round" + round + "/caller" + caller);
    }
}

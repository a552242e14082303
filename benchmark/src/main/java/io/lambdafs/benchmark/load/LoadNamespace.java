package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What is in the tree's directories after callers have worked there, beside the answers that they got. A file that is
 * acknowledged and not there is lost. A file that is there and should not be was made or kept by something that took
 * effect twice, or by an operation that was answered with success and had none.
 *
 * @param expected entries that have to be there
 * @param unsure entries that may be there or not, because their operation failed
 * @param lost of the expected, those that are not there
 * @param extra entries that nobody accounts for
 */
public record LoadNamespace(int expected, int unsure, int lost, int extra) {
    /** Lists all of the tree and compares; the callers must have ended. */
    public static LoadNamespace compare(FileSystem fs, Tree tree, Collection<LoadCaller> callers) throws IOException {
        Set<Path> expected = new HashSet<>();
        Set<Path> unsure = new HashSet<>();
        tree.files().forEach(file -> expected.add(plain(file)));
        for (LoadCaller caller : callers) {
            caller.made().forEach(file -> expected.add(plain(file)));
            caller.madeDirectories().forEach(directory -> expected.add(plain(directory)));
            caller.unsure().forEach(path -> unsure.add(plain(path)));
        }
        expected.removeAll(unsure);
        Set<Path> missing = new HashSet<>(expected);
        int extra = 0;
        for (Path directory : tree.directories()) {
            for (FileStatus status : fs.listStatus(directory)) {
                Path path = plain(status.getPath());
                if (!missing.remove(path) && !unsure.contains(path)) {
                    extra++;
                }
            }
        }
        return new LoadNamespace(expected.size(), unsure.size(), missing.size(), extra);
    }

    private static Path plain(Path path) {
        return Path.getPathWithoutSchemeAndAuthority(path);
    }

    /** Whether nothing was lost, and nothing is there twice or too much. */
    public boolean isRight() {
        return lost == 0 && extra == 0;
    }
}

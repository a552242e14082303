package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * The mix of operations that Spotify's clusters showed, as the λFS paper uses it. What is read is shared by all callers;
 * what is renamed or deleted, a caller has made itself, in the same shared directories.
 */
final class SpotifyMix implements Work {
    private static final int FACES = 10_000;
    private static final int UP_TO_READ = 6_922;
    private static final int UP_TO_STAT = UP_TO_READ + 1_700;
    private static final int UP_TO_LIST = UP_TO_STAT + 901;
    private static final int UP_TO_CREATE = UP_TO_LIST + 270;
    private static final int UP_TO_RENAME = UP_TO_CREATE + 130;
    private static final int UP_TO_DELETE = UP_TO_RENAME + 75;

    private final FileSystemWork single;
    private final int faces;

    private SpotifyMix(FileSystemWork single, int faces) {
        this.single = single;
        this.faces = faces;
    }

    /** The whole mix. */
    static SpotifyMix all(FileSystemWork single) {
        return new SpotifyMix(single, FACES);
    }

    /** What is read in it, in the same proportions. */
    static SpotifyMix reads(FileSystemWork single) {
        return new SpotifyMix(single, UP_TO_LIST);
    }

    @Override
    public void perform(LoadCaller caller) throws IOException {
        int face = caller.roll(faces);
        if (face < UP_TO_READ) {
            caller.reads();
            single.open(caller);
        } else if (face < UP_TO_STAT) {
            caller.reads();
            single.stat(caller);
        } else if (face < UP_TO_LIST) {
            caller.reads();
            single.list(caller);
        } else if (face < UP_TO_CREATE || (face < UP_TO_DELETE && caller.made().isEmpty())) {
            create(caller);
        } else if (face < UP_TO_RENAME) {
            rename(caller);
        } else if (face < UP_TO_DELETE) {
            delete(caller);
        } else {
            makeDirectory(caller);
        }
    }

    private void makeDirectory(LoadCaller caller) throws IOException {
        Path directory = fresh(caller);
        changing(caller, () -> single.makeDirectory(directory), directory);
        caller.madeDirectories().add(directory);
    }

    private void delete(LoadCaller caller) throws IOException {
        Path file = caller.made().pop();
        changing(caller, () -> single.delete(file), file);
    }

    /** Does something of which nobody knows the outcome if it fails. */
    private static void changing(LoadCaller caller, Change change, Path... paths) throws IOException {
        try {
            change.make();
        } catch (IOException e) {
            caller.unsure().addAll(List.of(paths));
            throw e;
        }
    }

    /** A change of the namespace. */
    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }

    private void create(LoadCaller caller) throws IOException {
        Path file = fresh(caller);
        changing(caller, () -> single.create(file), file);
        caller.made().push(file);
    }

    private void rename(LoadCaller caller) throws IOException {
        Path from = caller.made().pop();
        Path to = new Path(from.getParent(), caller.freshName());
        changing(caller, () -> single.rename(from, to), from, to);
        caller.made().push(to);
    }

    private Path fresh(LoadCaller caller) {
        return new Path(caller.anyOf(single.tree().directories()), caller.freshName());
    }
}

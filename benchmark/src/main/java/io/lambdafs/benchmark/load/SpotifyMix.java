package io.lambdafs.benchmark.load;

import java.io.IOException;
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

    SpotifyMix(FileSystemWork single) {
        this.single = single;
    }

    @Override
    public void perform(Caller caller) throws IOException {
        int face = caller.roll(FACES);
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
            single.delete(caller.made().pop());
        } else {
            single.makeDirectory(fresh(caller));
        }
    }

    private void create(Caller caller) throws IOException {
        Path file = fresh(caller);
        single.create(file);
        caller.made().push(file);
    }

    private void rename(Caller caller) throws IOException {
        Path from = caller.made().pop();
        Path to = new Path(from.getParent(), caller.freshName());
        single.rename(from, to);
        caller.made().push(to);
    }

    private Path fresh(Caller caller) {
        return new Path(caller.anyOf(single.tree().directories()), caller.freshName());
    }
}

package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Deletes empty files that were made before the clock runs. All callers take theirs from one pool, so that they end together when it is
 * empty, which may be before the round's time is over. For one round.
 */
final class Deletions implements Work {
    private static final int MOST_FILES = 3_000;
    /** More than any system here deletes in a millisecond of a short round. */
    private static final int FILES_PER_MILLI = 4;

    private static final int MOST_FOR_ONE = 400;

    private final FileSystemWork single;
    private final Queue<Path> pool = new ConcurrentLinkedQueue<>();
    private final int files;

    /** For a round of about this length. */
    Deletions(FileSystemWork single, long millis) {
        this.single = single;
        this.files = (int) Math.min(MOST_FILES, FILES_PER_MILLI * millis);
    }

    /** Makes this caller's share of the files. */
    @Override
    public void prepare(LoadCaller caller) throws IOException {
        single.makeDirectory(caller.own());
        int share = Math.min(MOST_FOR_ONE, Math.max(1, files / caller.callers()));
        for (int i = 0; i < share; i++) {
            Path file = new Path(caller.own(), caller.freshName());
            single.create(file);
            pool.add(file);
        }
    }

    @Override
    public boolean hasNext(LoadCaller caller) {
        @Nullable Path file = pool.poll();
        if (file == null) {
            return false;
        }
        caller.made().push(file);
        return true;
    }

    @Override
    public void perform(LoadCaller caller) throws IOException {
        single.delete(caller.made().pop());
    }
}

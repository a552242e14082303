package io.lambdafs.benchmark.load;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** The two commands of a round. The first makes what callers need, so that the second one measures the work alone. */
final class RoundCommands {
    private final ClosedLoop loop;
    private ClosedLoop.@Nullable Prepared prepared;

    RoundCommands(ClosedLoop loop) {
        this.loop = loop;
    }

    /** {@code prepare WORK CALLERS MILLIS}; what callers make is below the directory. */
    String prepare(Path root, Work work, String[] words) throws IOException, InterruptedException {
        prepared = loop.prepare(root, work, Integer.parseInt(words[2]));
        return "prepared";
    }

    /** {@code run MILLIS}: once for each preparation. */
    String run(String[] words) throws IOException, InterruptedException {
        ClosedLoop.Prepared round = prepared;
        if (round == null) {
            throw new IllegalArgumentException("nothing is prepared: say 'prepare WORK CALLERS MILLIS' first");
        }
        prepared = null;
        return loop.run(round, Long.parseLong(words[1])).toLine();
    }
}

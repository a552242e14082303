package io.lambdafs.benchmark.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.Path;

/** One caller of a round: its dice, its directory and what it has made. For one thread. */
final class Caller {
    private final int number;
    private final Path own;
    private final String prefix;
    private final SplittableRandom random;
    private final Deque<Path> made = new ArrayDeque<>();
    private long names;

    /** The same round and number give the same sequence of operations. */
    Caller(long round, int number) {
        this.number = number;
        this.own = Tree.own(round, number);
        this.prefix = "r" + round + "c" + number + "-";
        this.random = new SplittableRandom(31 * round + number);
    }

    int number() {
        return number;
    }

    Path own() {
        return own;
    }

    /** A name that no caller has used yet. */
    String freshName() {
        return prefix + names++;
    }

    int roll(int faces) {
        return random.nextInt(faces);
    }

    Path anyOf(List<Path> paths) {
        return paths.get(random.nextInt(paths.size()));
    }

    /** The files that it made and has not deleted, newest first. */
    Deque<Path> made() {
        return made;
    }
}

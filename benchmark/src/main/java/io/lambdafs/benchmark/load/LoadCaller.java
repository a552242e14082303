package io.lambdafs.benchmark.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.Path;

/** One caller of a round: its dice, its directory and what it has made. For one thread. */
public final class LoadCaller {
    private final int number;
    private final int callers;
    private final Path own;
    private final Path shared;
    private final String prefix;
    private final SplittableRandom random;
    private final Deque<Path> made = new ArrayDeque<>();
    private final List<Path> madeDirectories = new ArrayList<>();
    private final List<Path> unsure = new ArrayList<>();
    private long names;
    private long turns;
    private boolean reading;

    /** The same round and number give the same sequence of operations. */
    public LoadCaller(long round, int number, int callers) {
        this(Tree.ROOT, round, number, callers);
    }

    /** The same, for what is made below this directory. */
    LoadCaller(Path root, long round, int number, int callers) {
        this.number = number;
        this.callers = callers;
        this.own = Tree.own(root, round, number);
        this.shared = Tree.shared(root, round);
        this.prefix = "r" + round + "c" + number + "-";
        this.random = new SplittableRandom(31 * round + number);
    }

    int number() {
        return number;
    }

    /** How many callers the round has. */
    int callers() {
        return callers;
    }

    Path own() {
        return own;
    }

    /** Where all callers of the round make something together. */
    Path shared() {
        return shared;
    }

    /** Tells that what it does now is a read among other operations. */
    void reads() {
        reading = true;
    }

    /** Whether the last operation was such a read. */
    boolean hasRead() {
        boolean read = reading;
        reading = false;
        return read;
    }

    /** A name that no caller has used yet. */
    String freshName() {
        return prefix + names++;
    }

    /** Whether this turn of its work is an even one; each question is a turn. */
    boolean isEvenTurn() {
        return (turns++ & 1) == 0;
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

    /** The directories that it made in the course of its work. */
    List<Path> madeDirectories() {
        return madeDirectories;
    }

    /** Paths that may be there or not, because the operation that made or removed them has failed. */
    List<Path> unsure() {
        return unsure;
    }
}

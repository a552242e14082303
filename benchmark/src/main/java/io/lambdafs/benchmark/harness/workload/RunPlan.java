package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.arrival.Rollover;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Everything that the processes with the clients of a run have to know.
 *
 * @param target the file system
 * @param base the directory below which everything is made
 * @param seed of all chance
 * @param clients of all processes together
 * @param work what clients do
 * @param load when they do it
 * @param rollover what becomes of operations for which no client is free
 * @param times how long what takes
 */
public record RunPlan(
        Target target,
        String base,
        long seed,
        int clients,
        Workload work,
        LoadSpec load,
        Rollover rollover,
        Times times) {
    private static final int MAX_CLIENTS = 10_000;
    private static final long MAX_INTERVALS = 1_000_000;

    public RunPlan {
        if (clients < 1 || clients > MAX_CLIENTS) {
            throw new IllegalArgumentException("there are " + clients + " clients: choose from 1 to " + MAX_CLIENTS);
        }
        if (!base.matches("(?:/[^/\t]+)+") || base.contains("/../") || base.contains("/./")) {
            throw new IllegalArgumentException("the base directory is '" + base + "': choose an absolute path below /");
        }
        for (Phase phase : work.phases()) {
            long intervals = (phase.nanos() + times.drainNanos()) / times.intervalNanos();
            if (intervals > MAX_INTERVALS) {
                throw new IllegalArgumentException("the timeline of phase " + phase.name() + " has " + intervals
                        + " rows, of " + times.intervalNanos() / 1e9 + " s each, and " + MAX_INTERVALS
                        + " are the most. Choose a longer --timeline or a shorter --duration");
            }
        }
    }

    /** The same with another interval of the timeline, in nanoseconds. */
    public RunPlan every(long nanos) {
        return new RunPlan(target, base, seed, clients, work, load, rollover, times.every(nanos));
    }

    /** The same with another namespace. */
    public RunPlan with(TreeSpec tree) {
        return new RunPlan(target, base, seed, clients, work.with(tree), load, rollover, times);
    }

    /**
     * A file system.
     *
     * @param uri of it; or several URIs of the same namespace, such as those of its gateways, with commas between them
     * @param settings over those of the class path
     * @param perClient whether each client has a {@code FileSystem} object of its own; otherwise those of a process share one
     */
    public record Target(String uri, Map<String, String> settings, boolean perClient) {
        public Target {
            settings = Map.copyOf(settings);
        }

        /** Each URI; clients take them in turn. */
        public List<String> uris() {
            return List.of(uri.split(",", -1));
        }
    }

    /**
     * How long what takes.
     *
     * @param warmUpNanos how long clients read at most before the first phase, without being measured
     * @param warmUpOperations how much each of them reads at most
     * @param drainNanos how long they may go on after a phase with what was due before
     * @param intervalNanos how long an interval of the timeline is
     */
    public record Times(long warmUpNanos, long warmUpOperations, long drainNanos, long intervalNanos) {
        private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
        private static final long LEAST = TimeUnit.MILLISECONDS.toNanos(100);
        private static final long MOST = TimeUnit.HOURS.toNanos(1);

        public Times {
            if (intervalNanos < LEAST || intervalNanos > MOST) {
                throw new IllegalArgumentException(
                        "--timeline is " + intervalNanos / 1e9 + " s: choose an interval from 100ms to 1h");
            }
        }

        /** With a timeline in seconds. */
        public Times(long warmUpNanos, long warmUpOperations, long drainNanos) {
            this(warmUpNanos, warmUpOperations, drainNanos, SECOND);
        }

        /** Without a warm-up. */
        public static Times cold(long drainNanos) {
            return new Times(0, 0, drainNanos);
        }

        /** The same with another interval of the timeline. */
        public Times every(long nanos) {
            return new Times(warmUpNanos, warmUpOperations, drainNanos, nanos);
        }
    }

    /**
     * What clients do.
     *
     * @param name what results call it
     * @param phases one after another
     * @param tree among which directories and files
     * @param sizes how long files are
     * @param replication of files; -1 for the file system's default
     * @param appendBytes what an append writes
     * @param subtrees how many directories each client makes before the run, to rename and delete them as a whole
     */
    public record Workload(
            String name,
            List<Phase> phases,
            TreeSpec tree,
            FileSizes sizes,
            int replication,
            long appendBytes,
            int subtrees) {
        public Workload {
            phases = List.copyOf(phases);
            if (phases.isEmpty()) {
                throw new IllegalArgumentException("a workload has at least one phase");
            }
        }

        Workload with(TreeSpec other) {
            return new Workload(name, phases, other, sizes, replication, appendBytes, subtrees);
        }
    }

    /** The plan of one of its clients. */
    public ClientPlan client(int number, String owner) {
        return new ClientPlan(
                base,
                number,
                clients,
                seed,
                work.tree(),
                new ClientPlan.FileSettings(work.sizes(), work.replication(), work.appendBytes(), owner));
    }
}

package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The program: a rename and a recursive delete of one very large directory, and what goes on after the delete was
 * answered. The caller is the superuser. Does the same on each stack that it is given.
 */
public final class Subtree {
    private static final String PARENT = "/benchmark/subtree";
    private static final int FULL_FILES = 1 << 20;
    private static final int SMALL_FILES = 1 << 14;
    private static final int RENAMES = 14;
    private static final int DELETES = 2;
    private static final double RENAME_MILLIS = 100;
    private static final double DELETE_MILLIS = 200;
    private static final int POLL_MILLIS = 200;
    private static final int MAX_POLLS = 1_500;

    private final SystemUnderTest system;
    private final LargeDirectory store;
    private final int files;

    private Subtree(SystemUnderTest system, LargeDirectory store, int files) {
        this.system = system;
        this.store = store;
        this.files = files;
    }

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException, SQLException {
        CompareOptions options = CompareOptions.parse(args);
        Systems systems = new Systems(options);
        List<Target> targets = new ArrayList<>();
        for (CompareOptions.Stack stack : options.stacks()) {
            try (SystemUnderTest system = systems.lambdaFs(stack);
                    LargeDirectory store = LargeDirectory.of(stack)) {
                targets.addAll(new Subtree(system, store, options.small() ? SMALL_FILES : FULL_FILES).run());
            }
        }
        System.exit(Verdict.of(targets, System.out).status());
    }

    private List<Target> run() throws IOException, InterruptedException, SQLException {
        system.once("mkdirs " + PARENT);
        double[] renames = new double[RENAMES];
        double[] deletes = new double[DELETES];
        for (int i = 0; i < DELETES; i++) {
            line("%s: making a directory of %d files", system.name(), files);
            long id = make("large" + i);
            String last = renameSome(PARENT + "/large" + i, renames, i);
            deletes[i] = delete(last, id);
        }
        return List.of(
                Target.atMost(
                        "rename of " + files + " files, p50, " + system.name(), median(renames), RENAME_MILLIS, "ms"),
                Target.atMost(
                        "delete of " + files + " files answered, p50, " + system.name(),
                        median(deletes),
                        DELETE_MILLIS,
                        "ms"));
    }

    private long make(String name) throws IOException, InterruptedException, SQLException {
        system.once("mkdirs " + PARENT + "/" + name);
        long id = store.fill(name, files);
        store.settle();
        return id;
    }

    /** A part of the renames, so that each of the directories is renamed. */
    private String renameSome(String path, double[] renames, int turn) throws IOException, InterruptedException {
        system.lookForProcesses();
        Map<String, Long> before = system.cpuMicros();
        String present = path;
        int done = 0;
        for (int i = turn; i < renames.length; i += DELETES) {
            String next = path + "-" + i;
            renames[i] = system.once("rename " + present + " " + next);
            present = next;
            done++;
        }
        line("%s: %d renames, CPU ms of all of them %s", system.name(), done, cpuMillisSince(before));
        return present;
    }

    private double delete(String path, long id) throws IOException, InterruptedException, SQLException {
        system.lookForProcesses();
        Map<String, Long> before = system.cpuMicros();
        long begin = System.nanoTime();
        double millis = system.once("delete " + path);
        for (int i = 0; store.exists(id); i++) {
            if (i == MAX_POLLS) {
                throw new IOException("rows of a deleted directory are still there");
            }
            // A client that calls now and then, so that the platform does not freeze the instance as idle.
            system.run(new Cell("nothing", 1), 1);
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        line(
                "%s: delete answered after %.1f ms, all rows gone after %.1f s, CPU ms %s",
                system.name(), millis, seconds, cpuMillisSince(before));
        return millis;
    }

    /** By the kind of process, client included. */
    private Map<String, Long> cpuMillisSince(Map<String, Long> before) {
        Map<String, Long> used = new TreeMap<>(system.cpuMicros());
        before.forEach((kind, micros) -> used.merge(kind, -micros, Long::sum));
        used.replaceAll((kind, micros) -> micros / 1000);
        return used;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void line(String format, Object... arguments) {
        System.out.printf(Locale.ROOT, format + "%n", arguments);
    }
}

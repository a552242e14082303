package io.lambdafs.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What {@code bin/lambdafs check} was asked to do.
 *
 * @param histories 0 for as many as fit in the time, or none where there is no time
 * @param minutes 0 for as long as the histories take
 * @param simulatorSeeds how many of the simulator
 * @param mode empty for the default of {@code lambdafs start}
 * @param store {@code ndb} for an NDB cluster, which is started, otherwise empty
 * @param without the rule to do without; empty for none
 * @param size how large a history is
 */
record CheckOptions(
        int histories,
        int minutes,
        long simulatorSeeds,
        long seed,
        String mode,
        String store,
        String without,
        Size size) {
    private static final Map<String, String> KNOWN = new TreeMap<>(Map.of(
            "--histories", "how many, 0 for none; 3, or as many as there is time for",
            "--minutes", "for how long histories are begun",
            "--seed", "of the first history; the next ones count on",
            "--mode", "of the function instances, as for lambdafs start",
            "--store", "ndb for an NDB cluster with two data nodes, which is started, instead of PostgreSQL",
            "--simulator-seeds", "of the simulator, run before the histories; 0",
            "--without", "a rule of the coherence protocol, which must show; as CoherenceRule names it",
            "--operations", "in one history; 5000",
            "--seconds", "over which they are spread if no fault holds them up; 40",
            "--deployments", "NameNode functions; 2"));

    private static final String NDB = "ndb";
    private static final Set<String> TEXTS = Set.of("--mode", "--store", "--without");

    /** Those that may be left out by a 0. */
    private static final Set<String> COUNTS = Set.of("--histories", "--simulator-seeds");

    /**
     * How a system is started for histories: an instance takes so few calls at once that a deployment has several, and so many
     * that the platform has room for all that twelve clients can make it start.
     */
    static final List<String> START_OPTIONS = List.of("--min-block-size", "0", "--instance-concurrency", "4");

    /**
     * How large a history is, and on what.
     *
     * @param over the time over which the operations are spread
     */
    record Size(int operations, Duration over, int deployments) {}

    /** Thrown, with what to print, if the command line cannot be used. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String problem) {
            super(problem);
        }
    }

    static CheckOptions of(List<String> arguments, long otherwiseSeed) throws UsageException {
        Map<String, Long> numbers = new HashMap<>();
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (!KNOWN.containsKey(name) || i + 1 == arguments.size()) {
                throw new UsageException(usage());
            }
            if (TEXTS.contains(name)) {
                texts.put(name, arguments.get(i + 1));
            } else {
                numbers.put(name, number(name, arguments.get(i + 1)));
            }
        }
        if (!texts.getOrDefault("--store", NDB).equals(NDB)) {
            throw new UsageException("--store can only be " + NDB + ", not " + texts.get("--store"));
        }
        long minutes = numbers.getOrDefault("--minutes", 0L);
        return new CheckOptions(
                numbers.getOrDefault("--histories", minutes > 0 ? 0L : 3L).intValue(),
                (int) minutes,
                numbers.getOrDefault("--simulator-seeds", 0L),
                numbers.getOrDefault("--seed", otherwiseSeed),
                texts.getOrDefault("--mode", ""),
                texts.getOrDefault("--store", ""),
                texts.getOrDefault("--without", ""),
                new Size(
                        numbers.getOrDefault("--operations", 5000L).intValue(),
                        Duration.ofSeconds(numbers.getOrDefault("--seconds", 40L)),
                        numbers.getOrDefault("--deployments", 2L).intValue()));
    }

    private static long number(String name, String text) throws UsageException {
        try {
            long number = Long.parseLong(text);
            if (number >= (COUNTS.contains(name) ? 0 : 1) && number < 1_000_000_000) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new UsageException(name + " needs a number, not " + text);
        }
        throw new UsageException(name + " needs a number above 0, not " + text);
    }

    private static String usage() {
        StringBuilder text = new StringBuilder("usage: lambdafs check [OPTION VALUE]...\n");
        KNOWN.forEach((name, meaning) -> text.append(String.format("  %-14s %s%n", name, meaning)));
        return text.toString();
    }

    /** Whether there is to be another history after so many, in so much time. */
    boolean goesOn(int done, Duration elapsed) {
        boolean inTime = elapsed.toMinutes() < minutes;
        return histories == 0 ? inTime : done < histories && (minutes == 0 || inTime);
    }

    /** Whether there are to be any. */
    boolean wantsHistories() {
        return goesOn(0, Duration.ZERO);
    }

    ProcessHistory.Plan plan(int number) {
        return ProcessHistory.Plan.of(seed + number, size.operations(), size.over());
    }

    boolean isOnNdb() {
        return store.equals(NDB);
    }

    /** The options of {@code lambdafs start}, but for the store. */
    String[] startOptions() {
        List<String> options = new ArrayList<>(START_OPTIONS);
        if (!mode.isEmpty()) {
            options.addAll(List.of("--mode", mode));
        }
        return options.toArray(String[]::new);
    }
}

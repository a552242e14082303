package io.lambdafs.history;

import io.lambdafs.coherence.CoherenceRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code bin/lambdafs check} was asked to do.
 *
 * @param histories how many at most
 * @param time in which histories are begun; zero for as long as they take
 * @param mode empty for the default of {@code lambdafs start}
 * @param store {@code rocks}, {@code postgres} or {@code ndb}; empty for the default of {@code lambdafs start}
 * @param without the rule to do without; empty for none
 * @param size how large a history is
 */
record CheckOptions(
        int histories,
        Duration time,
        Simulator simulator,
        long seed,
        String mode,
        String store,
        String without,
        Size size) {
    private static final Map<String, String> KNOWN = new TreeMap<>(Map.of(
            "--histories", "how many, 0 for none; 3, or as many as there is time for",
            "--minutes", "for how long seeds and histories are begun; a tenth of it is the simulator's",
            "--seed", "of the first history; the next ones count on",
            "--mode", "of the function instances, as for lambdafs start",
            "--store",
                    "rocks or postgres for the stack's own, ndb for an NDB cluster that is started; as lambdafs start",
            "--simulator-seeds",
                    "before the histories, half of them over the engine's own core, 0 for none; 1000, or as many as"
                            + " there is time for",
            "--without", "a rule of the coherence protocol, which must show; as CoherenceRule names it",
            "--operations", "in one history; 5000",
            "--seconds", "over which they are spread if no fault holds them up; 40",
            "--deployments", "NameNode functions; 2"));

    private static final int HISTORIES = 3;
    private static final long SEEDS = 1000;
    private static final int NO_LIMIT = 999_999_999;
    private static final int SIMULATOR_PART = 10;

    private static final Set<String> STORES = new TreeSet<>(Set.of("rocks", "postgres", "ndb"));
    private static final String STATELESS = "stateless";
    private static final Set<String> TEXTS = Set.of("--mode", "--store", "--without");

    /** Those that may be left out by a 0. */
    private static final Set<String> COUNTS = Set.of("--histories", "--simulator-seeds");

    /**
     * How a system is started for histories: an instance takes so few calls at once that a deployment has several, and so many
     * that the platform has room for all that twelve clients can make it start.
     */
    static final List<String> START_OPTIONS =
            List.of("--min-block-size", "0", "--instance-concurrency", "4", "--pool-cpu-millis", "4000");

    /**
     * How large a history is, and on what.
     *
     * @param over the time over which the operations are spread
     */
    record Size(int operations, Duration over, int deployments) {}

    /**
     * What is to be done by the simulator.
     *
     * @param seeds how many at most
     * @param time in which they are begun; zero for as long as they take
     */
    record Simulator(long seeds, Duration time) {}

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
        requireKnown(texts);
        Duration time = Duration.ofMinutes(numbers.getOrDefault("--minutes", 0L));
        int histories = numbers.getOrDefault("--histories", (long) (time.isZero() ? HISTORIES : NO_LIMIT))
                .intValue();
        Simulator simulator = simulator(numbers.get("--simulator-seeds"), histories == 0 ? time : part(time));
        if (histories == 0 && simulator.seeds() == 0) {
            throw new UsageException("there is nothing to check with neither histories nor seeds of the simulator");
        }
        return new CheckOptions(
                histories,
                time.minus(simulator.time()),
                simulator,
                numbers.getOrDefault("--seed", otherwiseSeed),
                texts.getOrDefault("--mode", ""),
                texts.getOrDefault("--store", ""),
                texts.getOrDefault("--without", ""),
                new Size(
                        numbers.getOrDefault("--operations", 5000L).intValue(),
                        Duration.ofSeconds(numbers.getOrDefault("--seconds", 40L)),
                        numbers.getOrDefault("--deployments", 2L).intValue()));
    }

    private static void requireKnown(Map<String, String> texts) throws UsageException {
        String store = texts.getOrDefault("--store", "");
        if (!store.isEmpty() && !STORES.contains(store)) {
            throw new UsageException("--store can only be " + String.join(", ", STORES) + ", not " + store);
        }
        String without = texts.getOrDefault("--without", "");
        Set<String> rules = Stream.of(CoherenceRule.values())
                .map(CoherenceRule::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!without.isEmpty() && !rules.contains(without)) {
            throw new UsageException("there is no rule " + without + " to do without, but " + String.join(", ", rules));
        }
    }

    private static Duration part(Duration time) {
        return time.dividedBy(SIMULATOR_PART);
    }

    /** Where a number is given, it counts, and takes nothing of the time. */
    private static Simulator simulator(@Nullable Long seeds, Duration time) {
        if (seeds != null) {
            return new Simulator(seeds, Duration.ZERO);
        }
        return time.isZero() ? new Simulator(SEEDS, time) : new Simulator(NO_LIMIT, time);
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
        KNOWN.forEach((name, meaning) -> text.append(String.format("  %-18s %s%n", name, meaning)));
        return text.toString();
    }

    /** Whether there is to be another history after so many, in so much time: where any are wanted, one at least. */
    boolean goesOn(int done, Duration elapsed) {
        return done < histories && (done == 0 || time.isZero() || elapsed.compareTo(time) < 0);
    }

    /** Whether there are to be any. */
    boolean wantsHistories() {
        return goesOn(0, Duration.ZERO);
    }

    ProcessHistory.Plan plan(int number) {
        return ProcessHistory.Plan.of(seed + number, size.operations(), size.over());
    }

    /** What of this means the same to the simulator, which has no platform, and whose store the seed chooses. */
    List<String> simulatorOptions() {
        List<String> options = new ArrayList<>();
        if (mode.equals(STATELESS)) {
            options.addAll(List.of("--mode", mode));
        }
        if (!without.isEmpty()) {
            options.addAll(List.of("--without", without));
        }
        return options;
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

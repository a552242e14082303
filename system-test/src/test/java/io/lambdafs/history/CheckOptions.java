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
 * @param alwaysFrozen whether instances are frozen whenever they have no call
 * @param clients how the clients of histories are set
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
        boolean alwaysFrozen,
        ClientSetting clients,
        Size size) {
    private static final String CLIENTS = "--clients";
    private static final String FREEZES = "--freezes";
    private static final String SELDOM = "seldom";
    private static final String ALWAYS = "always";

    private static final Map<String, String> KNOWN = new TreeMap<>(Map.ofEntries(
            Map.entry("--histories", "how many, 0 for none; 3, or as many as there is time for"),
            Map.entry("--minutes", "for how long seeds and histories are begun; a tenth of it is the simulator's"),
            Map.entry("--seed", "of the first history; the next ones count on"),
            Map.entry("--mode", "of the function instances, as for lambdafs start"),
            Map.entry(
                    FREEZES,
                    "seldom, now and then for seconds; or always, with --mode validate: whenever an instance has no call"),
            Map.entry(
                    "--store",
                    "rocks or postgres for the stack's own, ndb for an NDB cluster that is started; as lambdafs start"),
            Map.entry(
                    "--simulator-seeds",
                    "before the histories, half of them over the engine's own core, 0 for none; 1000, or as many as there is"
                            + " time for"),
            Map.entry("--without", "a rule of the coherence protocol, which must show; as CoherenceRule names it"),
            Map.entry("--operations", "in one history; 5000"),
            Map.entry("--seconds", "over which they are spread if no fault holds them up; 40"),
            Map.entry("--deployments", "NameNode functions; 2"),
            Map.entry(
                    CLIENTS,
                    "default, or strained: requests are sent to a second instance early, and some clients ask functions that do"
                            + " not own the path")));

    private static final int HISTORIES = 3;
    private static final long SEEDS = 1000;
    private static final int NO_LIMIT = 999_999_999;
    private static final int SIMULATOR_PART = 10;

    private static final Set<String> STORES = new TreeSet<>(Set.of("rocks", "postgres", "ndb"));
    private static final Map<String, String> SIMULATED = Map.of("stateless", "stateless", "validate", "validating");
    private static final Set<String> TEXTS = Set.of("--mode", "--store", "--without", CLIENTS, FREEZES);

    /** Those that may be left out by a 0. */
    private static final Set<String> COUNTS = Set.of("--histories", "--simulator-seeds");

    /**
     * How a system is started for histories. An instance takes so few calls at once that a deployment has several
     * instances. It takes so many that the platform has room for all the instances that twelve clients can make it
     * start.
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
                isAlwaysFrozen(texts),
                setting(texts.getOrDefault(CLIENTS, ClientSetting.DEFAULT.word())),
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

    /** Only instances that validate can live so: others would have to answer each other between calls. */
    private static boolean isAlwaysFrozen(Map<String, String> texts) throws UsageException {
        String freezes = texts.getOrDefault(FREEZES, SELDOM);
        if (!freezes.equals(SELDOM) && !freezes.equals(ALWAYS)) {
            throw new UsageException(FREEZES + " can only be " + SELDOM + " or " + ALWAYS + ", not " + freezes);
        }
        if (freezes.equals(ALWAYS) && !texts.getOrDefault("--mode", "").equals("validate")) {
            throw new UsageException(FREEZES + " " + ALWAYS + " needs --mode validate");
        }
        return freezes.equals(ALWAYS);
    }

    private static ClientSetting setting(String word) throws UsageException {
        for (ClientSetting known : ClientSetting.values()) {
            if (known.word().equals(word)) {
                return known;
            }
        }
        throw new UsageException(CLIENTS + " can only be " + ClientSetting.names() + ", not " + word);
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
        return ProcessHistory.Plan.of(seed + number, size.operations(), size.over())
                .with(clients);
    }

    /** What happens in a history besides. */
    List<HistoryFault> faults(ProcessHistory.Plan plan) {
        List<HistoryFault> faults = HistoryFault.schedule(plan.seed(), plan.over());
        return alwaysFrozen ? FrozenBetweenCalls.possible(faults) : faults;
    }

    /** What of this means the same to the simulator, which has no platform, and whose store the seed chooses. */
    List<String> simulatorOptions() {
        List<String> options = new ArrayList<>();
        if (SIMULATED.containsKey(mode)) {
            options.addAll(List.of("--mode", SIMULATED.get(mode)));
        }
        if (!without.isEmpty()) {
            options.addAll(List.of("--without", without));
        }
        return options;
    }

    /** The options of {@code lambdafs start}, but for the store. */
    String[] startOptions() {
        List<String> options = new ArrayList<>(alwaysFrozen ? FrozenBetweenCalls.START_OPTIONS : START_OPTIONS);
        if (!mode.isEmpty()) {
            options.addAll(List.of("--mode", mode));
        }
        return options.toArray(String[]::new);
    }
}

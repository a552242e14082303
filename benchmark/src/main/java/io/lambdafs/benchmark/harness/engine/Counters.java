package io.lambdafs.benchmark.harness.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the λFS client of this process has counted: the plugin's {@code ClientMetrics}, if it is there. It is reached by name, because the same
 * program measures file systems that have no such class, and versions that count less.
 */
public final class Counters {
    /** Names as they are printed, and the calls that give them. */
    private static final Map<String, List<String>> READINGS = readings();

    private Counters() {}

    private static Map<String, List<String>> readings() {
        Map<String, List<String>> readings = new LinkedHashMap<>();
        readings.put("http", List.of("http", "answered"));
        readings.put("tcp", List.of("tcp", "answered"));
        readings.put("resubmissions", List.of("resubmissions"));
        readings.put("hedges", List.of("hedges"));
        readings.put("scaleOutCalls", List.of("scaleOutCalls"));
        readings.put("stragglers", List.of("stragglers", "repeated"));
        readings.put("overCommitments", List.of("overCommitments"));
        return readings;
    }

    /** The names, in their order. */
    public static List<String> names() {
        return List.copyOf(READINGS.keySet());
    }

    /** All counts so far, in the order of the names; 0 for what this client does not count. */
    public static List<Long> read() {
        Optional<Object> metrics = metrics();
        return READINGS.values().stream()
                .map(calls -> metrics.map(from -> follow(from, calls)).orElse(0L))
                .toList();
    }

    /** The metrics of this process, if it has a λFS client. */
    static Optional<Object> metrics() {
        try {
            return Optional.ofNullable(Class.forName("io.lambdafs.client.ClientMetrics")
                    .getMethod("ofThisJvm")
                    .invoke(null));
        } catch (ReflectiveOperationException none) {
            return Optional.empty();
        }
    }

    /** One count of these metrics, by its name; 0 if they do not have it. */
    static long read(Object metrics, String name) {
        return follow(metrics, READINGS.getOrDefault(name, List.of()));
    }

    private static long follow(Object from, List<String> calls) {
        Object at = from;
        try {
            for (String call : calls) {
                at = at.getClass().getMethod(call).invoke(at);
            }
        } catch (ReflectiveOperationException notCounted) {
            return 0;
        }
        return at instanceof Number number ? number.longValue() : 0;
    }
}

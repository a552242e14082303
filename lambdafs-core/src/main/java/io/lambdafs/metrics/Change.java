package io.lambdafs.metrics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** How the counters of the platform and its instances changed from one reading to the next. Used by one thread at a time. */
public final class Change {
    private static final String INSTANCE = "instance_id";

    /** A metric that every instance has that could be asked. */
    private static final String SPOKEN = "lambdafs_load_ratio";

    private static final String KNOWN = "lambdafs_instance_start_time_seconds";

    private final Samples before;
    private final Samples after;
    private final double seconds;
    private final Set<String> silentBefore;
    private final Map<String, List<Sample>> grown = new HashMap<>();

    /**
     * The change between two readings.
     *
     * @param seconds how long after the first the second one was, above 0
     */
    public Change(Samples before, Samples after, double seconds) {
        this.before = before;
        this.after = after;
        this.seconds = seconds;
        silentBefore = instances(before, KNOWN);
        silentBefore.removeAll(instances(before, SPOKEN));
    }

    private static Set<String> instances(Samples samples, String name) {
        return samples.of(name).stream().map(sample -> sample.label(INSTANCE)).collect(Collectors.toSet());
    }

    /** The later reading. */
    public Samples after() {
        return after;
    }

    /**
     * The growth of each series of a counter. One that is new has grown from 0. One of an instance that was there and could not be asked before is
     * left out: nobody knows how much of it is new.
     */
    public List<Sample> of(String name) {
        return grown.computeIfAbsent(name, this::growth);
    }

    private List<Sample> growth(String name) {
        Map<Map<String, String>, Double> earlier = new HashMap<>();
        before.of(name).forEach(sample -> earlier.put(sample.labels(), sample.value()));
        return after.of(name).stream()
                .filter(sample -> !silentBefore.contains(sample.label(INSTANCE)))
                .map(sample -> new Sample(
                        name,
                        sample.labels(),
                        Math.max(0, sample.value() - earlier.getOrDefault(sample.labels(), 0.0))))
                .toList();
    }

    /** How much those series of a counter grow in a second that are wanted. */
    public double perSecond(String name, Predicate<Sample> wanted) {
        return sum(name, wanted) / seconds;
    }

    /** How much those series of a counter have grown that are wanted. */
    public double sum(String name, Predicate<Sample> wanted) {
        return of(name).stream().filter(wanted).mapToDouble(Sample::value).sum();
    }

    /**
     * The duration below which this share of those lies that were added to the wanted histograms, in seconds; not a number without any.
     *
     * @param name of the histogram
     */
    public double quantile(double share, String name, Predicate<Sample> wanted) {
        return Quantile.of(share, of(name + "_bucket").stream().filter(wanted).toList());
    }
}

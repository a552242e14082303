package io.lambdafs.benchmark.harness.arrival;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A load as it is written on the command line: {@code closed}, {@code const:R}, {@code poisson:R},
 * {@code pareto:scale=R,alpha=2,interval=15s,cap=7} or {@code step:R1@30s,R2@30s}. Rates are in operations a second, of all clients together.
 */
public final class LoadSpec {
    /** Each client sends its next operation when the one before has ended. */
    public static final LoadSpec CLOSED = new LoadSpec("closed", seed -> () -> Arrivals.NEVER);

    private static final String FORMS =
            "closed, const:R, poisson:R, pareto:scale=R,alpha=2,interval=15s,cap=7 or step:R@30s,R@30s";

    private final String text;
    private final Factory factory;

    private LoadSpec(String text, Factory factory) {
        this.text = text;
        this.factory = factory;
    }

    /** Makes arrivals from a seed. */
    @FunctionalInterface
    private interface Factory {
        Arrivals make(long seed);
    }

    /**
     * Reads a load.
     *
     * @throws IllegalArgumentException if it is none; its message says what can be written
     */
    public static LoadSpec parse(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        return switch (kind) {
            case "closed" -> {
                if (colon >= 0) {
                    throw new IllegalArgumentException("the load 'closed' takes no value, not '" + rest + "'");
                }
                yield CLOSED;
            }
            case "const" -> constant(text, Amount.positive("the rate of " + text, rest));
            case "poisson" -> {
                double rate = Amount.positive("the rate of " + text, rest);
                yield new LoadSpec(text, seed -> new PoissonArrivals(rate, seed));
            }
            case "pareto" -> pareto(text, rest);
            case "step" -> steps(text, rest);
            default -> throw new IllegalArgumentException("the load '" + text + "' is unknown: write " + FORMS);
        };
    }

    private static LoadSpec constant(String text, double rate) {
        return new LoadSpec(text, seed -> new EvenArrivals(() -> new RateWindows.Window(rate, Arrivals.NEVER)));
    }

    private static LoadSpec pareto(String text, String rest) {
        Map<String, String> values = new LinkedHashMap<>(Map.of("alpha", "2", "interval", "15s", "cap", "7"));
        values.put("scale", "");
        for (String part : rest.split(",", -1)) {
            String[] words = part.split("=", 2);
            if (words.length != 2 || !values.containsKey(words[0])) {
                throw new IllegalArgumentException(
                        "'" + part + "' is not a setting of a Pareto load: write scale=R,alpha=2,interval=15s,cap=7");
            }
            values.put(words[0], words[1]);
        }
        double scale = Amount.positive("scale of the Pareto load", values.getOrDefault("scale", ""));
        double alpha = Amount.positive("alpha of the Pareto load", values.getOrDefault("alpha", ""));
        String capText = values.getOrDefault("cap", "");
        double cap =
                capText.equals("none") ? Double.POSITIVE_INFINITY : Amount.positive("cap of the Pareto load", capText);
        long interval = Amount.nanos("interval of the Pareto load", values.getOrDefault("interval", ""));
        if (interval == 0 || scale < 1 || cap < 1) {
            throw new IllegalArgumentException(
                    "a Pareto load has a scale and a cap of at least 1 and an interval above 0: " + text);
        }
        return new LoadSpec(text, seed -> {
            ParetoSeries series = new ParetoSeries(scale, alpha, cap, seed);
            return new EvenArrivals(() -> new RateWindows.Window(series.next(), interval));
        });
    }

    private static LoadSpec steps(String text, String rest) {
        List<RateWindows.Window> steps = new ArrayList<>();
        for (String part : rest.split(",", -1)) {
            String[] words = part.split("@", -1);
            if (words.length != 2) {
                throw new IllegalArgumentException(
                        "'" + part + "' is not a step: write RATE@DURATION, such as 500@30s");
            }
            double rate = words[0].equals("0") ? 0 : Amount.positive("the rate of step " + part, words[0]);
            long nanos = Amount.nanos("the duration of step " + part, words[1]);
            if (nanos == 0) {
                throw new IllegalArgumentException("the step '" + part + "' takes no time: write RATE@DURATION");
            }
            steps.add(new RateWindows.Window(rate, nanos));
        }
        return new LoadSpec(text, seed -> {
            Iterator<RateWindows.Window> left = steps.iterator();
            return new EvenArrivals(() -> left.hasNext() ? left.next() : new RateWindows.Window(0, Arrivals.NEVER));
        });
    }

    /** Whether clients wait for nothing but the answer to their last operation. */
    public boolean isClosed() {
        return text.equals(CLOSED.text);
    }

    /** When operations are due; none of a closed load ever is. The same seed gives the same times. */
    public Arrivals arrivals(long seed) {
        return factory.make(seed);
    }

    @Override
    public String toString() {
        return text;
    }
}

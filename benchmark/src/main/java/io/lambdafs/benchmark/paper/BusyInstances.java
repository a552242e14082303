package io.lambdafs.benchmark.paper;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long instances have executed requests, from the platform's metrics.
 *
 * @param seconds by instance: the milliseconds so far in which it executed at least one request, as the λFS paper reckons them
 */
record BusyInstances(Map<String, Double> seconds) {
    private static final Pattern BUSY = Pattern.compile(
            "^lambdafs_busy_seconds_total\\{[^}]*instance_id=\"([^\"]*)\"[^}]*\\} (\\S+)$", Pattern.MULTILINE);

    BusyInstances {
        seconds = Map.copyOf(seconds);
    }

    /** Reads metrics in Prometheus' format. */
    static BusyInstances of(byte[] metrics) {
        Map<String, Double> seconds = new HashMap<>();
        Matcher matcher = BUSY.matcher(new String(metrics, StandardCharsets.UTF_8));
        while (matcher.find()) {
            seconds.merge(matcher.group(1), Double.parseDouble(matcher.group(2)), Double::sum);
        }
        return new BusyInstances(seconds);
    }

    /**
     * The time in which instances executed requests since an earlier moment, in seconds of all instances together. If
     * instances ended in between, their requests were not counted, and the result is the time in which instances used
     * CPU.
     *
     * @param elapsed seconds since that moment
     * @param working instance-seconds in which an instance used CPU
     */
    double since(BusyInstances before, double elapsed, double working) {
        if (seconds.isEmpty() || !seconds.keySet().containsAll(before.seconds.keySet())) {
            return working;
        }
        double busy = 0;
        for (Map.Entry<String, Double> instance : seconds.entrySet()) {
            double grown = instance.getValue() - before.seconds.getOrDefault(instance.getKey(), 0.0);
            busy += Math.min(elapsed, Math.max(0, grown));
        }
        return Math.min(working, busy);
    }
}

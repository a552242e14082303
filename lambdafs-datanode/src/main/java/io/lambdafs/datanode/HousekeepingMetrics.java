package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.housekeeping.Housekeeper.Round;
import io.lambdafs.housekeeping.Housekeeper.Standing;
import io.lambdafs.housekeeping.HousekeepingCount;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * What this process has done as housekeeper since it started, among the DataNode's own metrics: {@code /jmx} and {@code /prom} of its
 * HTTP server have it. Thread-safe.
 */
final class HousekeepingMetrics implements MetricsSource {
    private static final String NAME = "Housekeeping";
    private static final String DESCRIPTION = "What this process does for the file system besides storing blocks";

    private final Map<HousekeepingCount, LongAdder> done = new EnumMap<>(HousekeepingCount.class);
    private volatile Last last = new Last(false, 0, 0, 0);

    /** The latest round, and how many there were. */
    private record Last(boolean onDuty, int failing, long rounds, long failures) {
        Last then(Round round) {
            int failed = round.failures().size();
            boolean now = round.standing() == Standing.ON_DUTY;
            return new Last(now, failed, rounds + (now ? 1 : 0), failures + failed);
        }
    }

    private HousekeepingMetrics() {
        for (HousekeepingCount count : HousekeepingCount.values()) {
            done.put(count, new LongAdder());
        }
    }

    /** Those of a process whose DataNode has set Hadoop's metrics up. */
    static HousekeepingMetrics register() {
        return DefaultMetricsSystem.instance().register(NAME, DESCRIPTION, new HousekeepingMetrics());
    }

    /** Notes what came of a round; called by one thread. */
    void add(Round round) {
        round.done().forEach((what, howMany) -> requireNonNull(done.get(what)).add(howMany));
        last = last.then(round);
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        Last now = last;
        MetricsRecordBuilder record = collector.addRecord(NAME).setContext("dfs");
        record.addGauge(Interns.info("OnDuty", "1 if this process does the housekeeping"), now.onDuty() ? 1 : 0);
        record.addGauge(Interns.info("FailingTasks", "Tasks that failed in the latest round"), now.failing());
        record.addCounter(Interns.info("Rounds", "Rounds that this process has done"), now.rounds());
        record.addCounter(Interns.info("Failures", "Tasks that failed"), now.failures());
        done.forEach((count, sum) -> record.addCounter(Interns.info(name(count), name(count)), sum.sum()));
    }

    /** As Hadoop's metrics are written: {@code CopiesOrdered}. */
    private static String name(HousekeepingCount count) {
        return Arrays.stream(count.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}

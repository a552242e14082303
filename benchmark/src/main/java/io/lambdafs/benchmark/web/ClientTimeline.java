package io.lambdafs.benchmark.web;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** What clients saw in each second of a run; a request belongs to the second in which it ended. Thread-safe. */
final class ClientTimeline {
    private static final int DIGITS = 2;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long begin;
    private final List<Second> seconds = new ArrayList<>();

    /** One second. */
    private static final class Second {
        private final ConcurrentHistogram latencies = new ConcurrentHistogram(DIGITS);
        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicInteger ranAgain = new AtomicInteger();
        private final AtomicLong runs = new AtomicLong();
    }

    /**
     * From a moment of {@link System#nanoTime} on.
     *
     * @param length in seconds; what ends later is not counted
     */
    ClientTimeline(long begin, int length) {
        this.begin = begin;
        for (int i = 0; i < length; i++) {
            seconds.add(new Second());
        }
    }

    /**
     * What happened in some of the seconds.
     *
     * @param done requests that were done
     * @param ranAgain those of them that ran more than once
     * @param runs how often those that were done ran
     * @param p50Millis latency of those that were done
     */
    record Summary(int seconds, long done, long failed, long ranAgain, long runs, double p50Millis, double p99Millis) {
        double perSecond() {
            return (double) done / seconds;
        }

        /** 0 to 1. */
        double shareRanAgain() {
            return done == 0 ? 0 : (double) ranAgain / done;
        }
    }

    /** Counts a request that was done. */
    void done(long sent, long ended, int runs) {
        int number = number(ended);
        if (number < seconds.size()) {
            Second second = seconds.get(number);
            second.latencies.recordValue(Math.max(0, ended - sent) / 1_000);
            second.runs.addAndGet(runs);
            if (runs > 1) {
                second.ranAgain.incrementAndGet();
            }
        }
    }

    /** Counts a request that failed. */
    void failed(long ended) {
        int number = number(ended);
        if (number < seconds.size()) {
            seconds.get(number).failed.incrementAndGet();
        }
    }

    private int number(long nanos) {
        return (int) Math.max(0, (nanos - begin) / NANOS_PER_SECOND);
    }

    /** The seconds from one, counted from 0, to before another. */
    Summary between(int from, int to) {
        Histogram latencies = new Histogram(DIGITS);
        long failed = 0;
        long ranAgain = 0;
        long runs = 0;
        for (Second second : seconds.subList(from, to)) {
            latencies.add(second.latencies);
            failed += second.failed.get();
            ranAgain += second.ranAgain.get();
            runs += second.runs.get();
        }
        return new Summary(
                to - from,
                latencies.getTotalCount(),
                failed,
                ranAgain,
                runs,
                millis(latencies, 50),
                millis(latencies, 99));
    }

    private static double millis(Histogram latencies, double percent) {
        return latencies.getTotalCount() == 0 ? Double.NaN : latencies.getValueAtPercentile(percent) / 1e3;
    }
}

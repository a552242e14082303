package io.lambdafs.benchmark.faas;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Workers that do pieces of work at the same time, as many as they can until the time is over. */
final class Workers {
    private static final Duration GRACE = Duration.ofMinutes(2);
    private static final long SEED = 20_201_109;

    private final Duration warmUp;
    private final Duration measured;

    Workers(Duration warmUp, Duration measured) {
        this.warmUp = warmUp;
        this.measured = measured;
    }

    /** What one worker does again and again. */
    interface Step {
        /**
         * One piece.
         *
         * @return what came of it
         */
        Piece once(RandomGenerator random) throws IOException, InterruptedException;
    }

    /**
     * A piece of work.
     *
     * @param operations how many operations count
     * @param runs how often it ran
     */
    record Piece(int operations, int runs) {}

    /**
     * What all workers did in the measured time.
     *
     * @param operations how many operations
     * @param pieces how many pieces of work
     * @param runs how often pieces ran
     * @param seconds in so long
     */
    record Throughput(long operations, long pieces, long runs, double seconds) {
        static final Throughput NONE = new Throughput(0, 0, 0, 0);

        double perSecond() {
            return operations / seconds;
        }

        /** The part of runs that lost, 0 to 1. */
        double aborted() {
            return runs == 0 ? 0 : (double) (runs - pieces) / runs;
        }

        Throughput plus(Throughput other) {
            return new Throughput(
                    operations + other.operations,
                    pieces + other.pieces,
                    runs + other.runs,
                    Math.max(seconds, other.seconds));
        }
    }

    Throughput measure(List<? extends Step> steps) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(steps.size());
        try {
            long start = System.nanoTime() + warmUp.toNanos();
            List<Future<Throughput>> working = new ArrayList<>();
            for (int i = 0; i < steps.size(); i++) {
                Step step = steps.get(i);
                RandomGenerator random =
                        RandomGeneratorFactory.of("L64X128MixRandom").create(SEED + i);
                working.add(threads.submit(() -> work(step, random, start)));
            }
            Throughput all = Throughput.NONE;
            for (Future<Throughput> each : working) {
                all = all.plus(each.get(warmUp.plus(measured).plus(GRACE).toMillis(), TimeUnit.MILLISECONDS));
            }
            return all;
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("a worker failed", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private Throughput work(Step step, RandomGenerator random, long start) throws IOException, InterruptedException {
        Throughput done = Throughput.NONE;
        long now = System.nanoTime();
        while (now - start < measured.toNanos()) {
            Piece piece = step.once(random);
            boolean counts = now - start >= 0;
            now = System.nanoTime();
            if (counts) {
                done = done.plus(new Throughput(piece.operations(), 1, piece.runs(), (now - start) / 1e9));
            }
        }
        return done;
    }
}

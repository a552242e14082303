package io.lambdafs.benchmark.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleSupplier;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** That queues behave as the formulas of queueing theory say: arrivals at random, and what is known in closed form of how long jobs stay. */
final class QueueFormulaTest {
    private static final int JOBS = 400_000;
    private static final double SERVICE_MICROS = 100;
    private static final Percentage NEAR = Percentage.withPercentage(3);

    /** One queue with jobs that come at random. */
    private static final class Arrivals {
        private final Simulator simulator = new Simulator(42);
        private final Pool pool;
        private final WorkProcess process;
        private final double perMicro;
        private final DoubleSupplier service;
        private double stayedMicros;
        private long done;
        private long come;

        private Arrivals(double cores, double perMicro, boolean exponential) {
            this.pool = new Pool(simulator, "queue", cores);
            this.process = new WorkProcess(pool);
            this.perMicro = perMicro;
            this.service = () -> exponential ? exponential(SERVICE_MICROS) : SERVICE_MICROS;
        }

        private double exponential(double mean) {
            return -mean * Math.log(1 - simulator.random().nextDouble());
        }

        private void arrive() {
            if (come == JOBS) {
                return;
            }
            come++;
            long begin = simulator.now();
            double micros = service.getAsDouble();
            process.serve(micros, micros, 0, () -> {
                done++;
                stayedMicros += (simulator.now() - begin) / 1_000.0;
            });
            simulator.after(Math.round(1_000 * exponential(1 / perMicro)), this::arrive);
        }

        private double meanStay() {
            arrive();
            simulator.run(() -> false, Long.MAX_VALUE);
            assertThat(done).isEqualTo(JOBS);
            assertThat(pool.length()).isZero();
            return stayedMicros / done;
        }
    }

    @Test
    void oneServer_randomService_isMM1() {
        double load = 0.7;
        Arrivals arrivals = new Arrivals(1, load / SERVICE_MICROS, true);
        assertThat(arrivals.meanStay()).isCloseTo(SERVICE_MICROS / (1 - load), NEAR);
        assertThat(arrivals.pool.utilisation()).isCloseTo(load, NEAR);
    }

    @Test
    void oneServer_fixedService_isMD1() {
        double load = 0.8;
        Arrivals arrivals = new Arrivals(1, load / SERVICE_MICROS, false);
        assertThat(arrivals.meanStay()).isCloseTo(SERVICE_MICROS * (1 + load / (2 * (1 - load))), NEAR);
    }

    @Test
    void twoServers_randomService_isMM2() {
        double load = 0.75;
        Arrivals arrivals = new Arrivals(2, 2 * load / SERVICE_MICROS, true);
        // With two servers a job stays 1 / (μ (1 - ρ²)).
        assertThat(arrivals.meanStay()).isCloseTo(SERVICE_MICROS / (1 - load * load), NEAR);
        assertThat(arrivals.pool.utilisation()).isCloseTo(load, NEAR);
    }

    /** Operations of so many callers, each of whom asks again when answered, in a second. */
    private static double perSecond(double cores, int callers, double alone, double together, double beside) {
        Simulator simulator = new Simulator(1);
        WorkProcess process = new WorkProcess(new Pool(simulator, "queue", cores));
        long[] done = new long[1];
        for (int i = 0; i < callers; i++) {
            Runnable[] again = new Runnable[1];
            again[0] = () -> {
                done[0]++;
                process.serve(alone, together, beside, again[0]);
            };
            process.serve(alone, together, beside, again[0]);
        }
        simulator.runUntil(1_000_000_000);
        return done[0];
    }

    @Test
    void loneCaller_waitsForWhatIsBesideTheWay_onlyIfNoOtherCoreIsThere() {
        assertThat(perSecond(2, 1, 100, 50, 60)).isCloseTo(1e6 / 100, NEAR);
        assertThat(perSecond(1, 1, 100, 50, 60)).isCloseTo(1e6 / 160, NEAR);
    }

    @Test
    void manyCallers_shareWhatOneTakesMore() {
        // All of n callers are there nearly always, so that each takes 50 + (50 + 60) / n.
        for (int callers : new int[] {16, 64}) {
            assertThat(perSecond(2, callers, 100, 50, 60)).isCloseTo(2e6 / (50 + 110.0 / callers), NEAR);
        }
    }

    @Test
    void partOfACore_isASlowerServer() {
        double load = 0.35;
        Arrivals arrivals = new Arrivals(0.5, load / SERVICE_MICROS, true);
        assertThat(arrivals.meanStay()).isCloseTo(2 * SERVICE_MICROS / (1 - 2 * load), NEAR);
    }
}

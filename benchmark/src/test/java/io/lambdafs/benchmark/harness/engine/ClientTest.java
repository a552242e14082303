package io.lambdafs.benchmark.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.harness.arrival.Dispenser;
import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.arrival.Rollover;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import io.lambdafs.benchmark.harness.operation.Performer;
import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.ErrorCounts;
import io.lambdafs.benchmark.harness.result.KindResult;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.workload.OperationSource;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** On a clock that only these tests put forward. */
final class ClientTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final VirtualTicker ticker = new VirtualTicker();
    private final ClientRecorder recorder = new ClientRecorder();
    private final ErrorCounts errors = new ErrorCounts();
    private long intervalNanos = SECOND;

    /** Sleeps too long, by as much as it is told. */
    private static final class VirtualTicker implements Ticker {
        private long now = 1_000;
        private long overslept;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleepUntil(long nanos) {
            if (nanos > now) {
                now = nanos + overslept;
            }
        }
    }

    /** The same look again and again. */
    private static final class Looks implements OperationSource {
        private final List<PathOperation> failed = new ArrayList<>();

        @Override
        public Optional<PathOperation> next() {
            return Optional.of(PathOperation.on(OperationKind.STAT_DIR, "/d"));
        }

        @Override
        public void succeeded(PathOperation operation) {}

        @Override
        public void failed(PathOperation operation) {
            failed.add(operation);
        }
    }

    /** A file system of which one operation takes long, and all others take a millisecond. */
    private class Stalling extends FilterFileSystem {
        private final int stalled;
        private final long stallNanos;
        private int operations;
        private long retries;

        Stalling(int stalled, long stallNanos) throws IOException {
            super(new NoOpFileSystem());
            this.stalled = stalled;
            this.stallNanos = stallNanos;
            initialize(URI.create("noop:///"), new Configuration(false));
        }

        @Override
        public FileStatus getFileStatus(Path path) throws IOException {
            ticker.now += operations++ == stalled ? stallNanos : TimeUnit.MILLISECONDS.toNanos(1);
            return super.getFileStatus(path);
        }
    }

    private PhaseResult run(Stalling fs, String load, long seconds, long drainSeconds) throws Exception {
        Client client = new Client(0, new Looks(), new Performer(fs), ticker);
        LoadSpec spec = LoadSpec.parse(load);
        SecondRecorder recorded = new SecondRecorder((seconds + drainSeconds) * SECOND, intervalNanos);
        DueTimes pace = DueTimes.CLOSED;
        if (!spec.isClosed()) {
            pace = new Dispenser(() -> spec.arrivals(0), Rollover.CARRY, now -> recorded.count(Count.DROPPED, now, 1))
                    ::take;
        }
        client.run(
                pace,
                new Client.Schedule(ticker.now, seconds * SECOND, drainSeconds * SECOND, Long.MAX_VALUE, 0),
                new Client.Books(recorder, recorded, errors, OperationLog.NONE, () -> fs.retries));
        PhaseResult result = new PhaseResult("test");
        recorder.addTo(result, true);
        recorded.addTo(result);
        return result;
    }

    @Test
    void stall_isInTheResponseTimesOfWhatWasDueMeanwhile_andNotInTheirServiceTimes() throws Exception {
        // 100 a second for 10 s; the 300th takes 2 s, in which 200 more become due.
        PhaseResult result = run(new Stalling(300, 2 * SECOND), "const:100", 10, 5);
        KindResult looks = result.kind(OperationKind.STAT_DIR);
        assertThat(looks.succeeded()).isEqualTo(1_000);
        assertThat(looks.service().getCountBetweenValues(2_000, 1_900_000)).isZero();
        assertThat(looks.service().getCountBetweenValues(1_900_000, 2_100_000)).isEqualTo(1);
        // Those that were due in the stall, and those behind which the backlog was worked off, waited up to two
        // seconds.
        assertThat(looks.response().getCountBetweenValues(1_000_000, 2_100_000)).isBetween(100L, 120L);
        assertThat(looks.response().getCountBetweenValues(2_000, 2_100_000)).isBetween(215L, 230L);
    }

    @Test
    void clientThatOversleeps_stillPerformsEverythingThatIsDueInAnHour() throws Exception {
        ticker.overslept = TimeUnit.MILLISECONDS.toNanos(1);
        PhaseResult result = run(new Stalling(-1, 0), "const:10", 3_600, 1);
        assertThat(result.kind(OperationKind.STAT_DIR).succeeded()).isEqualTo(36_000);
        // The last is as late as the first: no delay adds up.
        assertThat(result.response().getMaxValue()).isBetween(1_900L, 2_100L);
        assertThat(result.lag().getValueAtPercentile(50)).isBetween(990L, 1_010L);
    }

    @Test
    void closedLoop_sendsTheNextWhenTheOneBeforeHasEnded() throws Exception {
        PhaseResult result = run(new Stalling(-1, 0), "closed", 2, 0);
        assertThat(result.kind(OperationKind.STAT_DIR).succeeded()).isEqualTo(2_000);
        assertThat(result.second(0).get(Count.STARTED)).isEqualTo(1_000);
    }

    @Test
    void intervals_areAsLongAsTheyWereAskedFor() throws Exception {
        intervalNanos = SECOND / 5;
        PhaseResult result = run(new Stalling(-1, 0), "closed", 2, 0);
        assertThat(result.seconds()).hasSize(10).allSatisfy(interval -> {
            assertThat(interval.get(Count.STARTED)).isEqualTo(200);
            assertThat(interval.response().getTotalCount()).isBetween(199L, 201L);
        });
    }

    @Test
    void whatIsStillDueAfterTheDrain_isNotPerformed() throws Exception {
        PhaseResult result = run(new Stalling(0, 30 * SECOND), "const:100", 10, 5);
        assertThat(result.kind(OperationKind.STAT_DIR).succeeded()).isEqualTo(1);
        assertThat(result.total(Count.STARTED)).isEqualTo(1);
    }

    @Test
    void retries_areOfTheOperationInWhichTheyWereMade_alsoOfOneThatFails() throws Exception {
        Stalling retrying = new Stalling(-1, 0) {
            @Override
            public FileStatus getFileStatus(Path path) throws IOException {
                FileStatus status = super.getFileStatus(path);
                super.retries += super.operations == 3 ? 2 : 0;
                if (super.operations == 4) {
                    super.retries += 5;
                    throw new IOException("given up");
                }
                return status;
            }
        };
        retrying.retries = 100;
        PhaseResult result = run(retrying, "const:10", 1, 1);
        assertThat(result.kind(OperationKind.STAT_DIR).failed()).isEqualTo(1);
        assertThat(result.kind(OperationKind.STAT_DIR).retries()).hasValue(7);
    }

    @Test
    void failure_isCountedWithItsErrorAndWithoutALatency() throws Exception {
        Stalling failing = new Stalling(-1, 0) {
            @Override
            public FileStatus getFileStatus(Path path) throws IOException {
                super.getFileStatus(path);
                throw new IOException("no /bench/c000001/f0000017 on host:8020 for 12345 ms");
            }
        };
        PhaseResult result = run(failing, "const:100", 1, 1);
        assertThat(result.kind(OperationKind.STAT_DIR).failed()).isEqualTo(100);
        assertThat(result.response().getTotalCount()).isZero();
        assertThat(errors.all()).singleElement().satisfies(error -> {
            assertThat(error.count()).isEqualTo(100);
            assertThat(error.message()).isEqualTo("no PATH on host:N for N ms");
        });
    }
}

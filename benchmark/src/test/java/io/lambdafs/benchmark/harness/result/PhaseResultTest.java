package io.lambdafs.benchmark.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class PhaseResultTest {
    private static PhaseResult phase(long succeeded, long micros) {
        PhaseResult phase = new PhaseResult("test", TimeUnit.SECONDS.toNanos(2));
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount(micros, succeeded);
        phase.kind(OperationKind.READ).add(succeeded, 3, 1);
        phase.kind(OperationKind.READ).addRetries(4);
        phase.kind(OperationKind.READ).addLatencies(latencies, latencies);
        phase.second(1).add(Count.COMPLETED, succeeded);
        phase.second(1).add("lambdafs_http", 7);
        phase.second(1).addResponses(latencies);
        phase.errors().add("read", new IOException("gone"), 12);
        phase.took(TimeUnit.SECONDS.toNanos(2));
        return phase;
    }

    @Test
    void moreThanHalfOfWhatTheClientsCan_isSaturated() {
        PhaseResult phase = phase(1_000, 5);
        assertThat(phase.throughput()).isEqualTo(500.0);
        assertThat(phase.isSaturated()).isFalse();
        phase.addCeiling(1_001);
        assertThat(phase.isSaturated()).isFalse();
        PhaseResult tight = phase(1_000, 5);
        tight.addCeiling(999);
        assertThat(tight.isSaturated()).isTrue();
    }

    @Test
    void processes_sumUp() {
        PhaseResult sum = phase(1_000, 5);
        sum.addAll(phase(500, 80_000));
        KindResult reads = sum.kind(OperationKind.READ);
        assertThat(reads.succeeded()).isEqualTo(1_500);
        assertThat(reads.failed()).isEqualTo(6);
        assertThat(reads.falseReturns()).isEqualTo(2);
        assertThat(reads.retries()).hasValue(8);
        assertThat(sum.retries()).hasValue(8);
        assertThat(reads.response().getValueAtPercentile(66)).isEqualTo(5);
        assertThat(reads.response().getValueAtPercentile(67)).isBetween(79_900L, 80_100L);
        assertThat(sum.second(1).get(Count.COMPLETED)).isEqualTo(1_500);
        assertThat(sum.errors().all())
                .singleElement()
                .satisfies(error -> assertThat(error.count()).isEqualTo(2));
        assertThat(sum.elapsedNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void retriesThatNobodyKnows_stayUnknown_alsoAsJson() {
        PhaseResult unknown = new PhaseResult("unknown");
        unknown.kind(OperationKind.READ).add(5, 0, 0);
        assertThat(unknown.retries()).isEmpty();
        PhaseResult read = PhaseJson.decode(PhaseJson.encode(unknown));
        assertThat(read.kind(OperationKind.READ).retries()).isEmpty();
        read.addAll(unknown);
        assertThat(read.kind(OperationKind.READ).retries()).isEmpty();
        unknown.kind(OperationKind.READ).addRetries(0);
        read.addAll(unknown);
        assertThat(read.retries()).hasValue(0);
    }

    @Test
    void processesWithOtherIntervals_cannotBeAdded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> phase(1, 5).addAll(new PhaseResult("test")))
                .withMessageContaining("cannot be added");
    }

    @Test
    void secondsAfterTheEndInWhichNothingHappened_areLeftOut() {
        PhaseResult phase = phase(1, 5);
        phase.second(3).add(Count.COMPLETED, 1);
        phase.second(9).add(Count.CLIENT_CPU, 1_000);
        phase.trim();
        assertThat(phase.seconds()).hasSize(4);
        PhaseResult longer = new PhaseResult("longer", TimeUnit.SECONDS.toNanos(2));
        longer.second(8).add(Count.COMPLETED, 0);
        longer.took(TimeUnit.SECONDS.toNanos(3) + 1);
        longer.trim();
        assertThat(longer.seconds()).hasSize(2);
        PhaseResult quiet = new PhaseResult("quiet");
        quiet.second(8).add(Count.COMPLETED, 0);
        quiet.took(TimeUnit.SECONDS.toNanos(3) + 1);
        quiet.trim();
        assertThat(quiet.seconds()).hasSize(4);
    }

    @Test
    void json_givesTheSameAgain() {
        PhaseResult phase = phase(1_000, 80_000);
        PhaseResult read = PhaseJson.decode(PhaseJson.encode(phase));
        assertThat(read.kinds()).hasSize(1);
        assertThat(read.succeeded()).isEqualTo(1_000);
        assertThat(read.failed()).isEqualTo(3);
        assertThat(read.kind(OperationKind.READ).falseReturns()).isEqualTo(1);
        assertThat(read.kind(OperationKind.READ).retries()).hasValue(4);
        assertThat(read.intervalNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(2));
        assertThat(read.response()).isEqualTo(phase.response());
        assertThat(read.service()).isEqualTo(phase.service());
        assertThat(read.second(1).response()).isEqualTo(phase.second(1).response());
        assertThat(read.errors().all()).isEqualTo(phase.errors().all());
        assertThat(read.elapsedNanos()).isEqualTo(phase.elapsedNanos());
        assertThat(read.second(1).counts()).containsEntry("lambdafs_http", 7L);
    }
}

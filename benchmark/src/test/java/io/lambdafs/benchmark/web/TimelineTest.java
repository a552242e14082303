package io.lambdafs.benchmark.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class TimelineTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    @Test
    void request_belongsToTheSecondInWhichItEnded() {
        ClientTimeline timeline = new ClientTimeline(0, 2);
        timeline.done(SECOND - 40 * MILLI, SECOND + 10 * MILLI, 1);
        timeline.done(SECOND, SECOND + 20 * MILLI, 3);
        timeline.failed(SECOND + 30 * MILLI);
        timeline.done(SECOND, 2 * SECOND, 1); // too late

        assertThat(timeline.between(0, 1).done()).isZero();
        ClientTimeline.Summary all = timeline.between(0, 2);
        assertThat(all.done()).isEqualTo(2);
        assertThat(all.failed()).isEqualTo(1);
        assertThat(all.perSecond()).isEqualTo(1.0);
        assertThat(all.shareRanAgain()).isEqualTo(0.5);
        assertThat(all.runs()).isEqualTo(4);
        assertThat(all.p50Millis()).isCloseTo(20, within(1.0));
        assertThat(all.p99Millis()).isCloseTo(50, within(2.0));
    }
}

package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long a client pauses before it sends a request again. */
final class BackoffTest {
    @Test
    void backoff_doublesUpToItsBoundAndIsJittered() {
        Backoff backoff = new Backoff(20, 2_000);

        assertThat(backoff.pauseMillis(1, 0)).isZero();
        assertThat(backoff.pauseMillis(1, 0.999)).isEqualTo(19);
        assertThat(backoff.pauseMillis(3, 0.5)).isEqualTo(40);
        assertThat(backoff.pauseMillis(1_000, 0.5)).isEqualTo(1_000);
    }
}

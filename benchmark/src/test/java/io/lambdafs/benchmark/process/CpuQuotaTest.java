package io.lambdafs.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;

final class CpuQuotaTest {
    @Test
    void shareOfAQuota_isThatOfASecond() {
        assertThat(CpuQuota.quota(15_000, 100_000, 0.05)).isEqualTo(7_500);
        assertThat(CpuQuota.quota(1_000, 100_000, 0.05))
                .as("the least that there is")
                .isEqualTo(1_000);
    }

    @Test
    void aProcessThatHasEnded_cannotBeSlowed() {
        assertThatIOException().isThrownBy(() -> CpuQuota.lower(Long.MAX_VALUE, 0.05));
    }
}

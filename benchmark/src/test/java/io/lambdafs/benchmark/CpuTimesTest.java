package io.lambdafs.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class CpuTimesTest {
    @Test
    void differencesAndSums_areTakenKindByKind() {
        CpuTimes before = new CpuTimes(Map.of(ProcessKind.CLIENT, 10L, ProcessKind.STORE, 5L));
        CpuTimes after = new CpuTimes(Map.of(ProcessKind.CLIENT, 30L, ProcessKind.STORE, 6L));
        CpuTimes twice = after.minus(before).plus(after.minus(before));
        assertThat(twice.of(ProcessKind.CLIENT)).isEqualTo(40);
        assertThat(twice.of(ProcessKind.STORE)).isEqualTo(2);
        assertThat(twice.of(ProcessKind.ZOOKEEPER)).isZero();
    }
}

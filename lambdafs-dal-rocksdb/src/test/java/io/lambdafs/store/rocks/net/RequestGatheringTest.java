package io.lambdafs.store.rocks.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which requests leave at once. */
final class RequestGatheringTest {
    private final RequestGathering gathered = new RequestGathering();

    @Test
    void withoutAnswers_eachRequestLeavesAtOnce() {
        assertThat(IntStream.range(0, 100).filter(i -> gathered.isLeftToOthers()))
                .isEmpty();
        assertThat(gathered.end()).isFalse();
    }

    @Test
    void fewCallers_doNotWaitForEachOther() {
        gathered.begin(RequestGathering.FEWEST_CALLERS - 1);
        assertThat(gathered.isLeftToOthers()).isFalse();
        assertThat(gathered.end()).isFalse();
    }

    @Test
    void manyCallers_leaveInFourBatches_untilTheEnd() {
        gathered.begin(64);
        assertThat(IntStream.range(0, 64).filter(i -> !gathered.isLeftToOthers()))
                .hasSize(4);
        assertThat(gathered.end()).as("somebody has to send what is left").isTrue();
        assertThat(gathered.end()).isFalse();
        assertThat(gathered.isLeftToOthers()).isFalse();
    }
}

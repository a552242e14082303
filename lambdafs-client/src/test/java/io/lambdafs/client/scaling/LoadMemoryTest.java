package io.lambdafs.client.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a client remembers of its functions' loads. */
final class LoadMemoryTest {
    private final LoadMemory memory = new LoadMemory();

    @Test
    void firstAnswer_counts_andLaterOnesAnEighth() {
        memory.heard(3, 100, 0);
        assertThat(memory.of(3, 0)).isEqualTo(100);
        memory.heard(3, 180, 1);
        assertThat(memory.of(3, 1)).isEqualTo(110);
        for (int i = 0; i < 100; i++) {
            memory.heard(3, 255, 2 + i);
        }
        assertThat(memory.of(3, 102)).isBetween(254, 255);
    }

    @Test
    void functions_doNotCountForOneAnother() {
        memory.heard(3, 255, 0);
        assertThat(memory.of(4, 0)).isZero();
    }

    @Test
    void answerWithoutLoad_changesNothing() {
        memory.heard(3, 0, 0);
        assertThat(memory.of(3, 0)).isZero();
        memory.heard(3, 200, 0);
        memory.heard(3, 0, 1);
        assertThat(memory.of(3, 1)).isEqualTo(200);
    }

    @Test
    void silence_isForgotten_andTheNextAnswerCountsWhole() {
        memory.heard(3, 255, 0);
        long later = LoadMemory.FORGOTTEN_AFTER_NANOS + 1;
        assertThat(memory.of(3, later)).isZero();
        memory.heard(3, 10, later);
        assertThat(memory.of(3, later)).isEqualTo(10);
    }

    @Test
    void sameLoadAgainAndAgain_isNotForgotten() {
        long step = LoadMemory.FORGOTTEN_AFTER_NANOS / 10;
        for (int i = 0; i < 100; i++) {
            memory.heard(3, 77, i * step);
            assertThat(memory.of(3, i * step)).isEqualTo(77);
        }
    }
}

package io.lambdafs.coordinator.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a member counts as silent; times are in seconds, and the time-out is 9 s. */
final class SilenceTest {
    private final Silence silence = new Silence();

    private static Registered row(long writer, long beat) {
        return new Registered(new Member(0, new WriterId(writer), "i", 1), 7, Duration.ofSeconds(9), beat);
    }

    private List<Registered> look(int second, Registered... rows) {
        return silence.found(List.of(rows), second(second), second(second));
    }

    private static long second(int number) {
        return Duration.ofSeconds(number).toNanos();
    }

    private void lookEachSecond(int from, int to, Registered row) {
        IntStream.rangeClosed(from, to)
                .forEach(second -> assertThat(look(second, row)).isEmpty());
    }

    @Test
    void unchangedRow_isSilentAfterItsTimeout() {
        lookEachSecond(100, 108, row(1, 5));
        assertThat(look(109, row(1, 5))).containsExactly(row(1, 5));
        assertThat(look(110, row(1, 5))).containsExactly(row(1, 5));
    }

    @Test
    void changedRow_isNot() {
        lookEachSecond(100, 108, row(1, 5));
        lookEachSecond(109, 117, row(1, 6));
        assertThat(look(118, row(1, 6))).containsExactly(row(1, 6));
    }

    @Test
    void timeRunsFromTheEndOfTheLook_toTheBeginningOfAnother() {
        silence.found(List.of(row(1, 5)), second(100), second(102));
        IntStream.rangeClosed(103, 110)
                .forEach(second -> assertThat(silence.found(List.of(row(1, 5)), second(second), second(second + 5)))
                        .isEmpty());
        assertThat(silence.found(List.of(row(1, 5)), second(111), second(111))).containsExactly(row(1, 5));
    }

    @Test
    void observerThatCouldNotLook_startsAnew() {
        lookEachSecond(100, 104, row(1, 5));
        lookEachSecond(120, 128, row(1, 5));
        assertThat(look(129, row(1, 5))).containsExactly(row(1, 5));
    }

    @Test
    void rowOfADeparture_lingersForTwoSeconds() {
        Registered left = row(1, 5).departed();
        IntStream.rangeClosed(0, 3)
                .forEach(half -> assertThat(silence.found(
                                List.of(left), second(100) + half * second(1) / 2, second(100) + half * second(1) / 2))
                        .isEmpty());
        assertThat(look(102, left)).containsExactly(left);
    }

    @Test
    void registrationThatWasAwayOrIsAnother_isNew() {
        lookEachSecond(100, 107, row(1, 5));
        assertThat(look(108)).isEmpty();
        assertThat(look(109, row(1, 5), row(2, 5))).isEmpty();
    }
}

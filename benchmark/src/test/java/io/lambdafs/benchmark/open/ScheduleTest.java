package io.lambdafs.benchmark.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class ScheduleTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void operations_areDueAtTheRateOfTheirStep() {
        Schedule schedule = Schedule.parse("2@3,0@1,10@2");
        assertThat(schedule.operations()).isEqualTo(26);
        assertThat(schedule.seconds()).isEqualTo(6);
        assertThat(schedule.dueNanos(0)).isZero();
        assertThat(schedule.dueNanos(1)).isEqualTo(SECOND / 2);
        assertThat(schedule.dueNanos(5)).isEqualTo(5 * SECOND / 2);
        assertThat(schedule.dueNanos(6))
                .as("the first after the second without any")
                .isEqualTo(4 * SECOND);
        assertThat(schedule.dueNanos(25)).isEqualTo(4 * SECOND + 19 * SECOND / 10);
        assertThat(schedule.dueNanos(26)).as("one too many").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void seconds_haveTheirRate() {
        Schedule schedule = Schedule.constant(2, 3).then(10, 2);
        assertThat(schedule.due(2)).isEqualTo(2);
        assertThat(schedule.due(3)).isEqualTo(10);
        assertThat(schedule.due(5)).isZero();
    }

    @Test
    void text_isReadAsItWasWritten() {
        assertThat(Schedule.parse("2@3,10@2")).hasToString("2@3,10@2");
        assertThat(Schedule.parse("closed@7")).isEqualTo(Schedule.closed(7)).hasToString("closed@7");
        assertThat(Schedule.closed(7).isClosed()).isTrue();
    }

    @Test
    void nonsense_isRefusedWithAReason() {
        for (String text :
                new String[] {"", "5", "5@", "x@3", "5@0", "5@-1", "5@9999", "2000000@1", "closed@5,3@2", "1@1@1"}) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> Schedule.parse(text));
        }
    }
}

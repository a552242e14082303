package io.lambdafs.client.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Which caller polls for an answer, and which one sleeps until there is one. */
final class ReadingTurnTest {
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int NOW = 0;

    private final List<Integer> selections = new ArrayList<>();
    private final AwaitedAnswer answer = AwaitedAnswer.awaited();

    @Test
    void callerThatIsAlone_looksBeforeItSleeps() throws InterruptedException {
        ReadingTurn turn = turn(millis -> answerAtLook(3));
        turn.enter(answer);

        turn.await(answer, WAIT_NANOS);

        assertThat(answer.isThere()).isTrue();
        assertThat(selections).containsExactly(NOW, NOW, NOW);
    }

    @Test
    void answerThatTakesLonger_isSleptFor() throws InterruptedException {
        ReadingTurn turn = turn(millis -> answerAtLook(Spin.MOST_LOOKS + 1));
        turn.enter(answer);

        turn.await(answer, WAIT_NANOS);

        assertThat(answer.isThere()).isTrue();
        assertThat(selections.subList(0, Spin.MOST_LOOKS)).containsOnly(NOW);
        assertThat(selections.subList(Spin.MOST_LOOKS, selections.size())).containsExactly(100);
    }

    @Test
    void callerAmongOthers_sleepsAtOnce() throws InterruptedException {
        ReadingTurn turn = turn(millis -> answerAtLook(1));
        turn.enter(answer);
        turn.enter(AwaitedAnswer.awaited());

        turn.await(answer, WAIT_NANOS);

        assertThat(selections).containsExactly(100);
    }

    @Test
    void othersThatCome_endTheSpin() throws InterruptedException {
        List<ReadingTurn> turns = new ArrayList<>();
        ReadingTurn turn = turn(millis -> {
            if (selections.size() == 2) {
                turns.get(0).enter(AwaitedAnswer.awaited());
            }
        });
        turns.add(turn);
        turn.enter(answer);

        turn.await(answer, WAIT_NANOS);

        assertThat(selections).containsExactly(NOW, NOW, 100);
    }

    @Test
    void answersThatNoThreadWaitsFor_areReadByTheServersThread_alsoBesideCallers() {
        ReadingTurn turn = turn(millis -> {});
        turn.enter(answer);
        turn.idle();
        assertThat(selections).as("the caller reads").isEmpty();

        turn.unawaitedBegins();
        turn.idle();
        assertThat(selections).hasSize(1);
        assertThat(turn.waiting()).isEqualTo(2);

        turn.unawaitedEnded();
        turn.idle();
        assertThat(selections).hasSize(1);
    }

    @Test
    void callersWait_fromTheirRequestUntilTheyLeave() {
        ReadingTurn turn = turn(millis -> {});
        AwaitedAnswer other = AwaitedAnswer.awaited();

        turn.enter(answer);
        turn.enter(other);
        assertThat(turn.waiting()).isEqualTo(2);

        turn.leave(answer);
        turn.leave(other);
        assertThat(turn.waiting()).isZero();
    }

    private ReadingTurn turn(IntConsumer select) {
        IntConsumer noting = millis -> {
            selections.add(millis);
            select.accept(millis);
        };
        return new ReadingTurn(noting, new Spin(TimeUnit.MILLISECONDS.toNanos(1), System::nanoTime));
    }

    private void answerAtLook(int number) {
        if (selections.size() == number) {
            answer.arrived(new byte[0]);
        }
    }
}

package io.lambdafs.namenode.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IdleWatchTest {
    private static final Duration REST_AFTER = Duration.ofSeconds(4);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ManualBackground background = new ManualBackground();
    private final List<String> done = new ArrayList<>();

    @Test
    void withoutActivations_itHandsOver_thenDisconnectsAndLeaves() {
        IdleWatch watch = watch(REST_AFTER);
        watch.start();
        background.pass(LOOK.multipliedBy(3));
        assertThat(done).containsOnly("disconnect");

        done.clear();
        background.pass(LOOK);
        assertThat(done).containsExactly("disconnect", "hand over");

        done.clear();
        background.pass(LOOK);
        assertThat(done).containsExactly("disconnect", "hand over", "leave");
    }

    @Test
    void activation_letsItStayForAsLongAgain() {
        IdleWatch watch = watch(REST_AFTER);
        watch.start();
        for (int i = 0; i < 5; i++) {
            background.pass(LOOK.multipliedBy(3));
            watch.activationBegun();
            watch.activationEnded();
        }
        assertThat(done).containsOnly("disconnect");
    }

    @Test
    void whileAnActivationIsUnderWay_itIsNotIdle() {
        IdleWatch watch = watch(REST_AFTER);
        watch.start();
        watch.activationBegun();
        watch.activationBegun();
        watch.activationEnded();
        background.pass(REST_AFTER.multipliedBy(5));
        assertThat(done).containsOnly("disconnect");

        watch.activationEnded();
        background.pass(LOOK.multipliedBy(5));
        assertThat(done).contains("leave");
    }

    @Test
    void afterResting_itStaysAsLongAsBefore() {
        IdleWatch watch = watch(REST_AFTER);
        watch.start();
        background.pass(REST_AFTER.multipliedBy(2));
        watch.activationBegun();
        watch.activationEnded();

        done.clear();
        background.pass(LOOK.multipliedBy(3));
        assertThat(done).containsOnly("disconnect");
    }

    @Test
    void withZero_itNeverRests() {
        watch(Duration.ZERO).start();
        background.pass(Duration.ofDays(1));
        assertThat(done).isEmpty();
        assertThatThrownBy(() -> watch(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closed_itDoesNothing() {
        IdleWatch watch = watch(REST_AFTER);
        watch.start();
        watch.close();
        background.pass(REST_AFTER.multipliedBy(2));
        assertThat(done).isEmpty();
    }

    private IdleWatch watch(Duration restAfter) {
        return new IdleWatch(restAfter, background, () -> background.now().toNanos(), new IdleWatch.Duties() {
            @Override
            public void handOver() {
                done.add("hand over");
            }

            @Override
            public void disconnect() {
                done.add("disconnect");
            }

            @Override
            public void leave() {
                done.add("leave");
            }
        });
    }
}

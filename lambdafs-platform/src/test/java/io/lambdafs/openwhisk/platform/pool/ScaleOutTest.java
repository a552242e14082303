package io.lambdafs.openwhisk.platform.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When an action gets one more instance because of load, and when one goes again. */
final class ScaleOutTest {
    private static final Action READS = TestActions.action("reads", 1, 256, 64);
    private static final Action OTHER = TestActions.action("other", 2, 256, 64);
    private static final int PAUSE = 300;
    private static final int WARM = 5_000;
    private static final int GRACE = 1_000;
    private static final int SATURATED = 450;

    private final PoolSettings settings = PoolSettings.defaults()
            .withMemory(4_096, 10)
            .withCpu(1_500)
            .withIdleTimes(GRACE, 60_000)
            .withScaleOut(PoolSettings.UNBOUNDED_INSTANCES, PAUSE);
    private final ContainerPool pool = new ContainerPool(settings);

    @Test
    void callThatAsks_getsOneMoreInstance_butNotSoonAfterAnother() {
        warm(READS, 0);
        assertThat(pool.submit("soon", READS, true, PAUSE - 1)).containsExactly(new PoolEffect.Run(1, "soon", false));
        assertThat(pool.submit("plain", READS, PAUSE)).containsExactly(new PoolEffect.Run(1, "plain", false));
        assertThat(pool.submit("asks", READS, true, PAUSE)).containsExactly(new PoolEffect.Create(2, READS, "asks"));
        assertThat(pool.scaleOuts()).isEqualTo(1);
        // As many start as are there: what this one takes over is not known yet.
        assertThat(pool.submit("again", READS, true, 2 * PAUSE)).containsExactly(new PoolEffect.Run(1, "again", false));
        pool.initialized(2, 2 * PAUSE);
        assertThat(pool.submit("third", READS, true, 2 * PAUSE))
                .containsExactly(new PoolEffect.Create(3, READS, "third"));
    }

    @Test
    void callThatAsks_takesNobodysPlace() {
        warm(READS, 0);
        warm(OTHER, 0);
        assertThat(pool.submit("second", READS, true, PAUSE)).hasSize(1);
        pool.initialized(3, PAUSE);
        // The pool's CPU is given out, and the other action's instance has been idle for long.
        assertThat(pool.submit("third", READS, true, 100_000)).containsExactly(new PoolEffect.Run(1, "third", false));
        assertThat(pool.evictions()).isZero();
        assertThat(pool.scaleOuts()).isEqualTo(1);
    }

    @Test
    void saturatedInstanceWithSeveralCalls_getsASibling_withoutBeingAsked() {
        warm(READS, 0);
        pool.submit("a", READS, WARM - 1);
        pool.measured(Map.of(1L, SATURATED));
        assertThat(pool.submit("early", READS, WARM - 1)).containsExactly(new PoolEffect.Run(1, "early", false));
        assertThat(pool.submit("early too", READS, WARM - 1)).hasOnlyElementsOfType(PoolEffect.Run.class);
        pool.finished(1, true, WARM);
        pool.finished(1, true, WARM);
        // One call at a time would not be faster with two instances.
        assertThat(pool.submit("b", READS, WARM)).containsExactly(new PoolEffect.Run(1, "b", false));
        assertThat(pool.submit("c", READS, WARM)).containsExactly(new PoolEffect.Create(2, READS, "c"));
        assertThat(pool.scaleOuts()).isEqualTo(1);
    }

    @Test
    void saturatedInstanceThatSaysASiblingWouldNotHelp_getsNone_untilItSaysSoNoMore() {
        warm(READS, 0);
        pool.submit("a", READS, WARM);
        pool.submit("b", READS, WARM);
        pool.measured(Map.of(1L, SATURATED));
        pool.answered(1, true);
        assertThat(pool.submit("c", READS, WARM)).containsExactly(new PoolEffect.Run(1, "c", false));
        pool.answered(1, false);
        assertThat(pool.submit("d", READS, WARM)).containsExactly(new PoolEffect.Create(2, READS, "d"));
    }

    @Test
    void callThatAsks_getsASibling_whateverInstancesSay() {
        warm(READS, 0);
        pool.answered(1, true);
        assertThat(pool.submit("asks", READS, true, PAUSE)).containsExactly(new PoolEffect.Create(2, READS, "asks"));
    }

    @Test
    void instanceThatWaitsForOthers_getsNoSibling() {
        warm(READS, 0);
        pool.measured(Map.of(1L, SATURATED / 2));
        for (int i = 0; i < 10; i++) {
            assertThat(pool.submit("call" + i, READS, WARM)).containsExactly(new PoolEffect.Run(1, "call" + i, false));
        }
    }

    @Test
    void calls_goToAllInstancesThatTheLoadNeeds_andToNoMore() {
        two();
        pool.measured(Map.of(1L, SATURATED, 2L, SATURATED));
        assertThat(pool.submit("a", READS, PAUSE)).containsExactly(new PoolEffect.Run(1, "a", false));
        assertThat(pool.submit("b", READS, PAUSE)).containsExactly(new PoolEffect.Run(2, "b", false));
        pool.finished(2, true, PAUSE);
        pool.measured(Map.of(1L, 100, 2L, 50));
        assertThat(pool.submit("c", READS, PAUSE)).containsExactly(new PoolEffect.Run(1, "c", false));
    }

    @Test
    void siblingThatIsIdle_pausesAndSoonGoes_theLastOneStays() {
        two();
        int now = PAUSE + GRACE;
        pool.submit("used", READS, now);
        pool.finished(1, true, now);
        assertThat(pool.tick(now)).containsExactly(new PoolEffect.Pause(2));
        assertThat(pool.tick(now + GRACE - 1)).isEmpty();
        assertThat(pool.tick(now + GRACE)).containsExactly(new PoolEffect.Pause(1), new PoolEffect.Destroy(2));
        assertThat(pool.tick(now + 10 * GRACE)).isEmpty();
    }

    @Test
    void callThatAsks_continuesAPausedInstanceBeforeItStartsOne() {
        two();
        int now = PAUSE + GRACE;
        pool.submit("used", READS, now);
        pool.finished(1, true, now);
        pool.tick(now);
        assertThat(pool.submit("asks", READS, true, now)).containsExactly(new PoolEffect.Run(2, "asks", true));
        assertThat(pool.coldStarts()).isEqualTo(2);
    }

    @Test
    void boundOfInstances_holdsForEveryReason_andHoldsUpNoOtherAction() {
        ContainerPool single = new ContainerPool(settings.withScaleOut(1, 0));
        Action narrow = TestActions.action("narrow", 3, 256, 1);
        single.submit("a", narrow, 0);
        single.initialized(1, 0);
        assertThat(single.submit("b", narrow, true, 1)).isEmpty();
        assertThat(single.submit("c", OTHER, 1)).containsExactly(new PoolEffect.Create(2, OTHER, "c"));
        assertThat(single.finished(1, true, 2)).containsExactly(new PoolEffect.Run(1, "b", false));
    }

    private void two() {
        warm(READS, 0);
        pool.submit("asks", READS, true, PAUSE);
        pool.initialized(2, PAUSE);
        pool.finished(2, true, PAUSE);
    }

    private void warm(Action action, long now) {
        List<PoolEffect> effects = pool.submit("warm", action, now);
        long id = ((PoolEffect.Create) effects.get(0)).instance();
        pool.initialized(id, now);
        pool.finished(id, true, now);
    }
}

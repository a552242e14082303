package io.lambdafs.openwhisk.platform.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ContainerPoolTest {
    private static final Action SMALL = TestActions.action("small", 1, 256, 2);
    private static final Action OTHER = TestActions.action("other", 2, 256, 1);
    private static final Action LARGE = TestActions.action("large", 3, 512, 1);

    private final ContainerPool pool =
            new ContainerPool(PoolSettings.defaults().withMemory(768, 2).withIdleTimes(100, 1000));

    @Test
    void submit_toAnEmptyPool_createsAnInstance() {
        assertThat(pool.submit("a", SMALL, 0)).containsExactly(new PoolEffect.Create(1, SMALL, "a"));
        assertThat(pool.coldStarts()).isEqualTo(1);
    }

    @Test
    void submit_whileAnInstanceStarts_joinsItUpToItsConcurrency() {
        pool.submit("a", SMALL, 0);
        assertThat(pool.submit("b", SMALL, 0)).containsExactly(new PoolEffect.Run(1, "b", false));
        assertThat(pool.submit("c", SMALL, 0)).containsExactly(new PoolEffect.Create(2, SMALL, "c"));
    }

    @Test
    void submit_prefersAWarmInstanceToAStartingOne() {
        pool.submit("a", SMALL, 0);
        pool.submit("b", SMALL, 0);
        pool.submit("c", SMALL, 0);
        pool.initialized(2);
        assertThat(pool.finished(1, true, 1)).isEmpty();
        assertThat(pool.submit("d", SMALL, 1)).containsExactly(new PoolEffect.Run(2, "d", false));
    }

    @Test
    void submit_ofAnotherRevision_neverReusesAnInstance() {
        warm(SMALL, 0);
        Action newer = TestActions.action("small", 9, 256, 2);
        assertThat(pool.submit("b", newer, 1)).containsExactly(new PoolEffect.Create(2, newer, "b"));
    }

    @Test
    void submit_withoutMemory_evictsTheLeastRecentlyUsedIdleInstance() {
        warm(SMALL, 10);
        warm(OTHER, 5);
        Action third = TestActions.action("third", 4, 256, 1);
        warm(third, 20);
        assertThat(pool.submit("x", TestActions.action("fourth", 5, 256, 1), 30))
                .startsWith(new PoolEffect.Destroy(2))
                .hasSize(2);
        assertThat(pool.evictions()).isEqualTo(1);
        assertThat(pool.usedMemoryMb()).isEqualTo(768);
    }

    @Test
    void submit_withoutMemoryAndNothingIdle_waitsAndHoldsUpThoseBehind() {
        pool.submit("a", LARGE, 0);
        pool.submit("b", OTHER, 0);
        assertThat(pool.submit("c", LARGE, 0)).isEmpty();
        assertThat(pool.submit("d", OTHER, 0)).isEmpty();
        pool.initialized(2);
        // Instance 2 could serve d now, but c is at the head and does not fit.
        assertThat(pool.finished(2, true, 1)).isEmpty();
        assertThat(pool.queued()).isEqualTo(2);
        pool.initialized(1);
        assertThat(pool.finished(1, true, 2))
                .containsExactly(new PoolEffect.Run(1, "c", false), new PoolEffect.Run(2, "d", false));
    }

    @Test
    void submit_withAFullQueue_isRejected() {
        pool.submit("a", LARGE, 0);
        for (String call : List.of("b", "c")) {
            assertThat(pool.submit(call, LARGE, 0)).isEmpty();
        }
        assertThat(pool.submit("d", LARGE, 0)).containsExactly(new PoolEffect.Reject("d"));
    }

    @Test
    void finished_withAFault_drainsTheInstanceAndDestroysItAfterItsLastCall() {
        pool.submit("a", SMALL, 0);
        pool.submit("b", SMALL, 0);
        pool.initialized(1);
        assertThat(pool.finished(1, false, 1)).isEmpty();
        assertThat(pool.submit("c", SMALL, 1)).containsExactly(new PoolEffect.Create(2, SMALL, "c"));
        assertThat(pool.finished(1, true, 2)).containsExactly(new PoolEffect.Destroy(1));
    }

    @Test
    void died_freesItsMemoryForThoseWaiting() {
        pool.submit("a", LARGE, 0);
        pool.submit("b", LARGE, 0);
        assertThat(pool.died(1, 1)).containsExactly(new PoolEffect.Destroy(1), new PoolEffect.Create(2, LARGE, "b"));
        assertThat(pool.finished(1, false, 2)).isEmpty();
    }

    @Test
    void tick_pausesAfterTheGraceTimeAndRemovesLater() {
        warm(SMALL, 0);
        assertThat(pool.tick(99)).isEmpty();
        assertThat(pool.tick(100)).containsExactly(new PoolEffect.Pause(1));
        assertThat(pool.tick(1099)).isEmpty();
        assertThat(pool.tick(1100)).containsExactly(new PoolEffect.Destroy(1));
        assertThat(pool.instances()).isEmpty();
    }

    @Test
    void submit_toAPausedInstance_resumesItOnce() {
        warm(SMALL, 0);
        pool.tick(100);
        assertThat(pool.submit("b", SMALL, 200)).containsExactly(new PoolEffect.Run(1, "b", true));
        assertThat(pool.submit("c", SMALL, 200)).containsExactly(new PoolEffect.Run(1, "c", false));
        assertThat(pool.tick(500)).isEmpty();
    }

    private void warm(Action action, long millis) {
        List<PoolEffect> effects = pool.submit("warm", action, millis);
        long id = ((PoolEffect.Create) effects.get(0)).instance();
        pool.initialized(id);
        assertThat(pool.finished(id, true, millis)).isEmpty();
    }
}

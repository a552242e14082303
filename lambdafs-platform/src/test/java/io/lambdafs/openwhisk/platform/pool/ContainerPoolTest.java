package io.lambdafs.openwhisk.platform.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ContainerPoolTest {
    private static final Action SMALL = TestActions.action("small", 1, 256, 2);
    private static final Action OTHER = TestActions.action("other", 2, 256, 1);
    private static final Action LARGE = TestActions.action("large", 3, 512, 1);

    private static final int ACTIVE_MILLIS = 50;
    private static final int TRADE_MILLIS = 400;

    private final ContainerPool pool = new ContainerPool(PoolSettings.defaults()
            .withMemory(768, 2)
            .withIdleTimes(100, 1000)
            .withProtection(ACTIVE_MILLIS, TRADE_MILLIS));

    @Test
    void submit_toAnEmptyPool_createsAnInstance() {
        assertThat(pool.submit("a", SMALL, 0)).containsExactly(new PoolEffect.Create(1, SMALL, "a"));
        assertThat(pool.coldStarts()).isEqualTo(1);
    }

    @Test
    void memory_countsForTheTimeInWhichInstancesAreThereAndNotPaused() {
        pool.submit("a", SMALL, 1_000);
        pool.initialized(1, 1_500);
        pool.finished(1, true, 2_000);
        assertThat(pool.gigabyteSeconds()).isEqualTo(0.25);
        // It is paused after 100 ms, which is seen at 2,200, and goes on at 2,800.
        pool.tick(2_200);
        pool.tick(2_700);
        pool.submit("b", SMALL, 2_800);
        assertThat(pool.gigabyteSeconds()).isEqualTo(0.25 + 0.25 * 0.2);
        pool.died(1, 3_800);
        pool.tick(9_000);
        assertThat(pool.gigabyteSeconds()).isEqualTo(0.25 + 0.25 * 0.2 + 0.25);
        assertThat(pool.calls()).isEqualTo(2);
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
        pool.initialized(2, 0);
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
        assertThat(pool.submit("x", TestActions.action("fourth", 5, 256, 1), 60))
                .startsWith(new PoolEffect.Destroy(2))
                .hasSize(2);
        assertThat(pool.evictions()).isEqualTo(1);
        assertThat(pool.usedMemoryMb()).isEqualTo(768);
    }

    @Test
    void submit_withoutMemoryAndNothingIdle_waitsAndHoldsUpThoseBehindThatNeedMemoryToo() {
        Action tiny = TestActions.action("tiny", 6, 128, 1);
        pool.submit("a", LARGE, 0);
        pool.submit("b", TestActions.action("half", 7, 128, 1), 0);
        assertThat(pool.submit("c", LARGE, 0)).isEmpty();
        // There is memory for d, but c is at the head and does not fit.
        assertThat(pool.submit("d", tiny, 0)).isEmpty();
        assertThat(pool.queued()).isEqualTo(2);
        pool.initialized(1, 0);
        assertThat(pool.finished(1, true, 2))
                .containsExactly(new PoolEffect.Run(1, "c", false), new PoolEffect.Create(3, tiny, "d"));
    }

    @Test
    void submit_toAnInstanceThatIsThere_doesNotWaitBehindThoseThatNeedMemory() {
        pool.submit("a", LARGE, 0);
        pool.submit("b", OTHER, 0);
        assertThat(pool.submit("c", LARGE, 0)).isEmpty();
        assertThat(pool.submit("d", OTHER, 0)).isEmpty();
        pool.initialized(2, 0);

        assertThat(pool.finished(2, true, 1)).containsExactly(new PoolEffect.Run(2, "d", false));
        assertThat(pool.finished(2, true, 1)).isEmpty();
        assertThat(pool.submit("e", OTHER, 2)).containsExactly(new PoolEffect.Run(2, "e", false));
        assertThat(pool.queued()).isEqualTo(1);
    }

    @Test
    void functionsInUse_keepTheirPlaces_untilACallHasWaitedLong() {
        warm(SMALL, 0);
        warm(OTHER, 0);
        Action third = TestActions.action("third", 4, 256, 1);
        warm(third, 0);
        Action fourth = TestActions.action("fourth", 5, 256, 1);

        assertThat(pool.submit("x", fourth, 5)).isEmpty();
        for (int now = 10; now < TRADE_MILLIS; now += 30) {
            use(SMALL, now);
            use(OTHER, now + 1);
            use(third, now + 2);
        }

        assertThat(pool.evictions()).isZero();
        assertThat(pool.tick(TRADE_MILLIS + 5))
                .containsExactly(new PoolEffect.Destroy(1), new PoolEffect.Create(4, fourth, "x"));
    }

    @Test
    void functionThatIsNoLongerUsed_makesRoomForTheCallThatWaits() {
        warm(SMALL, 0);
        warm(OTHER, 0);
        Action third = TestActions.action("third", 4, 256, 1);
        warm(third, 0);
        Action fourth = TestActions.action("fourth", 5, 256, 1);
        assertThat(pool.submit("x", fourth, 10)).isEmpty();
        use(SMALL, 20);
        use(third, 20);

        assertThat(pool.tick(ACTIVE_MILLIS - 1)).isEmpty();
        assertThat(pool.tick(ACTIVE_MILLIS))
                .containsExactly(new PoolEffect.Destroy(2), new PoolEffect.Create(4, fourth, "x"));
    }

    @Test
    void secondInstanceOfAFunction_goesBeforeTheOnlyOneOfAnother() {
        warm(OTHER, 0);
        pool.submit("a", SMALL, 1);
        pool.submit("b", SMALL, 1);
        pool.submit("c", SMALL, 1);
        pool.initialized(2, 2);
        pool.initialized(3, 2);
        pool.finished(2, true, 3);
        pool.finished(2, true, 3);
        pool.finished(3, true, 4);
        Action fourth = TestActions.action("fourth", 5, 256, 1);

        assertThat(pool.submit("x", fourth, 5))
                .containsExactly(new PoolEffect.Destroy(2), new PoolEffect.Create(4, fourth, "x"));
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
        pool.initialized(1, 0);
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

    @Test
    void finished_withTheShortestGrace_pausesAsSoonAsNoCallIsLeft() {
        ContainerPool freezing = new ContainerPool(
                PoolSettings.defaults().withMemory(1024, 2).withIdleTimes(PoolSettings.FREEZE_AT_ONCE, 1000));
        freezing.submit("a", SMALL, 0);
        freezing.initialized(1, 0);
        freezing.submit("b", SMALL, 0);
        assertThat(freezing.finished(1, true, 0)).as("one call is left").isEmpty();
        assertThat(freezing.finished(1, true, 0)).containsExactly(new PoolEffect.Pause(1));
        assertThat(freezing.submit("c", SMALL, 0)).containsExactly(new PoolEffect.Run(1, "c", true));
        freezing.submit("d", SMALL, 0);
        freezing.submit("e", SMALL, 0);
        freezing.initialized(2, 0);
        freezing.finished(2, true, 0);
        freezing.finished(1, true, 0);
        assertThat(freezing.finished(1, true, 0)).containsExactly(new PoolEffect.Pause(1));
        assertThat(freezing.tick(999)).as("all are needed").isEmpty();
    }

    private void use(Action action, long millis) {
        List<PoolEffect> effects = pool.submit("use", action, millis);
        assertThat(effects).hasSize(1);
        assertThat(pool.finished(((PoolEffect.Run) effects.get(0)).instance(), true, millis))
                .isEmpty();
    }

    private void warm(Action action, long millis) {
        List<PoolEffect> effects = pool.submit("warm", action, millis);
        long id = ((PoolEffect.Create) effects.get(0)).instance();
        pool.initialized(id, millis);
        assertThat(pool.finished(id, true, millis)).isEmpty();
    }

    @Test
    void submit_withoutCpu_waitsAsWithoutMemory() {
        ContainerPool bounded = new ContainerPool(PoolSettings.defaults()
                .withMemory(4096, 10)
                .withCpu(1_000)
                .withProtection(ACTIVE_MILLIS, TRADE_MILLIS));
        // Without a limit of its own an instance counts as half a core.
        assertThat(bounded.submit("a", OTHER, 0)).hasSize(1);
        assertThat(bounded.submit("b", LARGE, 0)).hasSize(1);
        assertThat(bounded.usedCpuMillis()).isEqualTo(1_000);
        assertThat(bounded.submit("c", SMALL, 0)).isEmpty();
        bounded.initialized(1, 0);
        assertThat(bounded.finished(1, true, 1)).isEmpty();
        assertThat(bounded.tick(1 + ACTIVE_MILLIS))
                .containsExactly(new PoolEffect.Destroy(1), new PoolEffect.Create(3, SMALL, "c"));
        assertThat(bounded.usedCpuMillis()).isEqualTo(1_000);
    }

    @Test
    void submit_ofLimitedActions_fillsThePoolsCpuAndNoMore() {
        ContainerPool bounded =
                new ContainerPool(PoolSettings.defaults().withMemory(4096, 10).withCpu(1_000));
        for (int i = 0; i < 9; i++) {
            bounded.submit("call" + i, limited(150), 0);
        }
        assertThat(bounded.instances()).hasSize(6);
        assertThat(bounded.queued()).isEqualTo(3);
        assertThat(bounded.usedCpuMillis()).isEqualTo(900);
    }

    @Test
    void submit_ofAnActionThatWantsMoreCpuThanThereIs_runsAlone() {
        ContainerPool bounded =
                new ContainerPool(PoolSettings.defaults().withMemory(4096, 10).withCpu(1_000));
        assertThat(bounded.submit("a", limited(3_000), 0)).hasSize(1);
        assertThat(bounded.submit("b", OTHER, 0)).isEmpty();
        assertThat(bounded.usedCpuMillis()).isEqualTo(1_000);
    }

    private static Action limited(int cpuMillis) {
        Action action = TestActions.action("limited", 8, 256, 1);
        return new Action(
                action.namespace(),
                action.name(),
                action.version(),
                action.revision(),
                action.updatedMillis(),
                action.exec(),
                action.limits().withCpuMillis(cpuMillis),
                action.parameters(),
                action.annotations(),
                action.publish());
    }
}

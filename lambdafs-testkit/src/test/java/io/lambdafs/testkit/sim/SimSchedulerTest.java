package io.lambdafs.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One activity at a time, in an order that the seed decides; freezing, killing, and worlds that do not end. */
final class SimSchedulerTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final SimThreads threads = new SimThreads();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void close() {
        threads.close();
    }

    private SimScheduler world(long seed) {
        SimLimits limits = new SimLimits(10_000, Duration.ofHours(1), 0.01);
        return new SimScheduler(threads, new SplittableRandom(seed), limits, new SimTrace(false));
    }

    private List<String> race(long seed) {
        log.clear();
        SimScheduler world = world(seed);
        world.run(() -> {
            for (String name : List.of("a", "b", "c")) {
                world.process(name).start("walk", Duration.ZERO, () -> {
                    for (int i = 0; i < 5; i++) {
                        world.pass("step");
                        log.add(name + i);
                    }
                });
            }
            world.sleep(LONG);
        });
        return List.copyOf(log);
    }

    @Test
    void oneSeed_givesOneOrder_andAnotherSeedAnother() {
        assertThat(race(1)).hasSize(15).isEqualTo(race(1)).isNotEqualTo(race(2));
    }

    @Test
    void frozenProcess_doesNothing_untilItIsThawed() {
        SimScheduler world = world(1);
        SimProcess process = world.process("p");
        world.run(() -> {
            process.start("walk", Duration.ZERO, () -> {
                log.add("begins");
                world.sleep(Duration.ofMillis(1));
                log.add("goes on");
            });
            world.sleep(Duration.ofNanos(100_000));
            process.freeze();
            world.sleep(LONG);
            log.add("thaws");
            process.thaw();
            world.sleep(LONG);
        });
        assertThat(log).containsExactly("begins", "thaws", "goes on");
    }

    @Test
    void killedProcess_endsWhereItIs() {
        SimScheduler world = world(1);
        SimProcess process = world.process("p");
        world.run(() -> {
            process.start("walk", Duration.ZERO, () -> {
                try {
                    world.sleep(LONG);
                    log.add("goes on");
                } finally {
                    log.add("unwinds");
                }
            });
            world.sleep(Duration.ofMillis(1));
            process.kill();
            world.sleep(LONG);
            process.start("later", Duration.ZERO, () -> log.add("starts"));
            world.sleep(LONG);
            assertThat(world.underWay()).hasSize(1);
        });
        assertThat(log).containsExactly("unwinds");
    }

    @Test
    void worldInWhichNothingCanGoOn_fails() {
        SimScheduler world = world(1);
        SimSignal signal = new SimSignal(world);
        assertThatThrownBy(() -> world.run(() -> signal.await(() -> false, Duration.ofDays(1))))
                .isInstanceOf(SimFailure.class)
                .hasMessageContaining("does not come to an end");
    }

    @Test
    void failureOfAnActivity_endsTheWorld() {
        SimScheduler world = world(1);
        assertThatThrownBy(() -> world.run(() -> {
                    world.process("p").start("walk", Duration.ZERO, () -> {
                        throw new IllegalStateException("broken");
                    });
                    world.sleep(LONG);
                    log.add("goes on");
                }))
                .isInstanceOf(SimFailure.class)
                .hasMessageContaining("broken");
        assertThat(log).isEmpty();
    }

    @Test
    void waitForALock_passesByVirtualTime() {
        SimScheduler world = world(1);
        InMemoryDatabase database = new InMemoryDatabase(world.world().clock(), new SimTurns(world));
        Bounds bounds = new Bounds(LONG, Duration.ofSeconds(1), Duration.ofSeconds(30));
        world.run(() -> {
            SimMetadataStore store = new SimMetadataStore(
                    world, world.process("p"), database, bounds, StoreFaults.none(), (process, request) -> {});
            WriterId writer = store.registerWriter("w");
            try (Transaction holder = store.beginWrite(writer);
                    Transaction waiter = store.beginWrite(writer)) {
                holder.leases().renew("client");
                long before = world.nanos();
                assertThatThrownBy(() -> waiter.leases().renew("client"))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CONFLICT));
                assertThat(world.nanos() - before)
                        .isGreaterThan(Duration.ofSeconds(1).toNanos());
            }
            assertThat(database.isQuiet()).isTrue();
        });
    }

    @Test
    void openTransactionOfTheKilled_isRolledBackByTheStore() {
        SimScheduler world = world(1);
        InMemoryDatabase database = new InMemoryDatabase(world.world().clock(), new SimTurns(world));
        Bounds bounds = new Bounds(LONG, Duration.ofSeconds(1), Duration.ofSeconds(30));
        SimProcess process = world.process("p");
        world.run(() -> {
            SimMetadataStore store =
                    new SimMetadataStore(world, process, database, bounds, StoreFaults.none(), (who, request) -> {});
            process.start("write", Duration.ZERO, () -> {
                try (Transaction tx = store.beginWrite(store.registerWriter("w"))) {
                    tx.leases().renew("client");
                    world.sleep(LONG);
                    tx.commit();
                }
            });
            world.sleep(Duration.ofSeconds(5));
            assertThat(database.isQuiet()).isFalse();
            process.kill();
            world.sleep(Duration.ofSeconds(30));
            assertThat(database.isQuiet()).isTrue();
            assertThat(database.snapshot().isQuiet()).isTrue();
        });
    }
}

package io.lambdafs.benchmark.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SimulatorTest {
    private final Simulator simulator = new Simulator(1);

    @Test
    void events_happenInTheOrderOfTheirMoments_andOfAskingWithinOne() {
        SplittableRandom random = new SplittableRandom(7);
        List<Long> moments = new ArrayList<>();
        List<Long> expected = new ArrayList<>();
        List<Integer> together = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            long moment = random.nextInt(1_000_000);
            expected.add(moment);
            simulator.after(moment, () -> moments.add(simulator.now()));
        }
        for (int i = 0; i < 100; i++) {
            int number = i;
            simulator.after(500_000, () -> together.add(number));
        }
        simulator.run(() -> false, Long.MAX_VALUE);
        Collections.sort(expected);
        assertThat(moments).isEqualTo(expected);
        assertThat(together).hasSize(100).isSorted();
        assertThat(simulator.happened()).isEqualTo(20_100);
    }

    @Test
    void time_endsWhereItIsToldTo() {
        List<Long> moments = new ArrayList<>();
        simulator.after(10, () -> simulator.after(10, () -> moments.add(simulator.now())));
        simulator.runUntil(19);
        assertThat(moments).isEmpty();
        assertThat(simulator.now()).isEqualTo(19);
        simulator.runUntil(30);
        assertThat(moments).containsExactly(20L);
        assertThatIllegalArgumentException().isThrownBy(() -> simulator.after(-1, () -> {}));
    }

    @Test
    void variation_hasTheMeanOne() {
        double sum = 0;
        for (int i = 0; i < 200_000; i++) {
            sum += simulator.variation(0.5);
        }
        assertThat(sum / 200_000).isBetween(0.99, 1.01);
        assertThat(simulator.variation(0)).isEqualTo(1);
    }

    @Test
    void commitsThatComeDuringASync_shareTheNextOne() {
        SimulatedGroupCommit log = new SimulatedGroupCommit(simulator, 100);
        List<Long> durable = new ArrayList<>();
        log.commit(() -> durable.add(simulator.now()));
        simulator.after(10, () -> log.commit(() -> durable.add(simulator.now())));
        simulator.after(99, () -> log.commit(() -> durable.add(simulator.now())));
        simulator.run(() -> false, Long.MAX_VALUE);
        assertThat(durable).containsExactly(100L, 200L, 200L);
        assertThat(log.syncs()).isEqualTo(2);
    }

    @Test
    void places_areGivenInOrder_andNotGivenBackTwice() {
        Places places = new Places(1);
        List<String> had = new ArrayList<>();
        places.take(() -> had.add("first"));
        places.take(() -> had.add("second"));
        assertThat(had).containsExactly("first");
        assertThat(places.waiting()).isEqualTo(1);
        places.leave();
        assertThat(had).containsExactly("first", "second");
        places.leave();
        assertThatIllegalStateException().isThrownBy(places::leave);
    }

    @Test
    void processThatIsAwake_takesLessForAJob() {
        WorkProcess process = new WorkProcess(new Pool(simulator, "machine", 2));
        List<Long> moments = new ArrayList<>();
        process.serve(10, 4, 6, () -> moments.add(simulator.now()));
        process.serve(10, 4, 6, () -> moments.add(simulator.now()));
        simulator.run(() -> false, Long.MAX_VALUE);
        assertThat(moments).containsExactly(7_000L, 10_000L);
        assertThat(process.usedNanos())
                .as("10 and 7 on the way, 6 and 3 beside")
                .isEqualTo(26_000);
        assertThat(simulator.now()).as("6 after the slower one").isEqualTo(16_000);
        assertThat(process.jobs()).isZero();
    }

    @Test
    void whatIsBesideTheWay_delaysOthers_butNotItsOwnRequest() {
        Pool machine = new Pool(simulator, "machine", 1);
        List<Long> moments = new ArrayList<>();
        new WorkProcess(machine).serve(10, 4, 6, () -> moments.add(simulator.now()));
        simulator.after(12_000, () -> new WorkProcess(machine).serve(5, 5, 0, () -> moments.add(simulator.now())));
        simulator.run(() -> false, Long.MAX_VALUE);
        assertThat(moments).containsExactly(10_000L, 21_000L);
        assertThat(machine.utilisation()).isEqualTo(1);
    }
}

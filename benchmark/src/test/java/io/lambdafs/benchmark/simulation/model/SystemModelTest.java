package io.lambdafs.benchmark.simulation.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.ParameterFile;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class SystemModelTest {
    private static final int OPERATIONS = 20_000;

    private final SimulationParameters parameters = committed();

    private static SimulationParameters committed() {
        try {
            return ParameterFile.committed();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Scenario closed(SystemMode mode, SimulatedMix mix, int clients, long seed) {
        return Scenario.closed(
                mode,
                StoreKind.NDB,
                Topology.cluster(parameters, mode, StoreKind.NDB, 64, clients, 1),
                mix,
                new Scenario.Effort(OPERATIONS, 60, 1),
                seed);
    }

    private SimulationResult bursts(SimulationParameters changed, double rate) {
        Topology topology = Topology.cluster(changed, SystemMode.LAMBDAFS, StoreKind.ENGINE, 128, 200, 1)
                .startingWith(0);
        return SystemModel.run(
                Scenario.bursts(
                        SystemMode.LAMBDAFS,
                        StoreKind.ENGINE,
                        topology,
                        List.of(rate, 3 * rate, 0.0, 0.0),
                        new Scenario.Bursts(1, 1),
                        5),
                changed);
    }

    @Test
    void sameSeed_givesTheSameToTheDigit_andAnotherSeedAnother() {
        for (SystemMode mode : SystemMode.values()) {
            SimulationResult one = SystemModel.run(closed(mode, SimulatedMix.spotify(), 64, 1), parameters);
            assertThat(SystemModel.run(closed(mode, SimulatedMix.spotify(), 64, 1), parameters))
                    .isEqualTo(one);
            assertThat(SystemModel.run(closed(mode, SimulatedMix.spotify(), 64, 2), parameters))
                    .isNotEqualTo(one);
        }
    }

    @Test
    void operations_areNeitherLostNorMadeUp() {
        SimulationResult result = bursts(parameters, 2_000);
        // The last windows release nothing, so that all that was begun has time to end.
        assertThat(result.issued()).isEqualTo(8_000);
        assertThat(result.completed()).isEqualTo(8_000);
        assertThat(result.underWay()).isZero();
        assertThat(result.moments().stream()
                        .mapToDouble(SimulationResult.Moment::completed)
                        .sum())
                .isEqualTo(8_000);
    }

    @Test
    void closedLoop_hasAsManyOperationsUnderWayAsClients_andNoProcessorIsBusierThanWhole() {
        for (SystemMode mode : SystemMode.values()) {
            for (int clients : new int[] {1, 16, 600}) {
                SimulationResult result = SystemModel.run(closed(mode, SimulatedMix.spotify(), clients, 3), parameters);
                assertThat(result.underWay()).isEqualTo(clients);
                assertThat(result.issued()).isEqualTo(result.completed() + clients);
                assertThat(result.utilisations().values())
                        .allSatisfy(busy -> assertThat(busy).isBetween(0.0, 1.0));
                assertThat(result.hottest()).isLessThanOrEqualTo(1);
                assertThat(result.p50Micros()).isPositive().isLessThanOrEqualTo(result.p99Micros());
            }
        }
    }

    @Test
    void underWay_isThroughputTimesLatency() {
        for (SystemMode mode : SystemMode.values()) {
            SimulationResult result = SystemModel.run(closed(mode, SimulatedMix.spotify(), 64, 4), parameters);
            assertThat(result.meanUnderWay()).isCloseTo(64, Percentage.withPercentage(0.1));
            assertThat(result.perSecond() * result.meanMicros() / 1e6).isCloseTo(64, Percentage.withPercentage(3));
        }
    }

    @Test
    void storeWithoutLimit_movesTheBottleneckFromTheStore() {
        Scenario scenario = Scenario.closed(
                SystemMode.STATELESS,
                StoreKind.NDB,
                Topology.cluster(parameters.with("ndb.cores", 2), SystemMode.STATELESS, StoreKind.NDB, 256, 512, 1),
                SimulatedMix.only(NamespaceOperation.STAT),
                new Scenario.Effort(OPERATIONS, 60, 1),
                1);
        SimulationResult bound = SystemModel.run(scenario, parameters);
        assertThat(bound.bottleneck()).isEqualTo("store");
        SimulationResult free = SystemModel.run(scenario, parameters.scaled(key -> key.contains(".store."), 0));
        assertThat(free.bottleneck()).isNotEqualTo("store");
        assertThat(free.utilisations()).containsEntry("store", 0.0);
        assertThat(free.perSecond()).isGreaterThan(1.5 * bound.perSecond());
    }

    @Test
    void stateless_readsWaitForTheStore_andCachedOnesDoNot() {
        SimulatedMix stat = SimulatedMix.only(NamespaceOperation.STAT);
        SimulationResult cached = SystemModel.run(closed(SystemMode.LAMBDAFS, stat, 16, 1), parameters);
        SimulationResult stateless = SystemModel.run(closed(SystemMode.STATELESS, stat, 16, 1), parameters);
        assertThat(cached.utilisations()).containsEntry("store", 0.0);
        assertThat(stateless.utilisations().get("store")).isPositive();
        assertThat(stateless.p50Micros()).isGreaterThan(cached.p50Micros());
    }

    @Test
    void withoutColdStarts_theFirstSecondDoesMore() {
        SimulationResult slow = bursts(parameters.with("start.cold", 1_500), 2_000);
        SimulationResult fast = bursts(parameters.with("start.cold", 0), 2_000);
        assertThat(slow.moments().get(0).completed()).isZero();
        assertThat(fast.moments().get(0).completed()).isGreaterThan(1_900);
        assertThat(fast.coldStarts()).isPositive();
        assertThat(fast.meanMicros()).isLessThan(slow.meanMicros());
    }

    @Test
    void saturatedFunctions_getSiblings_butNotForWrites() {
        SimulationParameters slow = parameters
                .scaled(key -> key.startsWith("cached.") && key.contains(".instance."), 100)
                .with("start.warm-up-factor", 1);
        Topology topology = Topology.cluster(slow, SystemMode.LAMBDAFS, StoreKind.NDB, 512, 400, 1);
        SimulationResult reads = SystemModel.run(scaling(topology, SimulatedMix.only(NamespaceOperation.STAT)), slow);
        assertThat(reads.instances()).isGreaterThan(topology.deployments()).isLessThanOrEqualTo(76);
        assertThat(reads.coldStarts()).isPositive();
        SimulationResult mix = SystemModel.run(scaling(topology, SimulatedMix.spotify()), slow);
        assertThat(mix.instances()).isEqualTo(topology.deployments());
        assertThat(mix.rounds()).isZero();
        SimulationResult told =
                SystemModel.run(scaling(topology, SimulatedMix.spotify()), slow.with("scaling.write-share", 1));
        assertThat(told.instances()).isGreaterThan(topology.deployments());
        assertThat(told.rounds()).as("writes with siblings").isPositive();
    }

    private static Scenario scaling(Topology topology, SimulatedMix mix) {
        return Scenario.closed(
                SystemMode.LAMBDAFS, StoreKind.NDB, topology, mix, new Scenario.Effort(3 * OPERATIONS, 60, 500), 1);
    }

    @Test
    void oneMachine_isSharedByAll() {
        Scenario scenario = Scenario.closed(
                SystemMode.LAMBDAFS,
                StoreKind.ENGINE,
                Topology.local(2, 4, 64),
                SimulatedMix.spotify(),
                new Scenario.Effort(OPERATIONS, 60, 1),
                1);
        SimulationResult result = SystemModel.run(scenario, parameters);
        assertThat(result.utilisations()).containsOnlyKeys("machine");
        assertThat(result.bottleneck()).isEqualTo("machine");
        assertThat(result.medians().keySet()).contains(NamespaceOperation.OPEN, NamespaceOperation.CREATE);
    }

    @Test
    void cpuTimeOfOperations_isWhatTheMachineWasBusyWith() {
        for (int clients : new int[] {1, 8, 64}) {
            SimulationResult result = SystemModel.run(
                    Scenario.closed(
                            SystemMode.LAMBDAFS,
                            StoreKind.ENGINE,
                            Topology.local(2, 4, clients),
                            SimulatedMix.only(NamespaceOperation.STAT),
                            new Scenario.Effort(OPERATIONS, 60, 1),
                            1),
                    parameters);
            double micros = result.cpuMicros().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            double busy = Objects.requireNonNull(result.utilisations().get("machine"));
            assertThat(result.perSecond() * micros / 1e6).isCloseTo(2 * busy, Percentage.withPercentage(1));
        }
    }

    @Test
    void mixes_andScenarios_areChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SimulatedMix("half", Map.of(NamespaceOperation.STAT, 0.5)))
                .withMessageContaining("have the sum 0.5");
        assertThat(SimulatedMix.spotify().missedListings(1))
                .isCloseTo(0.0477 / (0.0477 + 0.0901), Percentage.withPercentage(1));
        assertThat(SimulatedMix.only(NamespaceOperation.LS).missedListings(1)).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> Topology.local(2, 0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scenario.closed(
                        SystemMode.LAMBDAFS,
                        StoreKind.NDB,
                        Topology.local(2, 1, 1),
                        SimulatedMix.spotify(),
                        new Scenario.Effort(1, 0, 1),
                        1));
    }
}

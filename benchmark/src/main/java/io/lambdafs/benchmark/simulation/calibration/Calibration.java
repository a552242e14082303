package io.lambdafs.benchmark.simulation.calibration;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;
import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.ParameterKeys;
import io.lambdafs.benchmark.simulation.parameters.ParameterSource;
import io.lambdafs.benchmark.simulation.parameters.ParameterValue;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes parameters of measurements. What a lone caller's operation takes is what each process takes if it sleeps when it is asked; what operations of
 * many callers take is what each process takes if it is awake. What a lone caller waits for besides CPU time and syncs is put down to
 * processes that have to be woken. What of a lone caller's CPU time does not fit in its latency is beside the way. For one use.
 */
public final class Calibration {
    /** Its CPU time hardly depends on how many callers there are beyond this. */
    static final int MANY = 64;

    private static final String CLIENT = "client";
    private static final String INSTANCES = "instances";
    private static final String STORE = "store";
    private static final List<String> COORDINATION = List.of("zookeeper", "platform");
    /** NDB beside PostgreSQL under the mix, by docs/benchmark-history.md: CPU time of the instances, and of the store. */
    private static final double NDB_INSTANCE = 1.3;

    private static final double NDB_STORE = 0.6;
    private static final double MICROS_PER_SECOND = 1e6;

    private final SimulationParameters base;
    private final double fsyncMicros;
    private final double cores;
    private final String date;
    private final Map<String, ParameterValue> changes = new LinkedHashMap<>();

    private Calibration(SimulationParameters base, Measurements measured, String date) {
        this.base = base;
        this.fsyncMicros = measured.fsyncMicros();
        this.cores = measured.cores();
        this.date = date;
    }

    /**
     * What was measured.
     *
     * @param stores single operations over stores, with systems called {@code STORE-cached} and {@code STORE-stateless}
     * @param rounds writes of one function with one, two and four instances, which are called {@code members-N}
     * @param fsyncMicros a sync of the disk
     * @param cores of the machine
     */
    public record Measurements(
            Map<StoreKind, MeasuredRounds> stores,
            MeasuredRounds rounds,
            MeasuredStarts starts,
            double fsyncMicros,
            double cores) {
        /** Copies the map. */
        public Measurements {
            stores = Map.copyOf(stores);
        }
    }

    /** The parameters of a base, with all in their place that was measured. */
    public static SimulationParameters of(
            SimulationParameters base, Measurements measured, String machine, String date) {
        Calibration calibration = new Calibration(base, measured, date);
        measured.stores().forEach(calibration::store);
        calibration.deriveNdb();
        calibration.rounds(measured.rounds());
        calibration.starts(measured.starts());
        SimulationParameters changed = base.with(calibration.changes);
        return new SimulationParameters(machine, date, changed.values());
    }

    private void store(StoreKind store, MeasuredRounds rounds) {
        put(store.key() + ".fsync", fsyncMicros, ParameterSource.MEASURED);
        for (NamespaceOperation operation : NamespaceOperation.values()) {
            boolean clients = store == StoreKind.ENGINE;
            Fit cached = fit(rounds, store.key() + "-cached", operation);
            Fit stateless = fit(rounds, store.key() + "-stateless", operation);
            if (clients) {
                put(ParameterKeys.client(true, operation), cached.cpu(CLIENT), ParameterSource.MEASURED);
                put(ParameterKeys.client(false, operation), stateless.cpu(CLIENT), ParameterSource.MEASURED);
            }
            if (operation.isRead()) {
                if (clients) {
                    String key = ParameterKeys.cachedRead(operation);
                    put(key + ".instance", cached.cpu(INSTANCES), ParameterSource.MEASURED);
                    put(key + ".wait", cached.waitMicros(), ParameterSource.MEASURED);
                }
            } else {
                inStore(ParameterKeys.inStore(store, true, operation), cached);
            }
            inStore(ParameterKeys.inStore(store, false, operation), stateless);
        }
    }

    private void inStore(String key, Fit fit) {
        put(key + ".instance", fit.cpu(INSTANCES), ParameterSource.MEASURED);
        put(key + ".store", fit.cpu(STORE), ParameterSource.MEASURED);
        put(key + ".coordinator", fit.coordination(), ParameterSource.MEASURED);
        put(key + ".wait", fit.waitMicros(), ParameterSource.MEASURED);
    }

    private Fit fit(MeasuredRounds rounds, String system, NamespaceOperation operation) {
        double syncs = operation.isRead() ? 0 : base.of("requests." + operation.row()) * fsyncMicros;
        return Fit.of(
                rounds.cell(operation.row(), 1, system),
                rounds.cell(operation.row(), MANY, system),
                rounds.occupied(MANY, cores),
                syncs);
    }

    /**
     * One operation of one system.
     *
     * @param onTheWay the part of a lone caller's CPU time that it waits for; the rest is spent beside, as by a caller that looks for its answer
     * @param occupied how many times the CPU time of many callers' operations the machine is occupied by them
     */
    record Fit(MeasuredCell alone, MeasuredCell many, double onTheWay, double occupied, double waitMicros) {
        static Fit of(MeasuredCell alone, MeasuredCell many, double occupied, double syncMicros) {
            double cpu = alone.cpu(CLIENT) + alone.cpu(INSTANCES) + alone.cpu(STORE);
            // A model without stalls has a mean and a median that are close, and what was measured has not: it is
            // between the two.
            double latency = (alone.p50Micros() + MICROS_PER_SECOND / alone.perSecond()) / 2;
            double rest = latency - syncMicros - cpu;
            double part = rest >= 0 || cpu == 0 ? 1 : Math.max(0.1, (cpu + rest) / cpu);
            return new Fit(alone, many, part, occupied, Math.max(0, rest));
        }

        CpuCost cpu(String kind) {
            double micros = alone.cpu(kind);
            return new CpuCost(micros * onTheWay, many.cpu(kind) * occupied, micros * (1 - onTheWay));
        }

        /** Nobody waits for it. */
        CpuCost coordination() {
            return new CpuCost(
                    COORDINATION.stream().mapToDouble(alone::cpu).sum(),
                    occupied * COORDINATION.stream().mapToDouble(many::cpu).sum(),
                    0);
        }
    }

    private void deriveNdb() {
        for (boolean cached : new boolean[] {true, false}) {
            for (NamespaceOperation operation : NamespaceOperation.values()) {
                if (!cached || !operation.isRead()) {
                    String from = ParameterKeys.inStore(StoreKind.POSTGRESQL, cached, operation);
                    String to = ParameterKeys.inStore(StoreKind.NDB, cached, operation);
                    put(to + ".instance", known(from + ".instance").times(NDB_INSTANCE), ParameterSource.DERIVED);
                    put(to + ".store", known(from + ".store").times(NDB_STORE), ParameterSource.DERIVED);
                    put(to + ".coordinator", known(from + ".coordinator"), ParameterSource.DERIVED);
                    put(to + ".wait", number(from + ".wait"), ParameterSource.DERIVED);
                }
            }
        }
    }

    private CpuCost known(String key) {
        return new CpuCost(number(key + ".alone"), number(key + ".together"), number(key + ".beside"));
    }

    private double number(String key) {
        ParameterValue changed = changes.get(key);
        return changed == null ? base.of(key) : changed.number();
    }

    private void rounds(MeasuredRounds measured) {
        RoundFit alone = RoundFit.of(measured, 1);
        RoundFit together = RoundFit.of(measured, MANY).times(measured.occupied(MANY, cores));
        put("coordinator.fsync", fsyncMicros, ParameterSource.MEASURED);
        put("round.leader", new CpuCost(alone.leader(), together.leader(), 0), ParameterSource.MEASURED);
        put("round.member", new CpuCost(alone.member(), together.member(), 0), ParameterSource.MEASURED);
        put("round.coordinator", new CpuCost(alone.coordinator(), together.coordinator(), 0), ParameterSource.MEASURED);
        put(
                "round.coordinator-member",
                new CpuCost(alone.coordinatorMember(), together.coordinatorMember(), 0),
                ParameterSource.MEASURED);
        put("round.wait", alone.rest(base.of("round.syncs") * fsyncMicros), ParameterSource.MEASURED);
    }

    private void starts(MeasuredStarts starts) {
        put("start.cold", starts.coldMillis(), ParameterSource.MEASURED);
        put("http.client", starts.clientMicros(), ParameterSource.MEASURED);
        put("http.instance", starts.instanceMicros(), ParameterSource.MEASURED);
        put("http.platform", starts.platformMicros(), ParameterSource.MEASURED);
        put("http.wait", starts.waitMicros(), ParameterSource.MEASURED);
    }

    private void put(String key, CpuCost cost, ParameterSource source) {
        put(key + ".alone", cost.alone(), source);
        put(key + ".together", cost.together(), source);
        put(key + ".beside", cost.beside(), source);
    }

    private void put(String key, double number, ParameterSource source) {
        ParameterKeys.Bound bound = ParameterKeys.all().get(key);
        if (bound == null) {
            throw new IllegalArgumentException("there is no parameter " + key);
        }
        // A tenth is finer than any of these measurements.
        changes.put(key, new ParameterValue(Math.round(number * 10) / 10.0, bound.unit(), source, date));
    }
}

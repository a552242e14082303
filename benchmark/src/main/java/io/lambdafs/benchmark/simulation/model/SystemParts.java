package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;
import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.queue.Pool;
import io.lambdafs.benchmark.simulation.queue.Simulator;
import io.lambdafs.benchmark.simulation.queue.WorkProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of a system as calls meet them, wired for one run. */
final class SystemParts {
    private static final double NANOS_PER_MICRO = 1_000;

    private final Simulator simulator;
    private final Scenario scenario;
    private final CostTable costs;
    private final HttpCosts http;
    private final double variation;
    private final double clientNetworkMicros;
    private final double serverNetworkMicros;
    private final Optional<Pool> machine;
    private final List<WorkProcess> clients = new ArrayList<>();
    private final SimulatedPlatform platform;
    private final SimulatedStore store;
    private final SimulatedStore coordinator;
    private final CoherenceRounds rounds;
    private final Recorder recorder;
    private final SimulatedInstance nobody;
    private final LoadSource load;
    private Map<String, Long> usedBefore = Map.of();

    SystemParts(Scenario scenario, SimulationParameters parameters) {
        this.simulator = new Simulator(scenario.seed());
        this.scenario = scenario;
        this.costs = new CostTable(parameters, scenario.store(), scenario.mode().isCached());
        this.http = HttpCosts.of(parameters, scenario);
        this.variation = parameters.of("cpu.variation");
        Topology topology = scenario.topology();
        boolean one = topology.isOneMachine();
        this.clientNetworkMicros = one ? 0 : parameters.of("network.client");
        this.serverNetworkMicros = one ? 0 : parameters.of("network.server");
        this.machine = one ? Optional.of(new Pool(simulator, "machine", topology.machineCores())) : Optional.empty();
        for (int i = 0; i < topology.clientMachines(); i++) {
            clients.add(new WorkProcess(pool("clients", topology.clientCores())));
        }
        this.platform = new SimulatedPlatform(
                simulator, scenario, parameters, machine, pool("platform", topology.platformCores()));
        String fsync = scenario.store().key() + ".fsync";
        this.store =
                new SimulatedStore(simulator, pool("store", topology.storeCores()), parameters.of(fsync), variation);
        this.coordinator = new SimulatedStore(
                simulator,
                pool("coordinator", parameters.of("coordinator.cores")),
                parameters.of("coordinator.fsync"),
                variation);
        this.rounds = new CoherenceRounds(simulator, coordinator, parameters, serverNetworkNanos());
        this.recorder = new Recorder(simulator);
        this.nobody = new SimulatedInstance(simulator, pool("nobody", 1), 1, SimulatedInstance.WarmUp.DONE, 0);
        List<SimulatedCall> calls = new ArrayList<>();
        for (int i = 0; i < topology.clients(); i++) {
            calls.add(new SimulatedCall(this, i));
        }
        this.load =
                scenario.isClosed() ? new ClosedClients(simulator, calls) : new PacedCalls(simulator, scenario, calls);
    }

    private Pool pool(String name, double cores) {
        return machine.orElseGet(() -> new Pool(simulator, name, cores));
    }

    Simulator simulator() {
        return simulator;
    }

    Scenario scenario() {
        return scenario;
    }

    CostTable costs() {
        return costs;
    }

    SimulatedPlatform platform() {
        return platform;
    }

    SimulatedStore store() {
        return store;
    }

    SimulatedStore coordinator() {
        return coordinator;
    }

    CoherenceRounds rounds() {
        return rounds;
    }

    Recorder recorder() {
        return recorder;
    }

    LoadSource load() {
        return load;
    }

    HttpCosts http() {
        return http;
    }

    SimulatedInstance nobody() {
        return nobody;
    }

    /** Directories are spread evenly, and a hash of the directory decides; NameNodes without a cache are chosen at random. */
    SimulatedDeployment route() {
        return platform.deployment(
                simulator.random().nextInt(scenario.topology().deployments()));
    }

    /** What it takes; a listing may have been forgotten because somebody has written in the directory. */
    OperationCosts costsOf(NamespaceOperation operation, SimulatedDeployment deployment) {
        if (operation == NamespaceOperation.LS && scenario.mode().isCached()) {
            double missed = scenario.mix().missedListings(deployment.members());
            if (missed > 0 && simulator.random().nextDouble() < missed) {
                return costs.ofMiss(operation);
            }
        }
        return costs.of(operation);
    }

    boolean goesByHttp() {
        return http.share() > 0 && simulator.random().nextDouble() < http.share();
    }

    /** A part of what the client takes for an operation. */
    void clientWork(int client, OperationCosts operation, boolean byHttp, double part, Runnable then) {
        double factor = simulator.variation(variation);
        double share = part / operation.requests();
        double extra = byHttp ? http.clientMicros() : 0;
        CpuCost cost = operation.client();
        clients.get(client % clients.size())
                .serve(
                        (cost.alone() * share + extra) * factor,
                        (cost.together() * share + extra) * factor,
                        cost.beside() * share * factor,
                        then);
    }

    void platformWork(Runnable then) {
        double micros = http.platformMicros() * simulator.variation(variation);
        platform.controller().serve(micros, micros, 0, then);
    }

    /** What the coordinator does for a write beside rounds; nobody waits for it. */
    void noteCoordinator(OperationCosts operation) {
        if (operation.coordinator().alone() > 0 || operation.coordinator().together() > 0) {
            coordinator.work(operation.coordinator(), 1.0 / operation.requests(), () -> {});
        }
    }

    long toServer(OperationCosts operation, boolean byHttp) {
        return nanos(clientNetworkMicros + operation.waitPerHop() + (byHttp ? http.waitMicros() : 0));
    }

    long toClient(boolean byHttp) {
        // By HTTP the answer goes by the platform, which is one network more.
        return nanos(clientNetworkMicros + (byHttp ? serverNetworkMicros : 0));
    }

    long hopNanos(OperationCosts operation) {
        return nanos(operation.waitPerHop());
    }

    long serverNetworkNanos() {
        return nanos(serverNetworkMicros);
    }

    private static long nanos(double micros) {
        return Math.round(micros * NANOS_PER_MICRO);
    }

    /** What is counted, is counted from now on. */
    void restart() {
        recorder.restart();
        restartPools();
        usedBefore = usedNanos();
    }

    /** CPU time of an operation that is counted, by kind of process. */
    Map<String, Double> cpuMicros() {
        Map<String, Double> micros = new LinkedHashMap<>();
        usedNanos()
                .forEach((kind, nanos) -> micros.put(
                        kind,
                        (nanos - usedBefore.getOrDefault(kind, 0L))
                                / NANOS_PER_MICRO
                                / Math.max(1, recorder.counted())));
        return micros;
    }

    private Map<String, Long> usedNanos() {
        Map<String, Long> used = new LinkedHashMap<>();
        used.put("client", clients.stream().mapToLong(WorkProcess::usedNanos).sum());
        used.put(
                "instances",
                platform.deployments().stream()
                        .mapToLong(SimulatedDeployment::usedNanos)
                        .sum());
        used.put("store", store.process().usedNanos());
        return used;
    }

    /** The same of how busy processors are. */
    void restartPools() {
        pools().forEach(Pool::restart);
        platform.restart();
    }

    private List<Pool> pools() {
        List<Pool> pools = new ArrayList<>();
        clients.forEach(process -> pools.add(process.pool()));
        pools.add(store.process().pool());
        pools.add(coordinator.process().pool());
        pools.add(platform.controller().pool());
        return pools.stream().distinct().toList();
    }

    /** The busy part of each kind of machine. */
    Map<String, Double> utilisations() {
        Map<String, Double> found = new LinkedHashMap<>();
        if (machine.isPresent()) {
            found.put("machine", machine.get().utilisation());
            return found;
        }
        found.put(
                "clients",
                clients.stream()
                        .mapToDouble(each -> each.pool().utilisation())
                        .average()
                        .orElse(0));
        found.put("instances", platform.utilisation());
        found.put("store", store.process().pool().utilisation());
        found.put("coordinator", coordinator.process().pool().utilisation());
        found.put("platform", platform.controller().pool().utilisation());
        return found;
    }
}

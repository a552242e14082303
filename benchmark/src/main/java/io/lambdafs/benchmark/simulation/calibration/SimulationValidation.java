package io.lambdafs.benchmark.simulation.calibration;

import io.lambdafs.benchmark.simulation.model.Scenario;
import io.lambdafs.benchmark.simulation.model.SimulatedMix;
import io.lambdafs.benchmark.simulation.model.SimulationResult;
import io.lambdafs.benchmark.simulation.model.SystemMode;
import io.lambdafs.benchmark.simulation.model.SystemModel;
import io.lambdafs.benchmark.simulation.model.Topology;
import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Simulates what was measured on one machine, with the cores that other processes left of it, and compares. */
public final class SimulationValidation {
    /** How far a simulation may be off. */
    static final double TOLERANCE = 0.2;

    private static final long OPERATIONS = 60_000;
    private static final double MOST_SECONDS = 60;
    private static final String MIX = "mix";
    private static final double LEAST_CORES = 0.1;
    /** The processes whose CPU time is compared. */
    private static final List<String> KINDS = List.of("client", "instances", "store");

    private final SimulationParameters parameters;
    private final double cores;
    private final int functions;
    private final long seed;

    /** With these parameters, and on a machine of so many cores with so many NameNode functions. */
    public SimulationValidation(SimulationParameters parameters, double cores, int functions, long seed) {
        this.parameters = parameters;
        this.cores = cores;
        this.functions = functions;
        this.seed = seed;
    }

    /** A cell, and what was simulated of it. */
    record Checked(MeasuredCell measured, SimulationResult simulated) {
        double throughput() {
            return simulated.perSecond() / measured.perSecond();
        }

        double p50() {
            return simulated.p50Micros() / measured.p50Micros();
        }

        boolean isNear() {
            return isNear(throughput()) && isNear(p50());
        }

        private static boolean isNear(double ratio) {
            return Math.abs(ratio - 1) <= TOLERANCE;
        }
    }

    /**
     * Prints a line for each cell, with a verdict.
     *
     * @return whether throughput and median of all cells are within the tolerance
     */
    public boolean print(List<MeasuredCell> cells, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%n%-8s %8s %-20s %7s %12s %12s %7s %12s %12s %7s %8s %9s%n",
                "work",
                "callers",
                "system",
                "others",
                "measured/s",
                "simulated/s",
                "ratio",
                "measured p50",
                "simulated",
                "ratio",
                "CPU µs",
                "simulated");
        int near = 0;
        for (MeasuredCell cell : cells) {
            Checked checked = check(cell);
            near += checked.isNear() ? 1 : 0;
            out.printf(
                    Locale.ROOT,
                    "%-8s %8d %-20s %7.2f %,12.0f %,12.0f %7.2f %,12.0f %,12.0f %7.2f %,8.0f %,9.0f  %s%n",
                    cell.work(),
                    cell.callers(),
                    cell.system(),
                    cell.othersCores(),
                    cell.perSecond(),
                    checked.simulated().perSecond(),
                    checked.throughput(),
                    cell.p50Micros(),
                    checked.simulated().p50Micros(),
                    checked.p50(),
                    KINDS.stream().mapToDouble(cell::cpu).sum(),
                    KINDS.stream()
                            .mapToDouble(kind -> checked.simulated().cpuMicros().getOrDefault(kind, 0.0))
                            .sum(),
                    checked.isNear() ? "within 20 %" : "MISSED");
        }
        out.printf(Locale.ROOT, "%d of %d cells have throughput and p50 (in µs) within 20 %%%n", near, cells.size());
        out.flush();
        return !cells.isEmpty() && near == cells.size();
    }

    Checked check(MeasuredCell cell) {
        int dash = cell.system().lastIndexOf('-');
        if (dash < 0) {
            throw new IllegalArgumentException(
                    "a system is called STORE-cached or STORE-stateless, not " + cell.system());
        }
        boolean cached = cell.system().substring(dash + 1).equals("cached");
        SimulatedMix mix = cell.work().equals(MIX)
                ? SimulatedMix.spotify()
                : SimulatedMix.only(NamespaceOperation.ofRow(cell.work()));
        Scenario scenario = Scenario.closed(
                cached ? SystemMode.LAMBDAFS : SystemMode.STATELESS,
                StoreKind.parse(cell.system().substring(0, dash)).get(0),
                Topology.local(Math.max(LEAST_CORES, cores - cell.othersCores()), functions, cell.callers()),
                mix,
                new Scenario.Effort(OPERATIONS, MOST_SECONDS, 1),
                seed);
        return new Checked(cell, SystemModel.run(scenario, parameters));
    }
}

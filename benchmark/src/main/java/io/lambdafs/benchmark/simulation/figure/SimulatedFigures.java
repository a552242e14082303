package io.lambdafs.benchmark.simulation.figure;

import io.lambdafs.benchmark.simulation.model.SystemMode;
import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** Simulates figures, prints them and writes them to files. */
public final class SimulatedFigures {
    private static final int CLIENT_FIGURE = 11;
    private static final int RESOURCE_FIGURE = 12;
    private static final int BURST_FIGURE = 8;
    private static final int MOST_VCPUS = 512;
    private static final int MOST_CLIENTS = 1024;
    private static final List<Double> BASES = List.of(25_000.0, 50_000.0);

    private final SimulationParameters parameters;
    private final SimulationPlan plan;
    private final PrintStream out;
    private final FigureFiles files;

    private SimulatedFigures(SimulationParameters parameters, SimulationPlan plan, PrintStream out, FigureFiles files) {
        this.parameters = parameters;
        this.plan = plan;
        this.out = out;
        this.files = files;
    }

    /** Simulates all figures of a plan; files go to a directory, which is made if it is not there. */
    public static void make(SimulationParameters parameters, SimulationPlan plan, PrintStream out, Path directory)
            throws IOException {
        FigureFiles files = new FigureFiles(directory);
        for (int factor : plan.factors()) {
            SimulatedFigures figures = new SimulatedFigures(parameters, plan.forFactor(factor), out, files);
            for (StoreKind store : plan.stores()) {
                figures.make(store, factor);
            }
        }
        files.write();
    }

    private void make(StoreKind store, int factor) {
        if (plan.figures().contains(BURST_FIGURE)) {
            bursts(store, factor);
        }
        if (plan.figures().contains(CLIENT_FIGURE)) {
            points(
                    CLIENT_FIGURE,
                    store,
                    plan.clients().stream()
                            .map(clients -> new Point.Size(factor, MOST_VCPUS * factor, clients * factor))
                            .toList(),
                    Point.Size::clients);
        }
        if (plan.figures().contains(RESOURCE_FIGURE)) {
            points(
                    RESOURCE_FIGURE,
                    store,
                    plan.vcpus().stream()
                            .map(vcpus -> new Point.Size(factor, vcpus * factor, MOST_CLIENTS * factor))
                            .toList(),
                    Point.Size::vcpus);
        }
    }

    private void points(int figure, StoreKind store, List<Point.Size> sizes, ToIntFunction<Point.Size> along) {
        PointRunner runner = new PointRunner(parameters, plan);
        String what = figure == CLIENT_FIGURE ? "clients" : "vCPU";
        for (NamespaceOperation operation : plan.operations()) {
            line(
                    "%nFigure %d, %s, store %s, %d × the paper's size: operations a second by %s%n",
                    figure, operation.title(), store.key(), sizes.get(0).factor(), what);
            line(
                    "%9s %12s %9s %9s %-17s %12s %-13s %15s %-13s %s%n",
                    what,
                    "lambdafs",
                    "p50 µs",
                    "instances",
                    "bottleneck",
                    "stateless",
                    "bottleneck",
                    "serverful-cache",
                    "bottleneck",
                    "10 % better moves λFS");
            List<Point> row = new ArrayList<>();
            for (Point.Size size : sizes) {
                row.clear();
                for (SystemMode mode : SystemMode.values()) {
                    Point point = runner.run(new PointRunner.Wanted(figure, operation, mode, store, size));
                    row.add(point);
                    files.add(point, along.applyAsInt(size));
                }
                print(row, along.applyAsInt(size));
            }
        }
    }

    private void print(List<Point> row, int size) {
        Point lambda = row.get(0);
        Point stateless = row.get(1);
        Point cache = row.get(2);
        line(
                "%,9d %,12.0f %,9.0f %,9d %-17s %,12.0f %-13s %,15.0f %-13s %s%n",
                size,
                lambda.result().perSecond(),
                lambda.result().p50Micros(),
                lambda.result().instances(),
                lambda.result().bottleneck(),
                stateless.result().perSecond(),
                stateless.result().bottleneck(),
                cache.result().perSecond(),
                cache.result().bottleneck(),
                BottleneckMove.describe(lambda.moves()));
    }

    private void bursts(StoreKind store, int factor) {
        BurstRunner runner = new BurstRunner(parameters, plan);
        for (double base : BASES) {
            line(
                    "%nFigure 8, %,.0f operations a second and bursts, store %s, %d × the paper's size%n",
                    base * factor, store.key(), factor);
            line(
                    "%-34s %12s %12s %10s %9s %11s %-18s %s%n",
                    "",
                    "average/s",
                    "in burst/s",
                    "mean ms",
                    "s behind",
                    "instances",
                    "busiest in burst",
                    "10 % better moves it");
            for (BurstRunner.Line system : BurstRunner.Line.values()) {
                BurstRun run = runner.run(
                        new BurstRunner.Wanted(system, store, factor, base * factor),
                        system == BurstRunner.Line.LAMBDAFS);
                files.add(run);
                line(
                        "%-34s %,12.0f %,12.0f %10.2f %9d %11d %-18s %s%n",
                        run.system(),
                        run.average(),
                        run.inBurst(),
                        run.result().meanMicros() / 1e3,
                        run.behind(),
                        run.mostInstances(),
                        run.bottleneck(),
                        BottleneckMove.describe(run.moves()));
            }
        }
    }

    private void line(String format, Object... values) {
        out.printf(Locale.ROOT, format, values);
        out.flush();
    }
}

package io.lambdafs.benchmark.simulation;

import io.lambdafs.benchmark.simulation.calibration.MeasuredRounds;
import io.lambdafs.benchmark.simulation.calibration.SimulationValidation;
import io.lambdafs.benchmark.simulation.figure.SimulatedFigures;
import io.lambdafs.benchmark.simulation.parameters.ParameterFile;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** The program: simulates figures of the λFS paper. The script {@code benchmark/run} calls it. */
public final class Simulate {
    private static final int USAGE = 2;
    /** What {@code lambdafs start} starts. */
    private static final int FUNCTIONS = 4;

    private Simulate() {}

    /** Takes the arguments of {@link SimulateOptions}. */
    public static void main(String[] args) throws IOException {
        System.exit(run(args, System.out));
    }

    /** Does it, and returns the status with which the program ends. */
    static int run(String[] args, PrintStream out) throws IOException {
        SimulateOptions options;
        SimulationParameters parameters;
        try {
            options = SimulateOptions.parse(args);
            parameters = options.parameters().isPresent()
                    ? ParameterFile.read(options.parameters().get())
                    : ParameterFile.committed();
        } catch (IllegalArgumentException e) {
            out.println("benchmark: " + e.getMessage());
            out.flush();
            return USAGE;
        }
        if (options.checkOnly()) {
            return 0;
        }
        out.println("Simulated, not measured. Parameters of " + parameters.date() + ", " + parameters.machine()
                + "; seed " + options.plan().seed());
        if (options.measured().isPresent()) {
            return validate(options, options.measured().get(), parameters, out);
        }
        SimulatedFigures.make(parameters, options.plan(), out, options.out());
        out.println();
        out.println("values, plots and index.html are in " + options.out());
        out.flush();
        return 0;
    }

    private static int validate(
            SimulateOptions options, Path measured, SimulationParameters parameters, PrintStream out)
            throws IOException {
        double cores = Runtime.getRuntime().availableProcessors();
        SimulationValidation validation = new SimulationValidation(
                parameters, cores, FUNCTIONS, options.plan().seed());
        return validation.print(MeasuredRounds.read(measured).cells(), out)
                ? Verdict.MET.status()
                : Verdict.MISSED.status();
    }
}

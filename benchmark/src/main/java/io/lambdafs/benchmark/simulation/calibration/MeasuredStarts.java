package io.lambdafs.benchmark.simulation.calibration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.ToDoubleFunction;

/**
 * What a cold start takes, and what a call by HTTP takes more than one over TCP.
 *
 * @param coldMillis what a client waits for if no instance is there
 * @param waitMicros what a call waits for beside CPU time
 */
public record MeasuredStarts(
        double coldMillis, double clientMicros, double instanceMicros, double platformMicros, double waitMicros) {
    private static final String HTTP = "HTTP";
    private static final String TCP = "TCP";
    private static final int MANY = 8;

    /**
     * Reads what {@code benchmark/run} writes of single operations.
     *
     * @throws IllegalArgumentException with a sentence for people, if it is something else
     */
    public static MeasuredStarts read(Path file) throws IOException {
        MeasuredRounds rounds = MeasuredRounds.read(file);
        double waits = more(rounds, 1, MeasuredCell::p50Micros)
                - more(rounds, 1, cell -> cell.cpu("client"))
                - more(rounds, 1, cell -> cell.cpu("instances"))
                - more(rounds, 1, cell -> cell.cpu("platform"));
        return new MeasuredStarts(
                rounds.cell("cold start", 1, HTTP).p50Micros() / 1_000,
                more(rounds, MANY, cell -> cell.cpu("client")),
                more(rounds, MANY, cell -> cell.cpu("instances")),
                more(rounds, MANY, cell -> cell.cpu("platform")),
                Math.max(0, waits));
    }

    /** What a call by HTTP takes more than one over TCP. */
    private static double more(MeasuredRounds rounds, int callers, ToDoubleFunction<MeasuredCell> figure) {
        return Math.max(
                0,
                figure.applyAsDouble(rounds.cell("stat", callers, HTTP))
                        - figure.applyAsDouble(rounds.cell("stat", callers, TCP)));
    }
}

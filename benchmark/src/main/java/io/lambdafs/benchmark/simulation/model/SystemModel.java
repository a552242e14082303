package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.model.SimulationResult.Moment;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.queue.Simulator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Simulates a run. The same scenario and parameters give the same result, to the last digit. */
public final class SystemModel {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Scenario scenario;
    private final SystemParts parts;
    private final List<Moment> moments = new ArrayList<>();
    private double released;
    private long completed;

    private SystemModel(Scenario scenario, SimulationParameters parameters) {
        this.scenario = scenario;
        this.parts = new SystemParts(scenario, parameters);
    }

    /** Simulates it. */
    public static SimulationResult run(Scenario scenario, SimulationParameters parameters) {
        SystemModel model = new SystemModel(scenario, parameters);
        if (scenario.isClosed()) {
            model.runClosed();
        } else {
            model.runWindows();
        }
        return model.result();
    }

    private void runClosed() {
        Simulator simulator = parts.simulator();
        Recorder recorder = parts.recorder();
        long latest = Math.round(scenario.mostSeconds() * NANOS_PER_SECOND);
        parts.load().start();
        // Half of the time at most, so that something is counted even if the rest is slow.
        simulator.run(() -> recorder.completed() >= scenario.warmUp(), latest / 2);
        parts.restart();
        simulator.run(() -> recorder.counted() >= scenario.operations(), latest);
    }

    private void runWindows() {
        long second = Math.round(NANOS_PER_SECOND / scenario.compression());
        int seconds = (int) Math.round(scenario.rates().size() * scenario.windowSeconds());
        parts.load().start();
        for (int i = 0; i < seconds; i++) {
            parts.simulator().runUntil((i + 1) * second);
            note(i);
        }
    }

    /** Counts are those of the whole second, of which a part was simulated. */
    private void note(int second) {
        double nowReleased = parts.load().released();
        long nowCompleted = parts.recorder().completed();
        Map.Entry<String, Double> busiest = parts.utilisations().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow();
        moments.add(new Moment(
                second,
                (nowReleased - released) * scenario.compression(),
                (nowCompleted - completed) * scenario.compression(),
                parts.load().waiting() * scenario.compression(),
                parts.platform().present(),
                busiest.getKey(),
                busiest.getValue()));
        parts.restartPools();
        released = nowReleased;
        completed = nowCompleted;
    }

    private SimulationResult result() {
        Recorder recorder = parts.recorder();
        return new SimulationResult(
                recorder.perSecond(),
                recorder.percentileMicros(50),
                recorder.percentileMicros(99),
                recorder.meanMicros(),
                recorder.medians(),
                parts.utilisations(),
                parts.cpuMicros(),
                parts.platform().hottest(),
                recorder.meanUnderWay(),
                recorder.issued(),
                recorder.completed(),
                recorder.issued() - recorder.completed(),
                parts.platform().present(),
                parts.platform().coldStarts(),
                parts.rounds().rounds(),
                parts.simulator().happened(),
                parts.simulator().now() / NANOS_PER_SECOND,
                moments);
    }
}

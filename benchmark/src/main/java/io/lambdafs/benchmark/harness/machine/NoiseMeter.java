package io.lambdafs.benchmark.harness.machine;

import io.lambdafs.benchmark.harness.result.Noise;
import io.lambdafs.benchmark.process.ProcessFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures from its beginning on what else uses the machine. For one thread. */
public final class NoiseMeter {
    private static final double PERCENT = 100;

    private final ProcessFigures figures = new ProcessFigures(Path.of("/proc"));
    private final List<Long> known;
    private final MachineProbe probe;
    private final double before;
    private final long begin;
    private final long foreign;
    private final long stolen;

    private NoiseMeter(List<Long> servers, MachineProbe probe, double before) {
        this.known = new ArrayList<>(servers);
        this.probe = probe;
        this.before = before;
        known.add(ProcessHandle.current().pid());
        this.begin = System.nanoTime();
        this.foreign = foreignMicros();
        this.stolen = figures.stolenMicros();
    }

    /**
     * Begins.
     *
     * @param servers processes of the measured system on this machine, whose children count as well
     * @throws IOException if the probe cannot write its file
     */
    public static NoiseMeter begin(List<Long> servers) throws IOException {
        MachineProbe probe = new MachineProbe();
        probe.millis(); // so that its code is compiled
        return new NoiseMeter(servers, probe, probe.millis());
    }

    private long foreignMicros() {
        return figures.machineCpuMicros() - figures.cpuMicrosOfTrees(known);
    }

    /** What there was since the beginning. */
    public Noise end() throws IOException {
        double micros = (System.nanoTime() - begin) / 1e3 * Runtime.getRuntime().availableProcessors();
        double others = Math.max(0, foreignMicros() - foreign) / micros * PERCENT;
        double steal = Math.max(0, figures.stolenMicros() - stolen) / micros * PERCENT;
        return new Noise(others, steal, (probe.millis() / before - 1) * PERCENT);
    }
}

package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.Platform;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** The first call after every instance was killed, again and again. */
final class ColdStarts {
    private static final int POLL_MILLIS = 20;
    private static final int MAX_POLLS = 500;

    private final Platform platform;
    private final Call call;
    private final List<ColdStart> measured = new ArrayList<>();

    /** Of the instances of this platform, with this call. */
    ColdStarts(Platform platform, Call call) {
        this.platform = platform;
        this.call = call;
    }

    /** Some call of a client that an instance has to answer. */
    @FunctionalInterface
    interface Call {
        /** Returns with the answer. */
        void make() throws IOException, InterruptedException;
    }

    /**
     * One cold start, in milliseconds.
     *
     * @param client from the call to its answer, as the client sees it
     * @param fromSpawn from the start of the process to the answer
     * @param init what the platform recorded as {@code initTime}
     * @param duration what it recorded as duration, {@code initTime} included
     */
    record ColdStart(double client, double fromSpawn, double init, double duration) {}

    /** Kills all instances and calls, so many times. */
    void run(int rounds) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            killInstances();
            measured.add(coldStart());
        }
    }

    /** How many were measured. */
    int count() {
        return measured.size();
    }

    /** The median of what was measured; NaN of nothing. */
    double median(ToDoubleFunction<ColdStart> figure) {
        double[] sorted = measured.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private ColdStart coldStart() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        call.make();
        long nanos = System.nanoTime() - begin;
        long answeredMillis = System.currentTimeMillis();
        long startedMillis = platform.instances().stream()
                .mapToLong(Platform.Instance::startedMillis)
                .max()
                .orElseThrow(() -> new IOException("the platform has no instance after a call"));
        Platform.Activation activation = platform.lastActivation();
        return new ColdStart(
                nanos / 1e6, answeredMillis - startedMillis, activation.initMillis(), activation.durationMillis());
    }

    /** Kills the instances that the platform names, and waits until it has noticed. */
    private void killInstances() throws IOException, InterruptedException {
        List<Platform.Instance> victims = platform.instances();
        victims.forEach(victim -> ProcessHandle.of(victim.pid()).ifPresent(ProcessHandle::destroyForcibly));
        for (int i = 0; i < MAX_POLLS; i++) {
            if (platform.instances().isEmpty()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new IOException("the platform did not notice within 10 s that its instances are dead");
    }
}

package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.result.Event;
import io.lambdafs.benchmark.harness.workload.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the commands of faults at their times in a phase. */
final class FaultInjector implements AutoCloseable {
    private static final long COMMAND_SECONDS = 60;

    private final int phase;
    private final List<Event> events = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = new ArrayList<>();

    private FaultInjector(int phase) {
        this.phase = phase;
    }

    /** Begins at a moment of {@link Ticker#SYSTEM}. */
    static FaultInjector from(int phase, long begin, long nanos, List<Fault> faults) {
        FaultInjector injector = new FaultInjector(phase);
        for (Fault fault : faults) {
            Thread thread = new Thread(() -> injector.repeat(fault, begin, nanos), "fault");
            thread.setDaemon(true);
            injector.threads.add(thread);
        }
        injector.threads.forEach(Thread::start);
        return injector;
    }

    private void repeat(Fault fault, long begin, long nanos) {
        try {
            for (long at = fault.atNanos(); at < nanos; at += fault.everyNanos()) {
                Ticker.SYSTEM.sleepUntil(begin + at);
                double second = (Ticker.SYSTEM.nanos() - begin) / 1e9;
                events.add(new Event(phase, second, fault.command(), run(fault.command())));
                if (fault.everyNanos() == 0) {
                    return;
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static String run(String command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder("bash", "-c", command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            if (process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
                return "ended with status " + process.exitValue();
            }
            process.destroyForcibly();
            return "did not end within " + COMMAND_SECONDS + " s";
        } catch (IOException e) {
            return "did not start: " + e.getMessage();
        }
    }

    /** Starts no more, and gives those that there were. */
    List<Event> end() {
        close();
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}

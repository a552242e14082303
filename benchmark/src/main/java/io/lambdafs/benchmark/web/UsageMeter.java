package io.lambdafs.benchmark.web;

import io.lambdafs.benchmark.process.ProcessFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks at the beginning of each second at what a host uses. */
final class UsageMeter implements AutoCloseable {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final List<Reading> readings = new CopyOnWriteArrayList<>();
    private final ProcessFigures figures = new ProcessFigures(Path.of("/proc"));
    private final BlogHost host;

    /** What there was at a moment; a host that did not answer has the usage of the look before. */
    private record Reading(long nanos, BlogHost.Usage usage, long clientMicros, long machineMicros) {}

    /**
     * CPU in cores, and instances, between two looks.
     *
     * @param instances the most of any look
     * @param application processes that run the blog
     * @param services what they need besides
     * @param client this process
     * @param foreign all else on the machine
     */
    record Used(int instances, double application, double services, double client, double foreign) {}

    /** Begins at once. */
    UsageMeter(BlogHost host) {
        this.host = host;
        Future<?> unused = thread.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
    }

    private void look() {
        BlogHost.Usage usage;
        try {
            usage = host.usage();
        } catch (IOException e) {
            usage = readings.isEmpty()
                    ? new BlogHost.Usage(0, 0, 0)
                    : readings.get(readings.size() - 1).usage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        readings.add(new Reading(
                System.nanoTime(),
                usage,
                figures.cpuMicros(ProcessHandle.current().pid()),
                figures.machineCpuMicros()));
    }

    /** From one second, counted from 0, to before another. */
    Used between(int from, int to) {
        if (readings.size() < 2) {
            return new Used(0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        int last = Math.min(to, readings.size() - 1);
        int first = Math.min(from, last - 1);
        return used(readings.subList(first, last + 1));
    }

    private static Used used(List<Reading> looks) {
        Reading first = looks.get(0);
        Reading last = looks.get(looks.size() - 1);
        double micros = (last.nanos() - first.nanos()) / 1e3;
        double application = (last.usage().applicationMicros() - first.usage().applicationMicros()) / micros;
        double services = (last.usage().servicesMicros() - first.usage().servicesMicros()) / micros;
        double client = (last.clientMicros() - first.clientMicros()) / micros;
        double machine = (last.machineMicros() - first.machineMicros()) / micros;
        return new Used(
                looks.stream().mapToInt(look -> look.usage().instances()).max().orElse(0),
                application,
                services,
                client,
                Math.max(0, machine - application - services - client));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

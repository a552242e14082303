package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.process.Platform;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** The instances of a stack that has one deployment and one call at a time for each instance. */
final class StackInstances {
    private static final int POLL_MILLIS = 100;
    private static final int MAX_TRIES = 60;
    private static final int CALLING_MILLIS = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final CompareOptions.Stack stack;
    private final Platform platform;

    StackInstances(CompareOptions.Stack stack, Platform platform) {
        this.stack = stack;
        this.platform = platform;
    }

    /** Calls by so many callers at once until there are so many instances and they know each other. */
    void callAll(int count, ChildProcess httpClient) throws IOException, InterruptedException {
        for (int i = 0; i < MAX_TRIES; i++) {
            httpClient.ask("prepare nothing " + count + " " + CALLING_MILLIS, PATIENCE);
            httpClient.ask("run " + CALLING_MILLIS, PATIENCE);
            if (sharers().stream().filter(others -> others == count - 1).count() == count) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new IOException("of " + count + " instances not all know the others: they see " + sharers());
    }

    private List<Long> sharers() throws IOException, InterruptedException {
        return platform.instances().stream()
                .map(instance -> figure(instance.pid(), "sharers"))
                .toList();
    }

    /** A figure of the instance that has led most rounds; -1 if none says it. */
    long ofLeader(String name) throws IOException, InterruptedException {
        long most = -1;
        long figure = -1;
        for (Platform.Instance instance : platform.instances()) {
            long led = figure(instance.pid(), "rounds-led");
            if (led > most) {
                most = led;
                figure = figure(instance.pid(), name);
            }
        }
        return figure;
    }

    private long figure(long pid, String name) {
        Properties report = new Properties();
        Path file = stack.data().resolve("run/instances/" + pid + ".properties");
        try (Reader reader = Files.newBufferedReader(file)) {
            report.load(reader);
        } catch (IOException none) {
            return -1;
        }
        return Long.parseLong(report.getProperty(name, "-1"));
    }
}

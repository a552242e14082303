package io.lambdafs.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The JVM's clock, which a test moves on, and a log that it reads. */
final class MovedEnvironment implements ClientEnvironment {
    private final ClientEnvironment real = new SystemEnvironment();
    private final AtomicLong passedNanos = new AtomicLong();
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    void pass(long nanos) {
        passedNanos.addAndGet(nanos);
    }

    List<String> warnings() {
        return warnings;
    }

    @Override
    public long nanoTime() {
        return real.nanoTime() + passedNanos.get();
    }

    @Override
    public double random() {
        return real.random();
    }

    @Override
    public void sleepMillis(long millis) throws InterruptedException {
        real.sleepMillis(millis);
    }

    @Override
    public void inform(String message) {}

    @Override
    public void warn(String message) {
        warnings.add(message);
    }
}

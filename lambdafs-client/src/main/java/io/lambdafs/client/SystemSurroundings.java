package io.lambdafs.client;

import java.util.concurrent.ThreadLocalRandom;

/** The JVM's clocks and random numbers. */
final class SystemSurroundings implements Surroundings {
    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long epochMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public void sleepMillis(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }
}

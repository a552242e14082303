package io.lambdafs.client;

import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The JVM's clocks and random numbers, and the log that Hadoop itself writes to. */
final class SystemEnvironment implements ClientEnvironment {
    private final Logger log = LoggerFactory.getLogger("io.lambdafs.client");

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public void sleepMillis(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }

    @Override
    public void inform(String message) {
        log.info(message);
    }

    @Override
    public void warn(String message) {
        log.warn(message);
    }
}

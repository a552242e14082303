package io.lambdafs.cli.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** A program that runs in place of this one, with its input, its output and its signals. */
public final class ForegroundProcess {
    private static final long STOP_SECONDS = 10;

    private ForegroundProcess() {}

    /** Runs it to its end and returns its status. A signal to this process is passed on, and its status is then this one's. */
    public static int run(ProcessBuilder builder) {
        try {
            Process process = builder.inheritIO().start();
            Thread passOn = new Thread(() -> stop(process), "stop");
            Runtime.getRuntime().addShutdownHook(passOn);
            int status = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(passOn);
            return status;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + builder.command().get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } catch (IllegalStateException stopping) {
            // The hook ends this process.
            return 0;
        }
    }

    private static void stop(Process process) {
        process.destroy();
        try {
            boolean ended = process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
            Runtime.getRuntime().halt(ended ? process.exitValue() : 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

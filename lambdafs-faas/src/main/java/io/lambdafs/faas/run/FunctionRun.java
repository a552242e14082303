package io.lambdafs.faas.run;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.VolumeFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Runs a function until a transaction of it is committed. */
public final class FunctionRun {
    private final VolumeFiles files;
    private final Retries retries;
    private final RandomGenerator random;

    public FunctionRun(VolumeFiles files, Retries retries, RandomGenerator random) {
        this.files = requireNonNull(files, "files");
        this.retries = requireNonNull(retries, "retries");
        this.random = requireNonNull(random, "random");
    }

    /**
     * A function. It may run several times, so what it does besides its files it must be able to do twice.
     *
     * @param <T> what it returns
     */
    @FunctionalInterface
    public interface Function<T> {
        /** Runs it once; returns its result, and whether what it wrote is to be committed. */
        Result<T> run() throws IOException, InterruptedException;
    }

    /** What a function has returned. */
    public record Result<T>(T value, boolean commits) {}

    /** A function lost each time. */
    public static final class LostException extends IOException {
        private static final long serialVersionUID = 1L;

        LostException(int times, String why) {
            super("other transactions were faster " + times + " times, the last time because " + why
                    + ": nothing was stored. Try again later, or allow more retries");
        }
    }

    /**
     * Runs a function as a transaction.
     *
     * @throws LostException if it lost more often than it may run again. Nothing was stored then
     */
    public <T> T run(Function<T> function) throws IOException, InterruptedException {
        for (int time = 0; ; time++) {
            files.begin();
            Result<T> result;
            try {
                result = function.run();
            } catch (IOException | InterruptedException | RuntimeException e) {
                files.rollBack();
                throw e;
            }
            // One that cannot go on has read nothing wrong, but could not read all. What it returned does not count.
            if (!result.commits() && !files.mustRunAgain()) {
                files.rollBack();
                return result.value();
            }
            VolumeFiles.End end = files.commit();
            if (!(end instanceof VolumeFiles.End.Lost lost)) {
                return result.value();
            }
            if (time == retries.most()) {
                throw new LostException(time + 1, lost.why());
            }
            pause(retries.pause(time + 1, random));
        }
    }

    private static void pause(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);
    }
}

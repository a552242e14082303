package io.lambdafs.faas.mount;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.faas.transaction.TransactionException;
import java.io.IOException;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Runs calls as transactions, one after the other. Thread-safe. */
final class MountTransactions {
    private final VolumeFiles files;
    private final FunctionRun runs;

    MountTransactions(VolumeFiles files, Retries retries, RandomGenerator random) {
        this.files = requireNonNull(files, "files");
        this.runs = new FunctionRun(files, retries, random);
    }

    /**
     * Runs this until it is committed; it may run several times.
     *
     * @throws PosixException that the work has thrown, or EIO if it lost each time or the store does not answer
     */
    synchronized <T> T run(Function<VolumeFiles, T> work) {
        try {
            return runs.run(() -> new FunctionRun.Result<>(work.apply(files), true));
        } catch (IOException | TransactionException e) {
            throw new PosixException(Errno.EIO, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PosixException(Errno.EIO, "interrupted");
        }
    }
}

package io.lambdafs.faas.transaction;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.VolumeCommit;
import java.time.Duration;

/** Finds out what becomes of a commit, also when answers are lost. */
final class Committing {
    /** Well below the time for which the store remembers outcomes. */
    private static final Duration BOUND = Duration.ofSeconds(60);

    private static final long PAUSE_MILLIS = 100;

    private Committing() {}

    static CommitOutcome commit(OpenVolume volume, VolumeCommit commit) {
        long end = System.nanoTime() + BOUND.toNanos();
        boolean again = false;
        while (true) {
            try {
                return volume.store().commit(volume.info().id(), commit);
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.UNAVAILABLE || System.nanoTime() - end >= 0) {
                    throw again && e.kind() == StoreException.Kind.EXPIRED ? unknown(e) : OpenVolume.translate(e);
                }
                again = true;
                pause(e);
            }
        }
    }

    private static TransactionException unknown(StoreException why) {
        return new TransactionException(
                TransactionException.Reason.UNAVAILABLE,
                "it is not known whether the transaction was committed: " + why.getMessage(),
                why);
    }

    private static void pause(StoreException why) {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw OpenVolume.translate(why);
        }
    }
}

package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.lease.RecoveryReports;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.StoreException;

/** Applies what DataNodes that may not change files have reported of block recoveries. */
final class ReportedRecoveries implements HousekeepingTask {
    private static final int PER_ROUND = 100;

    private final BlockSynchronization synchronization;

    ReportedRecoveries(BlockSynchronization synchronization) {
        this.synchronization = requireNonNull(synchronization, "synchronization");
    }

    @Override
    public String name() {
        return "reported recoveries";
    }

    @Override
    public void run(Duty duty) {
        for (DetailKey report : duty.read(tx -> RecoveryReports.waiting(tx, PER_ROUND))) {
            duty.count(HousekeepingCount.RECOVERIES_TAKEN_IN, apply(duty, report) ? 1 : 0);
        }
    }

    private boolean apply(Duty duty, DetailKey key) {
        try {
            return duty.write(tx -> RecoveryReports.take(tx, key)
                    .map(report -> {
                        synchronization.apply(tx, report);
                        return true;
                    })
                    .orElse(false));
        } catch (FsException refused) {
            // Another recovery has begun since, or the file is gone: nobody waits for this report any more.
            return drop(duty, key);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.INCOMPATIBLE) {
                return drop(duty, key);
            }
            throw e;
        }
    }

    private static boolean drop(Duty duty, DetailKey key) {
        duty.write(tx -> {
            tx.details().delete(java.util.List.of(key));
            return key;
        });
        return false;
    }
}

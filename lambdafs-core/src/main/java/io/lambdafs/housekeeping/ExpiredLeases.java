package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.lease.LeaseSweep;

/** Closes the files of writers that were not heard of for too long, and begins fruitless recoveries again. */
final class ExpiredLeases implements HousekeepingTask {
    private static final int LEASES_PER_ROUND = 32;

    private final LeaseSweep sweep;

    ExpiredLeases(LeaseSweep sweep) {
        this.sweep = requireNonNull(sweep, "sweep");
    }

    @Override
    public String name() {
        return "expired leases";
    }

    /* The sweep's transactions need not hold the role: each locks its file and checks that there is still a reason. */
    @Override
    public void run(Duty duty) {
        duty.count(HousekeepingCount.LEASES_CHECKED, sweep.sweep(LEASES_PER_ROUND));
    }
}

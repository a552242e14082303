package io.lambdafs.benchmark.harness.result;

/** What is counted in each second. */
public enum Count {
    /** Operations that became due. In a closed loop they are due when they are sent. */
    OFFERED("offered_ops"),
    /** Operations that were sent. */
    STARTED("started_ops"),
    /** Operations that ended well. */
    COMPLETED("completed_ops"),
    /** Operations that ended badly. */
    FAILED("failed_ops"),
    /** Operations that were left out, because they had waited too long. */
    DROPPED("dropped_ops"),
    /** CPU time of the processes with the clients, in microseconds. */
    CLIENT_CPU("client_cpu_us");

    private final String column;

    Count(String column) {
        this.column = column;
    }

    /** Its name in tables, with the unit. */
    public String column() {
        return column;
    }
}

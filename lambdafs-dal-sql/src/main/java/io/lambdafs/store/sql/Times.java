package io.lambdafs.store.sql;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Durations by the server's clock. The clock's present time is used, not that of the transaction's begin. */
final class Times {
    /** A duration given as a parameter in microseconds. */
    static final String PARAMETER = "(? * interval '1 microsecond')";

    /**
     * The time before the present statement by a duration given as a parameter in microseconds. Unlike the clock's present
     * time it is the same throughout the statement, so that an index can be searched for it.
     */
    static final String AGO = "(statement_timestamp() - " + PARAMETER + ")";

    /** The time whose microseconds since 1970 are a parameter. */
    static final String MOMENT = "(timestamptz 'epoch' + " + PARAMETER + ")";

    /** The clock's present time in milliseconds since the epoch. */
    static final String NOW_MILLIS = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    private Times() {}

    /** The expression for the microseconds since the time in a column. */
    static String microsSince(String column) {
        return "(extract(epoch FROM clock_timestamp() - " + column + ") * 1000000)::bigint";
    }

    /** The expression for the microseconds from 1970 to the time in a column. */
    static String micros(String column) {
        return "(extract(epoch FROM " + column + ") * 1000000)::bigint";
    }

    static Duration ofMicros(long micros) {
        return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
    }
}

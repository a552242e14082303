package io.lambdafs.faas;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a client knows of one transaction over files that are lists of numbers, to which each transaction appends a number of its own.
 *
 * @param number that it appends; no other transaction has it
 * @param startNanos before it began, by a clock that all processes of the machine share
 * @param endNanos after its commit was acknowledged; nothing if it is not known whether it was committed
 * @param reads what it has read of files, by their numbers, before it appended anything
 * @param appends to which files it appends its number
 */
record ListTransaction(
        long number, long startNanos, OptionalLong endNanos, Map<Integer, List<Long>> reads, List<Integer> appends) {
    ListTransaction {
        reads = Map.copyOf(reads);
        appends = List.copyOf(appends);
    }

    boolean isAcknowledged() {
        return endNanos.isPresent();
    }
}

package io.lambdafs.store.rocks.engine;

/**
 * When an event happened.
 *
 * @param nanos by a clock that never goes back, for bounds on waits and lives
 * @param micros since 1970 by the store's clock, for times that are stored
 */
public record Moment(long nanos, long micros) {}

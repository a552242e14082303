package io.lambdafs.testkit.sim;

import java.time.Duration;

/**
 * What a world may take before it counts as one that does not end, and how slow it is.
 *
 * @param maxSteps wake-ups and events
 * @param maxTime virtual time
 * @param slowChance the share of calls and messages that take up to seconds
 */
public record SimLimits(long maxSteps, Duration maxTime, double slowChance) {}

package io.lambdafs.benchmark.harness.result;

/**
 * Something that was done to the system in the course of a run.
 *
 * @param phase the number of the phase, from 0
 * @param seconds after the beginning of the phase
 * @param what was done
 * @param outcome what came of it
 */
public record Event(int phase, double seconds, String what, String outcome) {}

/**
 * What servers and the machine show while clients are at work: counters and CPU time of servers, and whether something else used the machine.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.machine.ServerWatch} and {@link io.lambdafs.benchmark.harness.machine.NoiseMeter}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.machine;

import org.jspecify.annotations.NullMarked;

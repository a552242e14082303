/**
 * Clients in other processes and on other machines.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.agent.AgentServer}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.agent;

import org.jspecify.annotations.NullMarked;

/**
 * NameNodes in the deterministic simulator: the real operations over the store's and the coordinator's twins, clients that
 * make them work, faults, and what must hold whatever happens.
 *
 * <p>One seed is one {@link io.lambdafs.namenode.sim.Simulation}; start reading there. {@link
 * io.lambdafs.namenode.sim.NamespaceHistory} decides what is wrong. Knows nothing of processes, networks and real time.
 */
@NullMarked
package io.lambdafs.namenode.sim;

import org.jspecify.annotations.NullMarked;

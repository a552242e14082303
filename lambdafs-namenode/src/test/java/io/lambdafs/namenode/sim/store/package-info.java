/** The stores of simulations: what all simulated processes share, on virtual time. */
@NullMarked
package io.lambdafs.namenode.sim.store;

import org.jspecify.annotations.NullMarked;

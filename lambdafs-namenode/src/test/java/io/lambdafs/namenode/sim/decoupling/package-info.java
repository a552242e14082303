/**
 * Decoupled subtrees in the simulator: what clients do with them, and what must hold of them after every commit. Start reading at
 * {@link io.lambdafs.namenode.sim.decoupling.SubtreeWork}.
 *
 * <p>The rest of the simulator uses this package. This package knows nothing of it.
 */
@NullMarked
package io.lambdafs.namenode.sim.decoupling;

import org.jspecify.annotations.NullMarked;

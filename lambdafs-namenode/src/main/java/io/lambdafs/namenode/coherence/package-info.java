/**
 * The NameNode's side of the coherence protocol: threads, clocks, the lease and the store around the pure core.
 *
 * <p>{@link io.lambdafs.namenode.coherence.CoherentNode} feeds the core with what the coordinator, the store and the requests
 * tell, and does what the core says; {@link io.lambdafs.namenode.coherence.WritePass} is what one attempt at a write sees
 * of it. Of the coordinator it knows the port only. Nothing here waits for the store or for another member while it
 * holds the lock under which the core decides.
 */
@NullMarked
package io.lambdafs.namenode.coherence;

import org.jspecify.annotations.NullMarked;

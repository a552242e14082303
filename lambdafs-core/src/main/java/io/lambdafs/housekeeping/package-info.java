/**
 * The work that a file system needs although no client asks for it. It replaces lost replicas and removes surplus ones,
 * releases the leases of writers that are gone, empties deleted directories, and forgets old outcomes.
 *
 * <p>One process at a time does it, elected by a role in the store. Bounded steps, each a transaction that holds the
 * role; no threads and no clocks of its own. Knows no Hadoop and no transport. Start reading at
 * {@link io.lambdafs.housekeeping.Housekeeper}.
 */
@NullMarked
package io.lambdafs.housekeeping;

import org.jspecify.annotations.NullMarked;

/**
 * What somebody has to do for the file system although no client asks for it: replacing lost replicas and removing
 * surplus ones, releasing the leases of writers that are gone, emptying deleted directories, forgetting old outcomes.
 *
 * <p>One process at a time does it, elected by a role in the store. Bounded steps, each a transaction that holds the
 * role; no threads and no clocks of its own. Knows no Hadoop and no transport. Start reading at
 * {@link io.lambdafs.housekeeping.Housekeeper}.
 */
@NullMarked
package io.lambdafs.housekeeping;

import org.jspecify.annotations.NullMarked;

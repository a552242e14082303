/**
 * How a transaction of the store reaches the cluster: one that reads, and one that writes and lets changes wait for the next
 * round trip.
 *
 * <p>It knows no table. Start reading at {@link io.lambdafs.store.ndb.access.NdbAccess}.
 */
@NullMarked
package io.lambdafs.store.ndb.access;

import org.jspecify.annotations.NullMarked;

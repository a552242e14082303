/**
 * NameNodes over a cluster of NDB: round trips, and times beside PostgreSQL's. Compiled where ClusterJ is found.
 *
 * <p>In the adapter's package, to see its counter. Start with {@code NdbRoundTripsTest}.
 */
@NullMarked
package io.lambdafs.store.ndb;

import org.jspecify.annotations.NullMarked;

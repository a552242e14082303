/**
 * The coordinator on an NDB cluster: members are rows that they renew, INVs and acknowledgements are rows beside them.
 *
 * <p>Knows the cluster as tables, and nothing of what the store keeps in it. Start reading at
 * {@link io.lambdafs.coordinator.ndb.NdbCoordinator}.
 */
@NullMarked
package io.lambdafs.coordinator.ndb;

import org.jspecify.annotations.NullMarked;

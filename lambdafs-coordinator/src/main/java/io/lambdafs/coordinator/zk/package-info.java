/**
 * The coordinator on ZooKeeper: members are ephemeral znodes, liveness is ZooKeeper's sessions, INVs and ACKs are znodes too.
 *
 * <p>Alone in the program it may know Curator and ZooKeeper; it knows nothing of the store or of what members do. It also
 * has the ZooKeeper server for one machine. Start reading at {@link io.lambdafs.coordinator.zk.ZooKeeperCoordinator}.
 */
@NullMarked
package io.lambdafs.coordinator.zk;

import org.jspecify.annotations.NullMarked;

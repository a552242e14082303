package io.lambdafs.coordinator.zk;

/**
 * Where a member is: the znodes of its cluster, by its session.
 *
 * @param paths of the cluster
 * @param link by which they are reached
 */
record MemberLocation(ZnodePaths paths, SessionLink link) {}

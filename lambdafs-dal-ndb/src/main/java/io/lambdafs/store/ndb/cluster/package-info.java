/**
 * An NDB cluster as the tables of the store see it: definitions, rows, batches of operations, scans, transactions.
 *
 * <p>The only package that knows NdbJTie, the Java face of the NDB API that comes inside the ClusterJ jar. It knows
 * nothing of inodes. Every native object is used by one thread at a time and freed by its owner; start reading at
 * {@link io.lambdafs.store.ndb.cluster.NdbCluster}.
 */
@NullMarked
package io.lambdafs.store.ndb.cluster;

import org.jspecify.annotations.NullMarked;

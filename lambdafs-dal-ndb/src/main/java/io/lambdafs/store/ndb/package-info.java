/**
 * The metadata store on MySQL NDB Cluster: one class for each table of the port.
 *
 * <p>Rows of one directory share a partition, reads go in batches, changes wait for the next round trip. It may not know
 * the NDB API, which {@link io.lambdafs.store.ndb.cluster} hides. Start reading at
 * {@link io.lambdafs.store.ndb.NdbMetadataStore}, then {@link io.lambdafs.store.ndb.Schema}.
 */
@NullMarked
package io.lambdafs.store.ndb;

import org.jspecify.annotations.NullMarked;

/**
 * The store port: transactions over the rows of the namespace, its blocks, DataNodes and leases.
 *
 * <p>What an adapter must give is in the Javadoc of these interfaces, and the battery of tests in the testkit checks it.
 * Knows no database. Start reading at {@link io.lambdafs.store.MetadataStore}, then
 * {@link io.lambdafs.store.TransactionRunner}.
 */
@NullMarked
package io.lambdafs.store;

import org.jspecify.annotations.NullMarked;

/**
 * The embedded store: the store port over a connection to an {@link io.lambdafs.store.rocks.engine.Engine} in this process.
 *
 * <p>A call is a piece of work that the engine's thread runs over the transaction's rows. Changes wait for the next call, so
 * that a transaction with a hint takes two hand-offs. Start reading at
 * {@link io.lambdafs.store.rocks.RocksMetadataStore}.
 */
@NullMarked
package io.lambdafs.store.rocks;

import org.jspecify.annotations.NullMarked;

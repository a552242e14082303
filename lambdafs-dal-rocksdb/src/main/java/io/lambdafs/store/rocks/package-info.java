/**
 * The embedded store: the store port over a link to an {@link io.lambdafs.store.rocks.engine.Engine}.
 *
 * <p>A call asks the engine for an {@link io.lambdafs.store.rocks.operation.EngineAction}. Changes wait for the next call, so that a
 * transaction with a hint takes two round trips. Start reading at {@link io.lambdafs.store.rocks.RocksMetadataStore}.
 */
@NullMarked
package io.lambdafs.store.rocks;

import org.jspecify.annotations.NullMarked;

/**
 * The embedded store as source or target of a move: its directory is opened without an engine.
 *
 * <p>Start reading at {@link io.lambdafs.store.rocks.move.RocksMovableStore}.
 */
@NullMarked
package io.lambdafs.store.rocks.move;

import org.jspecify.annotations.NullMarked;

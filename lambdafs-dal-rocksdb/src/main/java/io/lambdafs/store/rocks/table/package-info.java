/**
 * The meaning of the rows: the store port's tables, carried out by the engine's thread over the rows of one transaction.
 *
 * <p>It knows the layout of keys and values, and nothing of connections or transactions. Start reading at
 * {@link io.lambdafs.store.rocks.table.StoredTables}.
 */
@NullMarked
package io.lambdafs.store.rocks.table;

import org.jspecify.annotations.NullMarked;

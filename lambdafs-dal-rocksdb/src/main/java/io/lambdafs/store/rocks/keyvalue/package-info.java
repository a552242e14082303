/**
 * The key-value port below the engine: point reads, ordered scans and atomic, durable batches over a fixed set of tables.
 *
 * <p>It has two implementations, a sorted map and RocksDB, and knows nothing of transactions, locks or inodes. Start reading
 * at {@link io.lambdafs.store.rocks.keyvalue.KeyValues}.
 */
@NullMarked
package io.lambdafs.store.rocks.keyvalue;

import org.jspecify.annotations.NullMarked;

/**
 * Transactions on a volume as one process makes them: what it has cached, what a transaction has read and what it will write. Knows
 * objects, blocks and entries, and nothing of files. Start reading at {@link io.lambdafs.faas.transaction.OpenVolume}.
 */
@NullMarked
package io.lambdafs.faas.transaction;

import org.jspecify.annotations.NullMarked;

/**
 * The in-memory twin of the store port: the same transactions, locks and bounds as a database's, in one process's memory.
 *
 * <p>It passes the battery of {@link io.lambdafs.testkit.store.contract} and forgets everything with the process. It knows
 * no other port. Start reading at {@link io.lambdafs.testkit.store.InMemoryMetadataStore}.
 */
@NullMarked
package io.lambdafs.testkit.store;

import org.jspecify.annotations.NullMarked;

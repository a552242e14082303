/**
 * The battery of tests that every adapter of the store port must pass, one abstract class per table or concern.
 *
 * <p>An adapter's test nests a subclass of each and says how to open its store. Knows the port only. Start reading at
 * {@link io.lambdafs.testkit.store.contract.StoreContract}.
 */
@NullMarked
package io.lambdafs.testkit.store.contract;

import org.jspecify.annotations.NullMarked;

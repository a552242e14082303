/**
 * How often a NameNode waits for its store, counted from outside of the store's adapter.
 *
 * <p>Uses a NameNode's operations over a store, without a system around them. Start with {@code RoundTripsTest}.
 */
@NullMarked
package io.lambdafs.figures;

import org.jspecify.annotations.NullMarked;

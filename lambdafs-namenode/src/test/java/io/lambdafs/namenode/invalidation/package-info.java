/**
 * Whoever may cache what an operation changes is told of it: the operations of the dispatch table on random namespaces, what
 * they change by the store's rows, and what they have invalidated.
 *
 * <p>{@link io.lambdafs.namenode.invalidation.InvalidationTest} is where to start reading. Knows nothing of how caches are
 * built: who may cache what is written down in {@link io.lambdafs.namenode.invalidation.MayCache}.
 */
@NullMarked
package io.lambdafs.namenode.invalidation;

import org.jspecify.annotations.NullMarked;

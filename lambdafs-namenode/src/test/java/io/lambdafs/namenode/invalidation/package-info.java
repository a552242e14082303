/**
 * Checks that a NameNode that may cache what an operation changes gets an invalidation. It runs the operations of the
 * dispatch table on random namespaces, and compares what they change by the store's rows with what they have
 * invalidated.
 *
 * <p>{@link io.lambdafs.namenode.invalidation.InvalidationTest} is where to start reading. Knows nothing of how caches
 * are built: {@link io.lambdafs.namenode.invalidation.MayCache} has what each deployment may cache.
 */
@NullMarked
package io.lambdafs.namenode.invalidation;

import org.jspecify.annotations.NullMarked;

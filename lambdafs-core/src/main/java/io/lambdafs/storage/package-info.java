/**
 * Types of storages, and the policies that say on which types the replicas of a file belong, with HDFS's names and numbers.
 * It chooses types only; {@link io.lambdafs.block.BlockPlacement} chooses storages of these types. Start with
 * {@link io.lambdafs.storage.StoragePolicy}.
 */
@NullMarked
package io.lambdafs.storage;

import org.jspecify.annotations.NullMarked;

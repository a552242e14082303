/**
 * The domain of file content: blocks, their replicas, the DataNodes and storages that hold them, and the commands that
 * DataNodes are given.
 *
 * <p>Knows no store, no transport and no Hadoop. Start reading at {@link io.lambdafs.block.BlockInfo}.
 */
@NullMarked
package io.lambdafs.block;

import org.jspecify.annotations.NullMarked;

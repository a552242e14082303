/**
 * The operations on the content of files: one class for each ClientProtocol method that writes, reads or recovers
 * blocks, or asks about DataNodes.
 *
 * <p>Each reads: resolve, require, decide, write. They know paths, leases, placement and the store port; not which
 * transport brought the request. Start reading at {@link io.lambdafs.namenode.op.file.FileOperations}.
 */
@NullMarked
package io.lambdafs.namenode.op.file;

import org.jspecify.annotations.NullMarked;

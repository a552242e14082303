/**
 * The operations on the namespace: one class for each ClientProtocol method that looks at or changes inodes.
 *
 * <p>Each reads: resolve, require, decide, write. They know paths, permissions and the store port; not which transport
 * brought the request. Start reading at {@link io.lambdafs.namenode.op.namespace.NamespaceOperations}.
 */
@NullMarked
package io.lambdafs.namenode.op.namespace;

import org.jspecify.annotations.NullMarked;

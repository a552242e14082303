/**
 * {@code lambdafs subtree}: policies of directories, and decoupled subtrees that several processes use one after the other.
 *
 * <p>A client like any other: it finds the cluster by Hadoop's configuration, and knows nothing of a stack. Start reading at {@link
 * io.lambdafs.cli.subtree.SubtreeMain}.
 */
@NullMarked
package io.lambdafs.cli.subtree;

import org.jspecify.annotations.NullMarked;

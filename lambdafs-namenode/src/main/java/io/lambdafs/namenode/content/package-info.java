/**
 * Where the content of files is: the DataNodes as a NameNode sees them, and the blocks of files with their replicas.
 *
 * <p>Only reads the store. Start reading at {@link io.lambdafs.namenode.content.BlockLocator}.
 */
@NullMarked
package io.lambdafs.namenode.content;

import org.jspecify.annotations.NullMarked;

/**
 * The domain of the namespace: paths, names, inodes, permissions, and the one exception type.
 *
 * <p>Knows no store, no transport and no Hadoop. Start reading at {@link io.lambdafs.fs.INode}.
 */
@NullMarked
package io.lambdafs.fs;

import org.jspecify.annotations.NullMarked;

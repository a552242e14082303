/** Operations on snapshots. */
@NullMarked
package io.lambdafs.namenode.op.snapshot;

import org.jspecify.annotations.NullMarked;

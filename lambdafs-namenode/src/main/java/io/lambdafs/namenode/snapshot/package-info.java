/** Reading what snapshots show: names below {@code .snapshot}, and the entries, attributes and lengths of then. */
@NullMarked
package io.lambdafs.namenode.snapshot;

import org.jspecify.annotations.NullMarked;

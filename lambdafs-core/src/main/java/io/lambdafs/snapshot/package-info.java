/** Versions of rows, which snapshots of directories show: what is kept of a row before it changes, and where it is found. */
@NullMarked
package io.lambdafs.snapshot;

import org.jspecify.annotations.NullMarked;

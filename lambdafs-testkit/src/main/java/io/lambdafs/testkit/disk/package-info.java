/** Disks that get full or cannot be written. */
@NullMarked
package io.lambdafs.testkit.disk;

import org.jspecify.annotations.NullMarked;

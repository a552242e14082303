/** A real Hive on a running stack. Start reading at {@link io.lambdafs.hive.HiveAccessTest}. */
@NullMarked
package io.lambdafs.hive;

import org.jspecify.annotations.NullMarked;

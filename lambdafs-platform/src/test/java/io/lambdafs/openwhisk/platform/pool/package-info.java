/** Tests of the pool package without processes. */
@NullMarked
package io.lambdafs.openwhisk.platform.pool;

import org.jspecify.annotations.NullMarked;

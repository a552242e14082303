/** Tests of quotas. */
@NullMarked
package io.lambdafs.quota;

import org.jspecify.annotations.NullMarked;

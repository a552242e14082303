/** The operations on quotas. */
@NullMarked
package io.lambdafs.namenode.op.quota;

import org.jspecify.annotations.NullMarked;

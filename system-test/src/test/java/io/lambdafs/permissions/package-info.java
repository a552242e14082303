/** Permissions: each call by each user ends as it ends on HDFS. */
@NullMarked
package io.lambdafs.permissions;

import org.jspecify.annotations.NullMarked;

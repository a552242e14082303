/** Who may do what: the same calls as they end on HDFS. */
@NullMarked
package io.lambdafs.permissions;

import org.jspecify.annotations.NullMarked;

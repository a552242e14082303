/** The operations by which HDFS's clients watch the namespace. */
@NullMarked
package io.lambdafs.namenode.op.inotify;

import org.jspecify.annotations.NullMarked;

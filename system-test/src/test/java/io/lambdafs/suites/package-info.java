/** Hadoop's own test suites for HDFS, unmodified, over a running λFS. */
@NullMarked
package io.lambdafs.suites;

import org.jspecify.annotations.NullMarked;

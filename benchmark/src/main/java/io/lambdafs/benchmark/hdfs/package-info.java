/**
 * The stock HDFS NameNode that λFS is compared with, as Apache publishes it on Maven Central, in a process of its own.
 *
 * <p>May know nothing of λFS. Start reading at {@link io.lambdafs.benchmark.hdfs.StockNameNode}.
 */
@NullMarked
package io.lambdafs.benchmark.hdfs;

import org.jspecify.annotations.NullMarked;

/**
 * λFS beside itself without a cache, beside a stock HDFS NameNode and beside a bare echo: the same calls by the same
 * client in interleaved rounds, with the CPU time of every process that takes part.
 *
 * <p>Figures are printed beside targets, never asserted. Start reading at {@link
 * io.lambdafs.benchmark.compare.Compare}.
 */
@NullMarked
package io.lambdafs.benchmark.compare;

import org.jspecify.annotations.NullMarked;

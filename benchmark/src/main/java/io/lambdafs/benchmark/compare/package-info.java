/**
 * λFS beside itself without a cache, beside a stock HDFS NameNode and beside a bare echo. The same client makes the
 * same calls in interleaved rounds, and the CPU time of every process that takes part is measured.
 *
 * <p>Figures are printed beside targets, never asserted. Start reading at {@link
 * io.lambdafs.benchmark.compare.Compare}.
 */
@NullMarked
package io.lambdafs.benchmark.compare;

import org.jspecify.annotations.NullMarked;

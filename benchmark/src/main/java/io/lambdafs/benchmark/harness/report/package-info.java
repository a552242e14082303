/**
 * The report of a run as one page, and data for gnuplot.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.report.HtmlReport}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.report;

import org.jspecify.annotations.NullMarked;

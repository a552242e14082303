/**
 * Plots as SVG, and a page that contains them: one file that needs nothing else.
 *
 * <p>May know nothing of what is plotted. Start reading at {@link io.lambdafs.benchmark.plot.LineChart}.
 */
@NullMarked
package io.lambdafs.benchmark.plot;

import org.jspecify.annotations.NullMarked;

/**
 * The quickstart's tour: a Hadoop program like any other that happens to read and write λFS.
 *
 * <p>Knows Hadoop's public interfaces, and of λFS only the client's counters. Start reading at
 * {@link io.lambdafs.cli.tour.TourMain}.
 */
@NullMarked
package io.lambdafs.cli.tour;

import org.jspecify.annotations.NullMarked;

/**
 * The evaluation of the λFS paper in miniature: its experiments over all systems that it compares, scaled to one machine, with a report that puts both
 * results beside each other.
 *
 * <p>Load comes from {@code bin/lambdafs-bench} alone. Start reading at {@link io.lambdafs.benchmark.paper.Paper}, and at
 * {@link io.lambdafs.benchmark.paper.Mode} for the systems.
 */
@NullMarked
package io.lambdafs.benchmark.paper;

import org.jspecify.annotations.NullMarked;

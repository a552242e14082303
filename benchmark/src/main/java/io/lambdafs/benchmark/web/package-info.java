/**
 * The blog of {@code examples/} under load that rises in steps, as a function with a volume and as an ordinary server
 * process. These are figure 7 and table 1 of Schleier-Smith and others, "A FaaS File System for Serverless Computing"
 * (2020).
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.web.WebExperiment}.
 */
@NullMarked
package io.lambdafs.benchmark.web;

import org.jspecify.annotations.NullMarked;

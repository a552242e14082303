/**
 * Shows that λFS is elastic: experiments on stacks whose instances may use a fraction of a core each, with a timeline per second.
 *
 * <p>May know nothing of λFS but what it shows to everybody: {@code bin/lambdafs}, Hadoop's {@code FileSystem} and the platform's REST interface. Start
 * reading at {@link io.lambdafs.benchmark.elastic.Elastic}, and at {@link io.lambdafs.benchmark.elastic.ElasticExperiment} for what is
 * measured.
 */
@NullMarked
package io.lambdafs.benchmark.elastic;

import org.jspecify.annotations.NullMarked;

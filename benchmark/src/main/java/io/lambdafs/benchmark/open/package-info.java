/**
 * Load whose operations are due at times that are fixed beforehand, whatever the system does. Latencies count from the moment at which an
 * operation was due, so that a system that stalls is not spared what it did not let through.
 *
 * <p>A process of its own carries the load: {@link io.lambdafs.benchmark.open.OpenLoadClient}. May know nothing of the system that
 * answers.
 */
@NullMarked
package io.lambdafs.benchmark.open;

import org.jspecify.annotations.NullMarked;

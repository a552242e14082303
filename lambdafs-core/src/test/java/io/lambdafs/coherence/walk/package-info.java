/**
 * Random walks of several protocol cores among simple twins of coordinator and store: as the models do, any next step may
 * be taken, but it is the real core that takes it, and thousands of walks take seconds.
 *
 * <p>Start reading at {@link io.lambdafs.coherence.walk.Walk}. Knows nothing of time, threads and operations.
 */
@NullMarked
package io.lambdafs.coherence.walk;

import org.jspecify.annotations.NullMarked;

/**
 * Random walks of several protocol cores among simple twins of coordinator and store. As in the models, any next step
 * may be taken. But here the real core takes it, and thousands of walks take seconds.
 *
 * <p>Start reading at {@link io.lambdafs.coherence.walk.ProtocolWalk}. Knows nothing of time, threads and operations.
 */
@NullMarked
package io.lambdafs.coherence.walk;

import org.jspecify.annotations.NullMarked;

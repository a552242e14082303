/**
 * Stacks whose instances are limited in CPU, as experiments start them, and what the platform and the processes show of each second.
 *
 * <p>Knows nothing of how load is made. Start reading at {@link io.lambdafs.benchmark.stack.StackLab}.
 */
@NullMarked
package io.lambdafs.benchmark.stack;

import org.jspecify.annotations.NullMarked;

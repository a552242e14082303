/**
 * Processes: starting them, talking to them, and what the kernel and the platform know of them.
 *
 * <p>May know nothing of what is measured. Start reading at {@link io.lambdafs.benchmark.process.ProcessFigures}.
 */
@NullMarked
package io.lambdafs.benchmark.process;

import org.jspecify.annotations.NullMarked;

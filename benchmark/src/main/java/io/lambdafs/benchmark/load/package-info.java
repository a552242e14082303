/**
 * The process whose calls are measured: a closed loop of callers over Hadoop's {@code FileSystem}, or over a bare echo.
 *
 * <p>Every system under test has such a process of its own, with the same program and the same Hadoop client in it; only
 * the configuration in its class path differs. May know nothing of the system that answers. Start reading at
 * {@link io.lambdafs.benchmark.load.LoadClient}.
 */
@NullMarked
package io.lambdafs.benchmark.load;

import org.jspecify.annotations.NullMarked;

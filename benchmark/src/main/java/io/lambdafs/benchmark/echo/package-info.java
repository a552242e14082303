/**
 * A bare echo over KryoNet: the ceiling of the library that carries λFS's TCP path.
 *
 * <p>One connection between two processes; a request and an answer are as long as those of a {@code stat}, an {@code open} or
 * an {@code ls}, and hold nothing. May know nothing of λFS or Hadoop. Start reading at {@link
 * io.lambdafs.benchmark.echo.EchoClient}.
 */
@NullMarked
package io.lambdafs.benchmark.echo;

import org.jspecify.annotations.NullMarked;
